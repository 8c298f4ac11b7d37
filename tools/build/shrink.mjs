import { minify } from '@swc/core';

/** @typedef {{ code: string, map: string }} Shrunk */

/**
 * Minifies a module once more after esbuild: swc inlines and collapses what esbuild leaves. With gzip, 1.8 KB of a first load and 1.7 to 2 KB of an
 * embed. Runs on threads of its own. For production only.
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
 * Marks a module for engines that know the mark (Chrome 136): they compile all of it when it arrives, beside the main thread, not each function
 * when it is first called. For files that run almost completely before the first screen. Without it, the device list took 1.39 times as long as
 * the floor, with it 1.15 to 1.33 (`npm run bench -- views`).
 * @param {Shrunk} made
 * @returns {Shrunk}
 */
export const compiledAhead = ({ code, map }) => ({
  code: `//# allFunctionsCalledOnLoad\n${code}`,
  map: map && JSON.stringify({ ...JSON.parse(map), mappings: `;${JSON.parse(map).mappings}` }), // a line further down
});
