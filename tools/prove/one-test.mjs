import { fileURLToPath } from 'node:url';

const stand = fileURLToPath(new URL('uvu-one.mjs', import.meta.url));

/**
 * Restricts a bundle of tests to those whose title matches `ONE_TEST` (a regular expression).
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

/** A pattern for the titles of a test at run time: `…` stands for inserted values. @param {string} title */
export const patternOf = (title) =>
  `^${title
    .split('…')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.+')}$`;
