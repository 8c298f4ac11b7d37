import { relative } from 'node:path';
import { build } from 'esbuild';

/** @import { BuildOptions, Plugin } from 'esbuild' */

/**
 * esbuild plugin: what a module loads lazily becomes a module whose default export is the path of that source, from the root.
 * @type {Plugin}
 */
const lazySources = {
  name: 'lazy-sources',
  setup(esbuild) {
    esbuild.onResolve({ filter: /./ }, async ({ kind, path, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData) return;
      const found = await esbuild.resolve(path, { kind, resolveDir, importer, pluginData: true });
      return { path: relative(process.cwd(), found.path), namespace: 'lazy-source' };
    });
    esbuild.onLoad({ filter: /./, namespace: 'lazy-source' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(path)};`,
    }));
  },
};

/**
 * Runs a module of ours in the build and answers its exports. `import('./list')` in it resolves with the path of that source as its
 * default export, and loads nothing.
 * @param {BuildOptions} options
 * @param {string} entry
 * @returns {Promise<Record<string, any>>}
 */
export async function runModule(options, entry) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    splitting: false,
    minify: false,
    sourcemap: false,
    metafile: false,
    write: false,
    platform: 'node',
    plugins: [lazySources],
  });
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
