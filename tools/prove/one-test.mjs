import { fileURLToPath } from 'node:url';

const stand = fileURLToPath(new URL('uvu-one.mjs', import.meta.url));

/**
 * Lets a bundle of tests keep those only whose title `ONE_TEST` (a regular expression) takes.
 * @type {import('esbuild').Plugin}
 */
export const oneTest = {
  name: 'one-test',
  setup({ onResolve }) {
    onResolve({ filter: /^uvu$/ }, ({ importer }) =>
      importer === stand ? { path: 'uvu', external: true } : { path: stand },
    );
  },
};

/** The titles that a test of the source has when it runs: `…` stands for what is put in then. @param {string} title */
export const patternOf = (title) =>
  `^${title
    .split('…')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.+')}$`;
