import { parseTypeScript, walk } from '../build/syntax.mjs';

/** @import { Syntax } from '../build/syntax.mjs' */

/**
 * The kinds of mutant. `filter` drops a condition of a query that names a member, `condition` another condition of a query. `refusal`
 * drops a check that throws, `guard` a check that returns early, `rule` a rule of an input. `amount` inverts arithmetic, `comparison` a
 * comparison, `logic` an `and` or an `or`.
 * @typedef {'filter' | 'condition' | 'refusal' | 'guard' | 'rule' | 'amount' | 'comparison' | 'logic'} Kind
 */

/**
 * A place in a source that can be changed.
 * @typedef {object} Place
 * @property {string} file
 * @property {number} line
 * @property {number} start
 * @property {number} end
 * @property {Kind} kind
 * @property {string} what the change, for people
 * @property {(text: (node: Syntax) => string, active: string) => string} write the code with both versions; `active` is an
 * expression that tells whether the mutant is switched on
 */

/** @type {Record<string, string>} */
const turned = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
/** @type {Record<string, string>} */
const reversed = { '+': '-', '-': '+', '*': '/', '/': '*' };
/** @type {Record<string, string>} */
const swapped = { '&&': '||', '||': '&&' };
const extremes = ['min', 'max'];

/** Valibot's validations: those that only refuse a value. */
const validations =
  /^(minValue|maxValue|minLength|maxLength|length|nonEmpty|regex|integer|safeInteger|check|rawCheck|partialCheck|minEntries|maxEntries|digits|uuid|email|isoDate|isoTimestamp|multipleOf|notValue|includes|startsWith)$/;
/** Functions that refuse by throwing, by name. */
const refuses = /^(assert|must|require|refuse|verify|ensure|check|reject)(?=[A-Z])/;
/** A column or a key with the owner of a row. */
const owner = /\b(member|member_id|user_id|inviter|owner|seller|partner|subject|account)\b/;

/** @typedef {(node: Syntax, kind: Kind, what: string, write: Place['write']) => void} Add */

/**
 * Adds the places of a call of a method: a condition of a query, a rule, an extreme of amounts.
 * @param {Syntax} node
 * @param {Add} add
 * @param {(node: Syntax) => string} textOf
 */
function addCall(node, add, textOf) {
  const { callee } = node;
  const isMember = callee.type === 'MemberExpression' && !callee.computed && !callee.optional;
  if (!isMember) return;
  const name = callee.property.name;
  const args = node.arguments.map(textOf).join(', ');
  if (/^(where|whereRef|having)$/.test(name) && !has(node.arguments, 'AwaitExpression'))
    add(
      node,
      owner.test(args) ? 'filter' : 'condition',
      `.${name}(${args}) is left out`,
      (text, active) =>
        `(($query) => ${active} ? $query : $query.${name}(${node.arguments.map(text).join(', ')}))(${text(callee.object)})`,
    );
  if (callee.object.name === 'v' && validations.test(name))
    add(
      node,
      'rule',
      `v.${name}(${args}) takes everything`,
      (text, active) => `$lenient(${text(node)}, () => ${active})`,
    );
  if (callee.object.name === 'Math' && extremes.includes(name)) {
    const other = extremes.find((one) => one !== name);
    add(
      callee,
      'amount',
      `Math.${name}(${args}) is Math.${other}`,
      (_, active) => `(${active} ? Math.${other} : Math.${name})`,
    );
  }
}

/**
 * Adds the places of a comparison or a calculation.
 * @param {Syntax} node
 * @param {Add} add
 * @param {(node: Syntax) => string} textOf
 */
function addBinary(node, add, textOf) {
  const { operator, left } = node;
  const both = (/** @type {string} */ other) => either(node, other);
  if (turned[operator] && left.operator !== 'typeof')
    add(node, 'comparison', `${textOf(node)} with ${turned[operator]}`, both(turned[operator]));
  if (reversed[operator] && !isText(node))
    add(node, 'amount', `${textOf(node)} with ${reversed[operator]}`, both(reversed[operator]));
}

/**
 * Every place of a source that a mutant can change, in the order of the text.
 * @param {string} file
 * @param {string} source TypeScript
 * @returns {Place[]}
 */
