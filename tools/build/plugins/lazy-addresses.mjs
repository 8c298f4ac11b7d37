import { relative } from 'node:path';
import { resolveOnce } from '../resolve-once.mjs';

/** @import { Plugin } from 'esbuild' */
/** @import { Resolved } from '../resolve-once.mjs' */

/**
 * esbuild plugin: replaces the address of a lazy source with `f:<number>`, which `lookUpAddresses` replaces with a lookup. The text of
 * the core, and its name, therefore stay the same when a screen changes: a returning phone does not download its 23 KB again.
 * @param {string[]} lazy paths from the root
 * @param {Resolved} [resolved] what other passes of the same build have found
 * @returns {Plugin}
 */
export const lazyAddresses = (lazy, resolved = new Map()) => ({
  name: 'lazy-addresses',
  setup(esbuild) {
    esbuild.onResolve({ filter: /./ }, async (asked) => {
      if (asked.kind !== 'dynamic-import' || asked.pluginData === 'lazy-addresses') return;
      const found = await resolveOnce(esbuild, resolved, asked, 'lazy-addresses');
      return { path: `f:${lazy.indexOf(relative(process.cwd(), found.path))}`, external: true };
    });
  },
});
