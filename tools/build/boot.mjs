import { build } from 'esbuild';

/** What `src/shell/start/manifest.ts` describes. */
function makeManifest({ own, screens, messages, lateSheet }) {
  const bundles = Object.keys(messages.en);
  const files = [...new Set([...own, lateSheet, ...screens.flatMap((screen) => screen.files)])];
  const at = (file) => files.indexOf(file);
  const route = ({ path, guard, late, bundles: needed, files }) => {
    const flags = (guard === 'anyone' ? 0 : 1) + (late ? 2 : 0);
    return [path, [flags, needed.map((bundle) => bundles.indexOf(bundle)), ...files.map(at)]];
  };
  const hashes = (files) => bundles.map((bundle) => /-(\w+)\.json$/.exec(files[bundle])[1]).join('');
  return {
    base: '/a/',
    files,
    late: at(lateSheet),
    bundles,
    routes: Object.fromEntries(screens.map(route)),
    messages: Object.fromEntries(Object.entries(messages).map(([locale, one]) => [locale, hashes(one)])),
  };
}

/** The inline script, with the list of files in it. */
export async function bundleBoot(options, made) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: ['src/shell/start/boot.ts'],
    bundle: true,
    format: 'iife',
    write: false,
    define: { MANIFEST: JSON.stringify(makeManifest(made)) },
  });
  return outputFiles[0].text;
}