export function placesOf(file, source) {
  /** @type {Place[]} */
  const places = [];
  /** @type {Add} */
  const add = (node, kind, what, write) =>
    places.push({
      file,
      line: node.loc?.start.line ?? 0,
      start: node.start,
      end: node.end,
      kind,
      what,
      write,
    });
  const textOf = (/** @type {Syntax} */ node) => source.slice(node.start, node.end);

  walk(parseTypeScript(source), (node) => {
    if (
      /^TS(?!AsExpression|NonNull|Satisfies|Parameter)/.test(node.type) ||
      node.type === 'ImportDeclaration'
    )
      return false;
    if (node.type === 'IfStatement' && !node.alternate) {
      const last = node.consequent.type === 'BlockStatement' ? node.consequent.body.at(-1) : node.consequent;
      const kind =
        last?.type === 'ThrowStatement' ? 'refusal' : last?.type === 'ReturnStatement' ? 'guard' : '';
      if (kind)
        add(
          node.test,
          kind,
          `if (${textOf(node.test)}) is never so`,
          (text, active) => `(!${active} && (${text(node.test)}))`,
        );
    }
    if (node.type === 'ExpressionStatement') {
      const call = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      const name = call.type === 'CallExpression' && (call.callee.name ?? call.callee.property?.name);
      if (name && refuses.test(name))
        add(
          node.expression,
          'refusal',
          `${textOf(call)} is not called`,
          (text, active) => `(${active} ? undefined : ${text(node.expression)})`,
        );
    }
    if (node.type === 'CallExpression') addCall(node, add, textOf);
    if (node.type === 'BinaryExpression') addBinary(node, add, textOf);
    if (node.type === 'LogicalExpression' && swapped[node.operator])
      add(
        node,
        'logic',
        `${textOf(node)} with ${swapped[node.operator]}`,
        either(node, swapped[node.operator] ?? ''),
      );
  });
  return places
    .filter((place) => !isShorthand(source, place))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** In one line, so that what follows keeps its line; not with a comment, which a line ends. @type {(code: string) => string} */
const inLine = (code) => (/(^|[^:])\/\//.test(code) ? code : code.replace(/\n\s*/g, ' '));

/** An expression of two operands, or the same with the other operator. @type {(node: Syntax, other: string) => Place['write']} */
const either =
  ({ left, operator, right }, other) =>
  (text, active) =>
    `(${active} ? (${inLine(text(left))}) ${other} (${inLine(text(right))}) : (${text(left)}) ${operator} (${text(right)}))`;

/** Whether a sum is one of texts. @type {(node: Syntax) => boolean} */
const isText = (node) =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right)));

/** @type {(nodes: Syntax[], type: string) => boolean} */
const has = (nodes, type) =>
  nodes.some((tree) => {
    let found = false;
    walk(tree, (node) => {
      found ||= node.type === type;
    });
    return found;
  });

/**
 * `...(x && { … })`: here the operator leaves out a property, and is not a decision. @type {(source: string, place: Place) => boolean}
 */
const isShorthand = (source, { kind, start }) => kind === 'logic' && source.slice(0, start).endsWith('...(');

/** @type {(text: string) => number} */
const lineEnds = (text) => text.split('\n').length - 1;

/**
 * A source in which each of these places has both versions; `globalThis.$mutant(id)` selects the mutant's. Code after a place keeps its
 * line: by the lines the tests find the declaration that runs a statement without its member (test/server/support/members).
 * @param {string} source
 * @param {(Place & { id: number })[]} places of this source
 */
export function instrument(source, places) {
  const inOrder = [...places].sort((a, b) => a.start - b.start || b.end - a.end);
  /** @type {(start: number, end: number, without?: Place & { id: number }) => string} */
  const range = (start, end, without) => {
    let made = '';
    let at = start;
    for (const place of inOrder) {
      if (place === without || place.start < at || place.end > end) continue;
      if (
        without &&
        place.start === without.start &&
        place.end === without.end &&
        inOrder.indexOf(place) < inOrder.indexOf(without)
      )
        continue;
      made += source.slice(at, place.start);
      const written = place.write(
        (node) => range(node.start, node.end, place),
        `globalThis.$mutant(${place.id})`,
      );
      const left = lineEnds(source.slice(place.start, place.end)) - lineEnds(written);
      made += written + '\n'.repeat(Math.max(0, left));
      at = place.end;
    }
    return made + source.slice(at, end);
  };
  return range(0, source.length);
}
