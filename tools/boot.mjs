import { build } from 'esbuild';

/** What `src/shell/manifest.ts` describes. */
function makeManifest({ own, screens, messages, lateSheet }) {
  const bundles = Object.keys(messages.en);
  const words = Object.values(messages).flatMap(Object.values);
  const files = [...new Set([...own, lateSheet, ...screens.flatMap((screen) => screen.files), ...words])];
  const at = (file) => files.indexOf(file);
  const route = ({ path, guard, late, bundles: needed, files }) => {
    const flags = (guard === 'anyone' ? 0 : 1) + (late ? 2 : 0);
    return [path, [flags, needed.map((bundle) => bundles.indexOf(bundle)), ...files.map(at)]];
  };
  const ofLocale = (byBundle) => bundles.map((bundle) => at(byBundle[bundle]));
  return {
    base: '/a/',
    files,
    late: at(lateSheet),
    bundles,
    routes: Object.fromEntries(screens.map(route)),
    messages: Object.fromEntries(Object.entries(messages).map(([locale, one]) => [locale, ofLocale(one)])),
  };
}

/** The inline script, with the list of files in it. */
export async function bundleBoot(options, made) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: ['src/shell/boot.ts'],
    bundle: true,
    format: 'iife',
    write: false,
    define: { MANIFEST: JSON.stringify(makeManifest(made)) },
  });
  return outputFiles[0].text;
}
