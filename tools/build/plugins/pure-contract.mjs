import { readFile } from 'node:fs/promises';
import { parse, replaceParts, toJavaScript, walk } from '../syntax.mjs';

/** @import { Plugin } from 'esbuild' */
/** @import { Syntax } from '../syntax.mjs' */

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Marks every call that a module makes while it is loaded as free of side effects. Calls inside functions stay unchanged.
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

/** The options of a call's declaration that only the gateway reads (`CallOptions` of the contract). */
const gatewayOnly = new Set(['guard', 'oldest', 'embed']);

/**
 * Removes the options that only the gateway reads from declarations of calls: `added('txOrder/ways', { guard: 'anyone' })` becomes
 * `added('txOrder/ways', {})`.
 * @param {string} code JavaScript
 */
export function withoutGatewayOptions(code) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const cuts = [];
  walk(parse(code), (node) => {
    if (node.type !== 'CallExpression' || !['call', 'added'].includes(node.callee.name)) return;
    const [, options] = node.arguments;
    if (options?.type !== 'ObjectExpression') return;
    const kept = options.properties.filter(
      (/** @type {Syntax} */ one) => one.type !== 'Property' || !gatewayOnly.has(one.key.name),
    );
    const text = kept.map((/** @type {Syntax} */ one) => code.slice(one.start, one.end)).join();
    if (kept.length < options.properties.length)
      cuts.push({ start: options.start, end: options.end, text: `{${text}}` });
  });
  return replaceParts(code, cuts, { lines: true });
}

/**
 * esbuild plugin: applies `change` to each module of the contract, and to the routes and screens of each feature.
 * @param {string} name
 * @param {(code: string) => string} change of JavaScript
 * @returns {Plugin}
 */
function contractPlugin(name, change) {
  /** @type {Map<string, { source: string, contents: string }>} */
  const memo = new Map(); // every bundle is made in several passes
  return {
    name,
    setup(build) {
      build.onLoad(
        { filter: /src\/(contract\/.*|features\/[\w-]+\/(routes|screens))\.ts$/, namespace: 'file' },
        async ({ path }) => {
          const source = await readFile(path, 'utf8');
          const known = memo.get(path);
          const contents =
            known?.source === source ? known.contents : change(await toJavaScript(path, source));
          memo.set(path, { source, contents });
          return { contents, loader: 'js' };
        },
      );
    },
  };
}

/**
 * esbuild plugin: the contract, the routes and the screens are only declarations, so a file contains only those that it uses. (Valibot
 * marks its functions itself, but esbuild does not see such a mark from another file.) Without this, with gzip: first loads +0.3 to 0.5
 * KB, the rules of forms +0.4, an order's details +0.5, embeds +0.3 to 0.6.
 */
export const pureContract = contractPlugin('pure-contract', markPure);

/**
 * esbuild plugin: the same for a phone, without the options that only the gateway reads. Without this, with gzip: HTTP client +0.1 KB,
 * embeds +0.1 to 0.2.
 */
export const phoneContract = contractPlugin('phone-contract', (code) =>
  markPure(withoutGatewayOptions(code)),
);
