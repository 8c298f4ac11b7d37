import { relative } from 'node:path';

/** @import { Plugin } from 'esbuild' */

/**
 * Where a module is: the file that has it, and what that file calls each of its exports.
 * @typedef {{ bundle: { file: string }, names: Map<string, string> }} Place
 */

/**
 * esbuild plugin: an import of a module that has its place becomes an import of its names from that file. esbuild keeps
 * every name of an external import, used or not, but drops a module without effects that nobody uses: so every name is a
 * module, and `mergeImports` puts the imports together again.
 * @param {Map<string, Place>} places by the path from the root
 * @returns {Plugin}
 */
export const placed = (places) => ({
  name: 'placed',
  setup(esbuild) {
    const pure = { sideEffects: false };
    /** @param {string} module */
    const placeOf = (module) => /** @type {Place} */ (places.get(module));
    esbuild.onResolve({ filter: /./, namespace: 'name' }, ({ path }) => ({ path, external: true }));
    esbuild.onResolve({ filter: /./, namespace: 'placed' }, ({ path }) => ({
      path,
      namespace: 'name',
      ...pure,
    }));
    esbuild.onResolve({ filter: /./ }, async ({ kind, path, resolveDir, importer, pluginData }) => {
      if (pluginData === 'placed' || kind !== 'import-statement') return;
      const found = await esbuild.resolve(path, { kind, resolveDir, importer, pluginData: 'placed' });
      const module = relative(process.cwd(), found.path);
      return places.has(module) ? { path: module, namespace: 'placed', ...pure } : found;
    });
    esbuild.onLoad({ filter: /./, namespace: 'placed' }, ({ path }) => ({
      contents: [...placeOf(path).names]
        .map(([name, short]) => `export { ${short} as ${name} } from '${path}:${short}';`)
        .join('\n'),
    }));
    esbuild.onLoad({ filter: /./, namespace: 'name' }, ({ path }) => {
      const colon = path.lastIndexOf(':');
      const { file } = placeOf(path.slice(0, colon)).bundle;
      return { contents: `export { ${path.slice(colon + 1)} } from './${file}';` };
    });
  },
});
