import { parse, replaceParts, walk } from './syntax.mjs';

/** @import { Syntax } from './syntax.mjs' */

/**
 * An import from a file beside a module; names as the file exports them.
 * @typedef {{ file: string, names: { imported: string, local: string }[], start: number, end: number }} Import
 */

/**
 * The imports of a module from files beside it.
 * @param {string} code JavaScript
 */
export const importsOf = (code) => importsIn(parse(code));

/**
 * @param {Syntax} tree
 * @returns {Import[]}
 */
function importsIn(tree) {
  return /** @type {Syntax[]} */ (tree.body)
    .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.startsWith('./'))
    .map(({ source, specifiers, start, end }) => ({
      file: source.value.slice('./'.length),
      names: specifiers.map((/** @type {Syntax} */ { imported, local }) => ({
        imported: imported.name,
        local: local.name,
      })),
      start,
      end,
    }));
}

/**
 * Merges the imports of one name into one import statement per file, with its final name, which is not longer than before. The length of
 * the text does not change, so that source maps stay valid.
 * @param {string} code JavaScript
 * @param {(file: string) => string} nameOf
 * @param {Import[]} [found] its imports, if they are known
 */
export function rewriteImports(code, nameOf, found = importsOf(code)) {
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  for (const { file, names } of found) {
    const list = names.map(({ imported, local }) => (imported === local ? local : `${imported} as ${local}`));
    lists.set(file, [...(lists.get(file) ?? []), ...list]);
  }
  const imports = [...lists].map(([file, list]) => `import{${list.join(',')}}from"./${nameOf(file)}";`);
  const rest = replaceParts(
    code,
    found.map(({ start, end }) => ({ start, end: code[end] === '\n' ? end + 1 : end, text: '' })),
  );
  return imports.join('').padEnd(code.length - rest.length) + rest;
}

/**
 * Replaces `import("f:12")`, which the plugin `lazy-addresses` writes, with `import(cp[12])`, which has the same length. Also returns the
 * imports, so that a module is parsed only once.
 * @param {string} code JavaScript
 */
export function lookUpAddresses(code) {
  const tree = parse(code);
  /** @type {{ start: number, end: number, text: string }[]} */
  const changes = [];
  walk(tree, ({ type, source }) => {
    if (type !== 'ImportExpression' || !source.value?.startsWith?.('f:')) return;
    changes.push({ start: source.start, end: source.end, text: `cp[${source.value.slice('f:'.length)}]` });
  });
  return { code: replaceParts(code, changes), imports: importsIn(tree) };
}
