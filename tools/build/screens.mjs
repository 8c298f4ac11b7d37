import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runModule, runText } from './run-module.mjs';
import { parseTypeScript, walk } from './syntax.mjs';

/** @import { BuildOptions } from 'esbuild' */
/** @import { Syntax } from './syntax.mjs' */

// Routes are data, which is executed; the source of each is read from the `screen(routes.name, () => import('./source'))` beside it.

/**
 * A screen that members open from outside: its route as data, and the calls that it sends first.
 * @typedef {{ route: object, calls: { path: string, input: object }[] }} Landed
 */

/**
 * The build's data about a screen. `bundles`: of messages, its title's first. `source`: the file it loads.
 * @typedef {object} ScreenAbout
 * @property {string} path
 * @property {string} title
 * @property {string[]} bundles
 * @property {'anyone' | 'member' | 'examined'} guard
 * @property {readonly string[]} needs
 * @property {string} source
 * @property {Landed} [landed] if members open it from outside
 * @property {string} [scope] of an embed's token, without which it is of no use
 */

/** @param {string} feature */
const folderOf = (feature) => `src/features/${feature}`;

/**
 * A feature's `screens.ts` as text, its list, and the source that each route loads, by the route's name.
 * @param {string} feature
 */
export function readLoaders(feature) {
  const path = `${folderOf(feature)}/screens.ts`;
  if (!existsSync(path)) throw new Error(`There is no feature ${feature}: ${path} would list its screens`);
  const text = readFileSync(path, 'utf8');
  /** @type {Syntax | undefined} */
  let list;
  /** @type {Map<string, string>} */
  const sources = new Map();
  walk(parseTypeScript(text), ({ type, callee, id, init, ...node }) => {
    if (type === 'VariableDeclarator' && id.name === 'screens') list = init;
    if (type !== 'CallExpression' || callee.name !== 'screen') return;
    const [route, load] = node.arguments;
    const source = join(folderOf(feature), load.body.source.value);
    sources.set(route.property.name, existsSync(`${source}.tsx`) ? `${source}.tsx` : `${source}.ts`);
  });
  if (!list) throw new Error(`${path} exports no list of screens`);
  return { path, text, list, sources };
}

/**
 * Every screen with its source file, of the app and of embeds, and parts that are downloaded like screens.
 * @param {BuildOptions} options
 * @returns {Promise<ScreenAbout[]>}
 */
export async function readAll(options) {
  const features = readdirSync('src/features').filter(
    (feature) => feature !== 'dev' || options.conditions?.includes('development'),
  );
  const lines = features.flatMap((feature, at) => [
    `export * as f${at} from './${folderOf(feature)}/routes';`,
    ...(existsSync(`${folderOf(feature)}/landings.ts`)
      ? [`export { landings as l${at} } from './${folderOf(feature)}/landings';`]
      : []),
  ]);
  const routes = await runText(options, lines.join('\n'));
  /** @type {Map<string, Landed['calls']>} */
  const landings = new Map(
    features.flatMap((_, at) =>
      (routes[`l${at}`] ?? []).map((/** @type {any} */ { path, calls }) => [path, calls]),
    ),
  );
  return features.flatMap((feature, at) =>
    [...readLoaders(feature).sources].map(([name, source]) => {
      const route = routes[`f${at}`][name];
      return about(route, source, landings.get(route.path));
    }),
  );
}

/** @type {(route: any, source: string, calls: Landed['calls'] | undefined) => ScreenAbout} */
const about = (route, source, calls) => {
  const { path, title, also, guard, needs } = route;
  return {
    ...(calls && { landed: { route, calls } }),
    path,
    title,
    bundles: [title.split('.')[0], ...also],
    guard,
    needs,
    source,
  };
};

/**
 * The app's screens. `all`: also parts that are downloaded like screens.
 * @param {BuildOptions} options
 */
export async function readScreens(options, all = false) {
  const kinds = all ? /^(pages|part|overlay)\// : /^pages\//;
  return (await readAll(options)).filter(({ path }) => kinds.test(path));
}

/**
 * The embeddable features, by name, with their screens.
 * @param {BuildOptions} options
 * @returns {Promise<Record<string, { minHeight: number, screens: ScreenAbout[] }>>}
 */
export async function readEmbeds(options) {
  const [{ embeds }, all] = await Promise.all([
    runModule(options, 'src/embed/features.ts'),
    readAll(options),
  ]);
  /** @param {{ path: string, scope?: string }} route */
  const screenOf = ({ path, scope }) => {
    const found = all.find((one) => one.path === path);
    if (!found) throw new Error(`Nothing is listed for ${path}`);
    return { ...found, ...(scope && { scope }) };
  };
  return Object.fromEntries(
    Object.entries(embeds).map(([name, { minHeight, screens }]) => [
      name,
      { minHeight, screens: screens.map(screenOf) },
    ]),
  );
}

/**
 * Parts of several embeds' screens that are loaded after them.
 * @param {BuildOptions} options
 */
export async function readParts(options) {
  const own = [...readLoaders('pictures').sources.values()];
  return (await readAll(options)).filter(({ source }) => own.includes(source));
}
