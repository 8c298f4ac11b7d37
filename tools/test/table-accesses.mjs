import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseTypeScript, walk } from '../build/syntax.mjs';

/** @import { Syntax } from '../build/syntax.mjs' */

const server = 'src/server';

/**
 * A place in the gateway's sources that reads or writes a table.
 * @typedef {object} Access
 * @property {string} file from `src/server`
 * @property {number} line
 * @property {string} table
 * @property {boolean} writes
 */

/** Methods of Kysely whose first argument is a table, and whether they change it. */
const methods = new Map([
  ...['selectFrom', 'from', 'using', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'].map(
    (name) => /** @type {const} */ ([name, false]),
  ),
  ...['innerJoinLateral', 'leftJoinLateral'].map((name) => /** @type {const} */ ([name, false])),
  ...['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'].map(
    (name) => /** @type {const} */ ([name, true]),
  ),
]);

/** Those of them that no other library has. */
const named = new Set([...methods.keys()].filter((name) => !['from', 'using'].includes(name)));

/** SQL keywords before a table, or several. */
const inSql =
  /\b(from|join|into|update|delete\s+from|using|table|truncate)\s+((?:only\s+)?[a-z_]+(?:\s+(?:as\s+)?[a-z]\w*)?(?:\s*,\s*[a-z_]+(?:\s+(?:as\s+)?[a-z]\w*)?)*)/gi;

/** @type {(source: string, at: number) => number} */
const lineAt = (source, at) => source.slice(0, at).split('\n').length;

/** @type {(template: Syntax) => string} the text of a tagged template, with a mark for each value */
const sqlOf = ({ quasi }) => quasi.quasis.map((/** @type {Syntax} */ part) => part.value.cooked).join(' $ ');

/** @returns {string[]} the sources of the gateway, without migrations */
export const serverFiles = () =>
  readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && basename(file) !== 'migrations.ts' && basename(file) !== 'core-migrations.ts',
  );

/** @param {string} file */
export const readServer = (file) => readFileSync(join(server, file), 'utf8');

/**
 * The room of each table: every interface in a `tables.ts` whose name ends in `Tables` lists its tables.
 * @returns {Map<string, string>} the room of each table
 */
export function ownersOfTables() {
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const file of serverFiles().filter((name) => /tables\.ts$/.test(name)))
    walk(parseTypeScript(readServer(file)), (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || !node.id.name.endsWith('Tables')) return;
      for (const { key } of node.body.body) owners.set(key.name, file.split('/')[0] ?? '');
    });
  return owners;
}

/**
 * @param {Map<string, string>} owners
 * @returns {Access[]}
 */
export function tableAccesses(owners) {
  return serverFiles().flatMap((file) => accessesIn(file, readServer(file), owners));
}

/**
 * @param {string} file
 * @param {string} source
 * @param {Map<string, string>} owners
 * @returns {Access[]}
 */
export function accessesIn(file, source, owners) {
  /** @type {Access[]} */
  const found = [];
  /** @type {(at: number, text: string, writes: boolean) => void} */
  const add = (at, text, writes) => {
    const table = text.trim().split(/\s/)[0] ?? '';
    if (owners.has(table)) found.push({ file, line: lineAt(source, at), table, writes });
  };
  walk(parseTypeScript(source), (node) => {
    if (node.type === 'CallExpression' && methods.has(node.callee.property?.name)) {
      const [first] = node.arguments;
      for (const one of first?.type === 'ArrayExpression' ? first.elements : [first])
        if (one?.type === 'Literal' && typeof one.value === 'string')
          add(one.start, one.value, methods.get(node.callee.property.name) ?? false);
    }
    if (
      node.type === 'TaggedTemplateExpression' &&
      /\bsql\b/.test(source.slice(node.tag.start, node.tag.end))
    ) {
      for (const [, word = '', tables = ''] of sqlOf(node).matchAll(inSql))
        for (const one of tables.split(','))
          add(node.start, one.replace(/^\s*only\s/i, ''), /^(into|update|delete|truncate)/i.test(word));
    }
  });
  return found;
}

const states = /(^|[._])(state|status)$/;
const stateInSql = /\b(?:state|status)\b\s*(?:=|<>|!=|<|>|(?:not\s+)?in\b|is\b)\s*\(?\s*-?\d/i;

/**
 * Whether it is, or contains, the number of a state. From 100 on it is an HTTP status.
 * @type {(node: Syntax | undefined) => boolean}
 */
const isNumber = (node) =>
  !!node &&
  ((node.type === 'Literal' && typeof node.value === 'number' && node.value < 100) ||
    (node.type === 'UnaryExpression' && isNumber(node.argument)) ||
    (node.type === 'TSAsExpression' && isNumber(node.expression)) ||
    (node.type === 'ArrayExpression' && node.elements.some(isNumber)) ||
    (node.type === 'ConditionalExpression' && (isNumber(node.consequent) || isNumber(node.alternate))));

/**
 * Places where a query contains the number of a state, for which the contract has a name.
 * @param {string} file
 * @param {string} source
 * @returns {string[]} `file:line`
 */
export function stateNumbersIn(file, source) {
  /** @type {number[]} */
  const places = [];
  walk(parseTypeScript(source), (node) => {
    if (node.type === 'CallExpression') {
      const [column, , value] = node.arguments;
      if (column?.type === 'Literal' && states.test(String(column.value)) && isNumber(value))
        places.push(node.start);
    }
    if (node.type === 'Property' && states.test(node.key.name ?? '') && isNumber(node.value))
      places.push(node.start);
    if (node.type === 'TaggedTemplateExpression' && stateInSql.test(sqlOf(node))) places.push(node.start);
  });
  return places.map((at) => `${file}:${lineAt(source, at)}`);
}

/**
 * Places where the name of a query's table is not a literal, so that its room is unknown.
 * @param {string} file
 * @param {string} source
 * @returns {string[]} `file:line`
 */
export function namelessIn(file, source) {
  /** @type {number[]} */
  const places = [];
  walk(parseTypeScript(source), (node) => {
    if (node.type !== 'CallExpression' || !named.has(node.callee.property?.name)) return;
    const [first] = node.arguments;
    if (first?.type === 'Identifier' && node.callee.property.name !== 'selectFrom') places.push(node.start);
    if (first?.type === 'MemberExpression' || first?.type === 'TemplateLiteral') places.push(node.start);
  });
  return places.map((at) => `${file}:${lineAt(source, at)}`);
}
