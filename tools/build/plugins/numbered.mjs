import { relative } from 'node:path';

/** @import { Plugin } from 'esbuild' */

/**
 * esbuild plugin: the address of a lazy source becomes `f:<number>`, which `resolveNumbered` swaps for where its address will stand.
 * @param {string[]} lazy paths from the root
 * @returns {Plugin}
 */
export const numbered = (lazy) => ({
  name: 'numbered',
  setup(esbuild) {
    esbuild.onResolve({ filter: /./ }, async ({ kind, path, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'numbered') return;
      const found = await esbuild.resolve(path, { kind, resolveDir, importer, pluginData: 'numbered' });
      return { path: `f:${lazy.indexOf(relative(process.cwd(), found.path))}`, external: true };
    });
  },
});
