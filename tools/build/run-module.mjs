import { build } from 'esbuild';

/** @import { BuildOptions } from 'esbuild' */

/**
 * Executes data modules of ours in the build and returns their exports.
 * @param {BuildOptions} options
 * @param {string} contents of a module at the root of the project
 * @returns {Promise<Record<string, any>>}
 */
export async function runText(options, contents) {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    format: 'esm',
    minify: false,
    write: false,
    platform: 'node',
    plugins: [],
  });
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/**
 * @param {BuildOptions} options
 * @param {string} entry
 */
export const runModule = (options, entry) => runText(options, `export * from './${entry}';`);
