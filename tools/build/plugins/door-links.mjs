import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { runModule } from '../run-module.mjs';
import { parse, toJavaScript, walk } from '../syntax.mjs';
import { isDoor } from './door-paths.mjs';

/** @import { BuildOptions, Plugin } from 'esbuild' */
/** @import { Syntax } from '../syntax.mjs' */

/**
 * The names of screens that a source uses of what it imports from a door, by the door's own names. Throws where it uses a door in a way that
 * does not say which: as a whole, or by a name that is computed.
 * @param {string} path of the source
 * @param {string} text of it
 * @param {string} door its path
 * @returns {Record<string, string[]>}
 */
export function usedOfDoor(path, text, door) {
  const tree = parse(toJavaScript(path, text));
  /** @type {Map<string, string>} */
  const imported = new Map(); // the door's name of it, by the name that it has here
  for (const { type, source, specifiers } of /** @type {Syntax[]} */ (tree.body))
    if (
      type === 'ImportDeclaration' &&
      relative(process.cwd(), `${resolve(path, '..', source.value)}.ts`) === door
    )
      for (const one of specifiers) imported.set(one.local.name, one.imported.name);
  /** @type {Record<string, string[]>} */
  const used = Object.fromEntries([...imported.values()].map((name) => [name, []]));
  /** @type {(node: Syntax | null) => string | undefined} */
  const nameOf = (node) => (node?.type === 'Identifier' ? imported.get(node.name) : undefined);
  /** @type {(name: string, key: Syntax, computed: boolean) => void} */
  const add = (name, key, computed) => {
    if (computed)
      throw new Error(`${path} chooses a screen of ${name} when it runs: its links are not known`);
    used[name]?.push(key.name);
  };
  /** @type {(node: Syntax) => boolean | undefined} */
  const enter = (node) => {
    if (node.type === 'ImportDeclaration') return false;
    if (node.type === 'MemberExpression') {
      const name = nameOf(node.object);
      if (name) add(name, node.property, node.computed);
      else walk(node.object, enter);
      if (node.computed) walk(node.property, enter);
      return false;
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern') {
      const name = nameOf(node.init);
      if (!name) return;
      for (const one of node.id.properties) {
        if (one.type === 'RestElement')
          throw new Error(`${path} uses all of ${name}: its links are not known`);
        add(name, one.key, one.computed);
      }
      return false;
    }
    if (node.type === 'Property') {
      if (node.computed) walk(node.key, enter);
      walk(node.value, enter);
      return false;
    }
    const whole = nameOf(node);
    if (whole) throw new Error(`${path} uses all of ${whole}: its links are not known`);
    return;
  };
  walk(tree, enter);
  return used;
}

/**
 * esbuild plugin: `importers` (paths from the root) get of other features' doors only the screens that they lead to, and of those only
 * what links need to know. Whoever goes there finds the whole door, which is loaded by then.
 * @param {BuildOptions} options that the doors are run with
 * @param {(importer: string) => boolean} importers
 * @param {string[]} whole doors that are here anyway
 * @returns {Plugin}
 */
export function doorLinks(options, importers, whole) {
  /** @type {Map<string, Promise<string>>} */
  const memo = new Map(); // a bundle is made in several passes
  /** @param {string} path the door and its importer */
  async function links(path) {
    const [door = '', importer = ''] = path.split('?');
    const used = usedOfDoor(importer, await readFile(importer, 'utf8'), door);
    const lines = Object.entries(await runModule(options, door)).map(([name, screens]) => {
      const known = [...new Set(used[name])].map((key) => {
        const { path, guard } = /** @type {any} */ (screens)[key] ?? {};
        if (!path) throw new Error(`${importer} leads to ${name}.${key}, which is no screen of ${door}`);
        return [key, { path, guard, needs: [] }];
      });
      return `export const ${name} = ${JSON.stringify(Object.fromEntries(known))};`;
    });
    return lines.join('\n');
  }
  return {
    name: 'door-links',
    setup(build) {
      build.onResolve({ filter: /\/screens$/ }, ({ path, importer, resolveDir }) => {
        const from = relative(process.cwd(), importer);
        const door = relative(process.cwd(), `${resolve(resolveDir, path)}.ts`);
        if (!isDoor.test(door) || whole.includes(door) || !importers(from)) return;
        return { path: `${door}?${from}`, namespace: 'links', sideEffects: false };
      });
      build.onLoad({ filter: /./, namespace: 'links' }, async ({ path }) => {
        const contents = memo.get(path) ?? links(path);
        memo.set(path, contents);
        return { contents: await contents, loader: 'js' };
      });
    },
  };
}
