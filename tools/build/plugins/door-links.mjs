import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { runModule } from '../run-module.mjs';
import { isDoor } from './door-paths.mjs';

/** @import { BuildOptions, Plugin } from 'esbuild' */

/**
 * esbuild plugin: `importers` (paths from the root) get of other features' doors only the screens that they lead to, and of those only
 * what links need to know. Whoever goes there finds the whole door, which is loaded by then.
 * @param {BuildOptions} options that the doors are run with
 * @param {(importer: string) => boolean} importers
 * @param {string[]} whole doors that are here anyway
 * @returns {Plugin}
 */
export const doorLinks = (options, importers, whole) => ({
  name: 'door-links',
  setup(build) {
    build.onResolve({ filter: /\/screens$/ }, ({ path, importer, resolveDir }) => {
      const from = relative(process.cwd(), importer);
      const door = relative(process.cwd(), `${resolve(resolveDir, path)}.ts`);
      if (!isDoor.test(door) || whole.includes(door) || !importers(from)) return;
      return { path: `${door}?${from}`, namespace: 'links', sideEffects: false };
    });
    build.onLoad({ filter: /./, namespace: 'links' }, async ({ path }) => {
      const [door = '', importer = ''] = path.split('?');
      const text = await readFile(importer, 'utf8');
      const lines = Object.entries(await runModule(options, door)).map(([name, screens]) => {
        const used = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, key]) => key ?? '');
        const links = [...new Set(used)].map((key) => {
          const { path, guard } = /** @type {any} */ (screens)[key] ?? {};
          if (!path) throw new Error(`${importer} leads to ${name}.${key}, which is no screen of ${door}`);
          return [key, { path, guard, needs: [] }];
        });
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(links))};`;
      });
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
});
