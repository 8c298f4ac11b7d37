import { parse, replaceParts, walk } from './syntax.mjs';

/** @import { Syntax } from './syntax.mjs' */

/**
 * What a module imports from files beside it.
 * @param {string} code JavaScript
 * @returns {{ file: string, names: string[], list: string, start: number, end: number }[]} `names` as the file exports them, `list` as
 *   the statement has them between its braces
 */
export function importsOf(code) {
  return /** @type {Syntax[]} */ (parse(code).body)
    .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.startsWith('./'))
    .map(({ source, specifiers, start, end }) => ({
      file: source.value.slice('./'.length),
      names: specifiers.map((/** @type {Syntax} */ one) => one.imported.name),
      list: specifiers
        .map((/** @type {Syntax} */ { imported, local }) =>
          imported.name === local.name ? local.name : `${imported.name} as ${local.name}`,
        )
        .join(','),
      start,
      end,
    }));
}

/**
 * One import statement for each file instead of one for each name; as long as before, so that source maps stay true.
 * @param {string} code JavaScript
 */
export function mergeImports(code) {
  const found = importsOf(code);
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  for (const { file, list } of found) lists.set(file, [...(lists.get(file) ?? []), list]);
  const imports = [...lists].map(([file, all]) => `import{${all.join(',')}}from"./${file}";`).join('');
  const rest = replaceParts(
    code,
    found.map(({ start, end }) => ({ start, end: code[end] === '\n' ? end + 1 : end, text: '' })),
  );
  return imports.padEnd(code.length - rest.length) + rest;
}

/**
 * `import("f:12")`, as the plugin `numbered` leaves it, as `import(cp[12])`: as long as before.
 * @param {string} code JavaScript
 */
export function resolveNumbered(code) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const changes = [];
  walk(parse(code), ({ type, source }) => {
    if (type !== 'ImportExpression' || !source.value?.startsWith?.('f:')) return;
    changes.push({ start: source.start, end: source.end, text: `cp[${source.value.slice('f:'.length)}]` });
  });
  return replaceParts(code, changes);
}
