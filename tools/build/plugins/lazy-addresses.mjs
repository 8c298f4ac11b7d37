import { relative } from 'node:path';

/** @import { Plugin } from 'esbuild' */

/**
 * esbuild plugin: replaces the address of a lazy source with `f:<number>`, which `lookUpAddresses` replaces with a lookup. The text of
 * the core, and its name, therefore stay the same when a screen changes: a returning phone does not download its 23 KB again.
 * @param {string[]} lazy paths from the root
 * @returns {Plugin}
 */
export const lazyAddresses = (lazy) => ({
  name: 'lazy-addresses',
  setup(esbuild) {
    esbuild.onResolve({ filter: /./ }, async ({ kind, path, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'lazy-addresses') return;
      const found = await esbuild.resolve(path, { kind, resolveDir, importer, pluginData: 'lazy-addresses' });
      return { path: `f:${lazy.indexOf(relative(process.cwd(), found.path))}`, external: true };
    });
  },
});
