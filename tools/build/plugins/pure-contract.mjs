import { readFile } from 'node:fs/promises';
import { parse, replaceParts, toJavaScript, walk } from '../syntax.mjs';

/** @import { Plugin } from 'esbuild' */

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Marks every call that a module makes while it is loaded as free of effects. Calls within functions stay as they are.
 * @param {string} code JavaScript
 */
export function markPure(code) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const marks = [];
  walk(parse(code), ({ type, start }) => {
    if (functions.has(type)) return false;
    if (type === 'CallExpression' || type === 'NewExpression')
      marks.push({ start, end: start, text: '/* @__PURE__ */ ' });
  });
  return replaceParts(code, marks);
}

/** @type {Map<string, { source: string, contents: string }>} */
const memo = new Map(); // every bundle is made in several passes

/**
 * esbuild plugin: the contract declares and does nothing else, so a screen carries only the calls and the rules that it uses. (Valibot
 * marks its functions itself, but esbuild does not see such a mark from another file: 6.3 KB for the sign-in form without this, 1.7 with.)
 * @type {Plugin}
 */
export const pureContract = {
  name: 'pure-contract',
  setup(build) {
    build.onLoad({ filter: /src\/contract\/.*\.ts$/, namespace: 'file' }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const known = memo.get(path);
      const contents = known?.source === source ? known.contents : markPure(toJavaScript(path, source));
      memo.set(path, { source, contents });
      return { contents, loader: 'js' };
    });
  },
};
