import { build } from 'esbuild';

/** @import { BuildOptions } from 'esbuild' */
/** @import { MessageFiles } from './app.mjs' */
/** @import { ScreenAbout } from './manifest.mjs' */

/**
 * What the inline script is told: files within `/a/`. `own`: the first file of every lazy source, in their order.
 * @typedef {object} Made
 * @property {string[]} own
 * @property {(ScreenAbout & { late: boolean, files: string[] })[]} screens
 * @property {MessageFiles} messages
 * @property {string} lateSheet
 */

/**
 * What `src/shell/start/manifest.ts` describes.
 * @param {Made} made
 */
function makeManifest({ own, screens, messages, lateSheet }) {
  const bundles = Object.keys(messages.en ?? {});
  const files = [...new Set([...own, lateSheet, ...screens.flatMap((screen) => screen.files)])];
  /** @param {string} file */
  const at = (file) => files.indexOf(file);
  /** @param {Made['screens'][number]} screen */
  const route = ({ path, guard, late, bundles: needed, files }) => {
    const flags = (guard === 'anyone' ? 0 : 1) + (late ? 2 : 0);
    return [path, [flags, needed.map((bundle) => bundles.indexOf(bundle)), ...files.map(at)]];
  };
  /** @param {Record<string, string>} files */
  const hashes = (files) =>
    bundles
      .map((bundle) => files[bundle]?.slice(files[bundle].lastIndexOf('-') + 1, -'.json'.length))
      .join('');
  return {
    base: '/a/',
    files,
    late: at(lateSheet),
    bundles,
    routes: Object.fromEntries(screens.map(route)),
    messages: Object.fromEntries(Object.entries(messages).map(([locale, one]) => [locale, hashes(one)])),
  };
}

/**
 * The inline script, with the list of files in it.
 * @param {BuildOptions} options
 * @param {Made} made
 */
export async function bundleBoot(options, made) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: ['src/shell/start/boot.ts'],
    bundle: true,
    format: 'iife',
    write: false,
    define: { MANIFEST: JSON.stringify(makeManifest(made)) },
  });
  return outputFiles[0]?.text ?? '';
}
