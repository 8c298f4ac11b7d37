import { relative, resolve } from 'node:path';

/** @import { Plugin } from 'esbuild' */

/**
 * esbuild plugin: a module of ours exports what another one does, in place of its own.
 * @param {Record<string, string>} places paths from the root: the module, and the one in its place
 * @returns {Plugin}
 */
export const standIns = (places) => ({
  name: 'stand-ins',
  setup(build) {
    build.onLoad({ filter: /src\/.*\.tsx?$/, namespace: 'file' }, ({ path }) => {
      const place = places[relative(process.cwd(), path)];
      return place
        ? { contents: `export * from ${JSON.stringify(resolve(place))};`, loader: 'js' }
        : undefined;
    });
  },
});
