import { runModule } from '../run-module.mjs';

/** @import { BuildOptions, Plugin } from 'esbuild' */

/** A feature's door. */
export const isDoor = /features\/[\w-]+\/screens\.ts$/;

/**
 * @param {string} name
 * @param {any} value what a door exports: a screen, or screens by name
 * @param {string} door
 * @returns {object}
 */
function pathsOf(name, value, door) {
  if (typeof value?.path === 'string') return { path: value.path };
  if (value?.constructor !== Object) throw new Error(`${door} exports ${name}, which is no screen`);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, pathsOf(`${name}.${key}`, one, door)]),
  );
}

/**
 * esbuild plugin for embeds: of a door, only the paths that links lead to. What there is to know of its own screens an embed's table
 * says, and it loads them by that.
 * @param {BuildOptions} options that the doors are run with
 * @returns {Plugin}
 */
export function doorPaths(options) {
  /** @type {Map<string, Promise<string>>} */
  const memo = new Map(); // a bundle is made in several passes
  /** @param {string} path */
  const read = async (path) =>
    Object.entries(await runModule(options, path))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(pathsOf(name, value, path))};`)
      .join('\n');
  return {
    name: 'door-paths',
    setup(build) {
      build.onLoad({ filter: isDoor, namespace: 'file' }, async ({ path }) => {
        const contents = memo.get(path) ?? read(path);
        memo.set(path, contents);
        return { contents: await contents, loader: 'js' };
      });
    },
  };
}
