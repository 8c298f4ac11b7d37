import { relative } from 'node:path';
import { resolveOnce } from '../resolve-once.mjs';

/** @import { Plugin } from 'esbuild' */
/** @import { Resolved } from '../resolve-once.mjs' */

/**
 * The location of a module: its chunk, and the exported name of each of its names there.
 * @typedef {{ chunk: { file: string }, names: Map<string, string> }} Place
 */

/**
 * An esbuild plugin. It replaces an import of a module that is in a chunk with an import of its names from the chunk. esbuild keeps every
 * name of an external import, used or not, but drops an unused module without side effects. Therefore every name becomes a module, and
 * `rewriteImports` merges the imports again.
 * @param {Map<string, Place>} places by the path from the root
 * @param {Resolved} [resolved] what other passes of the same build have found
 * @returns {Plugin}
 */
export const chunkImports = (places, resolved = new Map()) => ({
  name: 'chunk-imports',
  setup(esbuild) {
    const pure = { sideEffects: false };
    /** @param {string} module */
    const placeOf = (module) => /** @type {Place} */ (places.get(module));
    esbuild.onResolve({ filter: /./, namespace: 'name' }, ({ path }) => ({ path, external: true }));
    esbuild.onResolve({ filter: /./, namespace: 'chunk' }, ({ path }) => ({
      path,
      namespace: 'name',
      ...pure,
    }));
    esbuild.onResolve({ filter: /./ }, async (asked) => {
      if (asked.pluginData === 'chunk' || asked.kind !== 'import-statement') return;
      const found = await resolveOnce(esbuild, resolved, asked, 'chunk');
      const module = relative(process.cwd(), found.path);
      return places.has(module) ? { path: module, namespace: 'chunk', ...pure } : found;
    });
    esbuild.onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({
      contents: [...placeOf(path).names]
        .map(([name, exported]) => `export { ${exported} as ${name} } from '${path}:${exported}';`)
        .join('\n'),
    }));
    esbuild.onLoad({ filter: /./, namespace: 'name' }, ({ path }) => {
      const colon = path.lastIndexOf(':');
      const { file } = placeOf(path.slice(0, colon)).chunk;
      return { contents: `export { ${path.slice(colon + 1)} } from './${file}';` };
    });
  },
});
