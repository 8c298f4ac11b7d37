import { build, transform } from 'esbuild';
import { engines } from './options.mjs';

/**
 * A style sheet with its imports inlined.
 * @param {string} path
 */
export async function bundleSheet(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    logLevel: 'warning',
    ...engines,
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * esbuild leaves the space before the value of a custom property.
 * @param {string} text CSS
 * @returns {Promise<string>}
 */
export const minifySheet = async (text) =>
  (await transform(text, { minify: true, ...engines, loader: 'css' })).code.replace(
    /(--cp-[\w-]+): /g,
    '$1:',
  );
