import { readFile } from 'node:fs/promises';
import { parse, toJavaScript, walk } from './syntax.mjs';

/** @typedef {{ [key: string]: Messages | string }} Messages */
/** @typedef {(key: string) => boolean} Says whether a message is used */

/** Marks a message that nobody has translated yet (`npm run new-screen`); a test finds them. */
export const untranslated = '待译：';

const key = /^[\w-]+(\.[\w-]+)+$/;
const beginning = /^[\w-]+(\.[\w-]+)*\.$/;

/**
 * The keys in a module: complete ones, and the beginnings of keys whose last part is a blank.
 * @typedef {{ whole: Set<string>, begun: Set<string> }} Said
 */

/**
 * @param {string} code JavaScript
 * @returns {Said}
 */
function readKeys(code) {
  /** @type {Said} */
  const { whole, begun } = { whole: new Set(), begun: new Set() };
  walk(parse(code), ({ type, value, quasis }) => {
    if (type === 'Literal' && key.test(value)) whole.add(value);
    if (type !== 'TemplateLiteral') return;
    const [first, ...rest] = quasis.map((/** @type {any} */ part) => part.value.cooked);
    if (!rest.length && key.test(first)) whole.add(first);
    if (rest.length && beginning.test(first)) begun.add(first);
  });
  return { whole, begun };
}

/**
 * The messages that some modules use: their code contains the complete key, or all of it except the last part, followed by a blank:
 * `'orders.title'`, `` `orders.states.${state}` ``. Any other notation is not found. Without this, the first load of the device list is
 * 0.44 KB larger (gzip) and that of the sign-in screen 0.93 KB, because their bundles have messages of other screens.
 * @param {string[]} codes JavaScript
 * @returns {Says}
 */
export const says = (codes) => used(codes.map(readKeys));

/**
 * @param {Said[]} all
 * @returns {Says}
 */
function used(all) {
  const whole = new Set(all.flatMap(({ whole }) => [...whole]));
  const begun = new Set(all.flatMap(({ begun }) => [...begun]));
  /** @type {Says} */
  const said = (key) => whole.has(key) || begun.has(key.slice(0, key.lastIndexOf('.') + 1));
  return (key) => said(key) || said(key.replace(/\.(one|other)$/, '')); // the forms of a plural are used together
}

/** @type {Map<string, { source: string, said: Promise<Said> }>} */
const memo = new Map(); // every screen that members open from outside asks for the modules of the core

/**
 * @param {string} module
 * @returns {Promise<Said>}
 */
async function saidBy(module) {
  const source = await readFile(module, 'utf8');
  const known = memo.get(module);
  if (known?.source === source) return known.said;
  const said = toJavaScript(module, source).then(readKeys);
  memo.set(module, { source, said });
  return said;
}

/**
 * The messages that some sources use, among these keys. Routes are left out, because they name titles of other screens.
 * @param {string[]} modules paths from the root
 * @param {string[]} keys
 */
export async function saidIn(modules, keys) {
  const all = await Promise.all(
    [...new Set(modules)]
      .filter((module) => /^src\/.*\.tsx?$/.test(module) && !/\/routes\.ts$/.test(module))
      .map(saidBy),
  );
  return used([...all, readKeys(JSON.stringify(keys))]);
}

/**
 * The used messages of a table; undefined if none is.
 * @param {Messages} table
 * @param {Says} said
 * @returns {Messages | undefined}
 */
export function kept(table, said, path = '') {
  const all = Object.entries(table).flatMap(([name, value]) => {
    const key = path + name;
    if (typeof value === 'string') return said(key) ? [[name, value]] : [];
    const within = kept(value, said, `${key}.`);
    return within ? [[name, within]] : [];
  });
  return all.length ? Object.fromEntries(all) : undefined;
}
