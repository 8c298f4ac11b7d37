import { readFile } from 'node:fs/promises';

/** @import { Plugin } from 'esbuild' */

/** The beginning and the end of blueimp-md5's UMD wrapper. */
const begin = ";(function ($) {\n  'use strict'\n";
const end = "\n  if (typeof define === 'function' && define.amd) {";

/**
 * blueimp-md5 without the wrapper for AMD, CommonJS and `window`: a module that exports `md5`. The rest of its text stays unchanged; the
 * minifier removes the unused HMAC: 0.4 KB of the first load, with gzip.
 * @param {string} text
 */
export function unwrap(text) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error('blueimp-md5 is wrapped in another way than before');
  return `${text.slice(from + begin.length, to)}\nexport default md5;\n`;
}

/**
 * esbuild plugin: blueimp-md5 as a module.
 * @type {Plugin}
 */
export const unwrapped = {
  name: 'unwrapped',
  setup(build) {
    build.onLoad({ filter: /[\\/]blueimp-md5[\\/]js[\\/]md5\.js$/ }, async ({ path }) => ({
      contents: unwrap(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};
