import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse as parseScript } from 'acorn';
import { walk } from './syntax.mjs';

/** @import { Syntax } from './syntax.mjs' */

// Checks that the build runs on the oldest engines: esbuild lowers syntax, of our own files and of our dependencies, but adds no API.
// This lists the APIs that the browsers' compatibility data describe as newer, file by file.

/** The oldest engines, by their names in the compatibility data. */
const floor = { chrome: 69, safari_ios: 12.2 };

/**
 * Newer APIs that may be used, because the code tests for them first or handles their absence; each must occur, or the check fails.
 * @type {Record<string, string>}
 */
const withFallback = {
  '.writeText': 'of the clipboard, where there is one',
  '.throwIfAborted': 'of a request that ky tries again, and ours it never does',
  '.getClientExtensionResults': 'of passkeys, which only browsers with `PublicKeyCredential` have',
  '.createPolicy': 'without Trusted Types an address is as it is',
  '.replaceSync': 'the sheets’ files are linked, and the app inserts its rules',
  '.showPopover': 'a dialog is rendered at once',
  'Symbol.dispose': 'of `using`, which nobody writes; without it the end of an effect is called undefined',
  'navigator.share': 'where there is `canShare`',
  '.requestPermission': 'of notifications, where the browser has them and `PushManager`',
  '.getSubscription': 'of push messages, where the browser has `PushManager`',
  '.unsubscribe': 'of push messages, where the browser has `PushManager`',
  '.showNotification': 'in the answer to a push message, which only browsers with push receive',
  '.isConfigSupported': 'of live pictures, where the browser has `VideoDecoder`',
  VideoDecoder: 'in the file that only browsers with it load',
  EncodedVideoChunk: 'in the same file',
  '.isTypeSupported': 'of live pictures, where the browser has `MediaSource`',
  'MediaSource.isTypeSupported': 'in the file that only browsers with it load',
  MediaSource: 'in the same file',
  '.addSourceBuffer': 'in the same file',
  '.appendBuffer': 'in the same file',
  '.setPointerCapture': 'on live pictures, which iPhones have from 16.4 on',
};

/**
 * Built-in types whose method names our code never uses for its own. Those of others (`drop` of an iterator) are only found if nobody
 * else has the name.
 */
const everyday =
  /^(Array|ArrayBuffer|Date|Function|Map|Number|Object|Promise|RegExp|Set|String|TypedArray|WeakMap)$/;

/** The type of each global. @type {Record<string, string>} */
const instances = {
  navigator: 'Navigator',
  document: 'Document',
  location: 'Location',
  history: 'History',
  performance: 'Performance',
  crypto: 'Crypto',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
  screen: 'Screen',
  window: 'Window',
  self: 'Window',
};

/**
 * Whether the oldest engines support a feature, according to the data.
 * @param {any} feature
 */
function isOld({ __compat }) {
  if (!__compat) return true;
  return Object.entries(floor).every(([browser, version]) => {
    const all = [__compat.support[browser] ?? []].flat();
    return all.some(({ version_added: added, version_removed, flags, prefix, alternative_name: other }) => {
      if (!added || added === 'preview' || version_removed || flags || prefix || other) return false;
      return Number.parseFloat(String(added).replace('≤', '')) <= version;
    });
  });
}

/**
 * The known APIs: `globals` by name, `members` by owner and name; `named`: by a member's name alone, whether any owner had it in the
 * oldest engines, and whether any owner is a common built-in type.
 */
function readApis() {
  /** @type {{ api: Record<string, any>, javascript: { builtins: Record<string, any> } }} */
  const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data');
  /** @type {Map<string, boolean>} */
  const globals = new Map();
  /** @type {Map<string, boolean>} */
  const members = new Map();
  /** @type {Map<string, { old: boolean, language: boolean }>} */
  const named = new Map();
  for (const [owner, about] of [...Object.entries(api), ...Object.entries(javascript.builtins)]) {
    globals.set(owner, isOld(about) || globals.get(owner) === true);
    for (const [key, member] of Object.entries(about)) {
      if (key === '__compat' || /_event$|^worker_support$|^@@/.test(key)) continue;
      const name = key.replace(/_static$/, '');
      const old = isOld(member);
      members.set(`${owner}.${name}`, old);
      const known = named.get(name);
      named.set(name, {
        old: old || known?.old === true,
        language: everyday.test(owner) || known?.language === true,
      });
      if (owner === 'Window') globals.set(name, old);
    }
  }
  return { globals, members, named };
}

/** @type {ReturnType<typeof readApis> | undefined} */
let apis;

/**
 * @param {string} code
 * @returns {Syntax}
 */
const parse = (code) => parseScript(code, { ecmaVersion: 2020, sourceType: 'module' });

/**
 * The property names that a script itself defines.
 * @param {string} code
 */
function madeNames(code) {
  /** @type {string[]} */
  const names = [];
  walk(parse(code), ({ type, key, computed, left }) => {
    if (/^(Property|MethodDefinition)$/.test(type) && !computed) names.push(key.name ?? key.value);
    if (type === 'AssignmentExpression' && left.type === 'MemberExpression' && !left.computed)
      names.push(left.property.name);
  });
  return names;
}

/**
 * The names that a script declares.
 * @param {Syntax} tree
 */
function declaredIn(tree) {
  /** @type {Set<string>} */
  const declared = new Set();
  /** @param {Syntax | null} pattern */
  const declare = (pattern) => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') declared.add(pattern.name);
    else if (pattern.type === 'ObjectPattern')
      for (const one of pattern.properties) declare(one.value ?? one.argument);
    else if (pattern.type === 'ArrayPattern') for (const one of pattern.elements) declare(one);
    else declare(pattern.left ?? pattern.argument ?? null);
  };
  walk(tree, (node) => {
    if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') declare(node.id);
    if (node.type === 'ClassDeclaration' || /^Import\w+Specifier$/.test(node.type))
      declare(node.id ?? node.local);
    if (/Function/.test(node.type)) for (const one of node.params) declare(one);
    if (node.type === 'CatchClause') declare(node.param);
  });
  return declared;
}

/**
 * The names that a condition tests for: `a.b`, `typeof a.b`, `'b' in a`.
 * @param {Syntax} condition
 */
function askedIn(condition) {
  /** @type {string[]} */
  const names = [];
  walk(condition, ({ type, property, operator, left, argument }) => {
    if (/Function|CallExpression/.test(type)) return false; // a call is a use, not a test
    if (type === 'MemberExpression') names.push(property.name);
    if (type === 'BinaryExpression' && operator === 'in') names.push(left.value);
    if (type === 'UnaryExpression' && operator === 'typeof') names.push(argument.name);
    return true;
  });
  return names;
}

/**
 * The APIs of a script that are newer than the oldest engines, by name and position. `own`: names of methods that may be the scripts'
 * own.
 * @param {string} code
 * @param {Set<string>} [own]
 * @returns {{ name: string, at: number }[]}
 */
export function newerThanFloor(code, own = new Set()) {
  const { globals, members, named } = (apis ??= readApis());
  /** @type {{ name: string, at: number }[]} */
  const found = [];
  /** @type {Syntax} */
  let tree;
  try {
    tree = parse(code);
  } catch (error) {
    const { pos = 0, message } = /** @type {SyntaxError & { pos?: number }} */ (error);
    return [{ name: `syntax: ${message}`, at: pos }];
  }
  const declared = declaredIn(tree);
  /** @type {(node: Syntax, name: string) => unknown} */
  const note = ({ start }, name) => found.push({ name, at: start });
  /** @param {string} name */
  const isNewMethod = (name) => {
    const known = named.get(name);
    return known && !known.old && (known.language || !own.has(name));
  };
  /** @param {Syntax} node */
  const isGlobal = ({ type, name }) => type === 'Identifier' && !declared.has(name);

  /** @param {Syntax} node @param {readonly string[]} known @param {boolean} called whether it is what a call calls */
  const look = (node, known, called = false) => {
    const { type } = node;
    /** @param {string} name */
    const isNew = (name) => isNewMethod(name) && !known.includes(name);
    if (type === 'ChainExpression') note(node, 'syntax: ?.');
    if (type === 'LogicalExpression' && node.operator === '??') note(node, 'syntax: ??');
    if (type === 'Literal' && node.bigint) note(node, 'syntax: BigInt');
    if (type === 'ExportAllDeclaration' && node.exported) note(node, 'syntax: export * as');
    if (type === 'Literal' && node.regex && /\(\?<[=!]/.test(node.regex.pattern)) note(node, 'syntax: (?<=');
    if (type === 'UnaryExpression' && node.operator === 'typeof' && isGlobal(node.argument)) return;
    if (type === 'MemberExpression') {
      const { object, property, computed } = node;
      if (computed) look(property, known);
      else if (isGlobal(object)) {
        const owner = instances[object.name];
        const old =
          members.get(`${owner ?? object.name}.${property.name}`) ?? (owner && globals.get(property.name));
        const isStatic = !owner && /^[A-Z]/.test(object.name);
        if (old === false && (called || isStatic) && !known.includes(property.name))
          note(node, `${object.name}.${property.name}`);
        else if (old === undefined && called && isNew(property.name)) note(node, `.${property.name}`);
      } else if (called && isNew(property.name)) note(node, `.${property.name}`);
      return look(object, known);
    }
    if (type === 'Identifier') {
      if (isGlobal(node) && globals.get(node.name) === false && !known.includes(node.name))
        note(node, node.name);
      return;
    }
    if (type === 'CallExpression' || type === 'NewExpression') {
      look(node.callee, known, true);
      for (const one of node.arguments) look(one, known);
      return;
    }
    if (/^(Property|MethodDefinition)$/.test(type) && !node.computed) return look(node.value, known);
    if (/^(Import|Export)\w*Specifier$|^MetaProperty$|^(Break|Continue)Statement$/.test(type)) return;
    if (type === 'LabeledStatement') return look(node.body, known);
    const condition =
      type === 'LogicalExpression' ? node.left : /^(If|Conditional)/.test(type) ? node.test : undefined;
    const here = condition ? [...known, ...askedIn(condition)] : known;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child.type === 'string') look(child, here);
  };
  look(tree, []);
  return found;
}

/**
 * The scripts of a folder, and those within its pages.
 * @param {string} folder
 * @returns {{ file: string, code: string }[]}
 */
const scriptsOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = `${folder}/${name}`;
    if (/\.js$/.test(name)) return [{ file, code: readFileSync(file, 'utf8') }];
    if (!/\.html$/.test(name)) return [];
    const inline = [...readFileSync(file, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)];
    return inline.map(([, code = '']) => ({ file, code }));
  });

/**
 * Prints the APIs of the built scripts that the oldest engines lack; returns their number.
 * @param {string[]} folders
 */
export function reportFloor(folders = ['dist/app', 'dist/embed', 'dist/secure']) {
  const scripts = folders.flatMap(scriptsOf);
  if (!scripts.length) throw new Error(`There are no scripts in ${folders.join(', ')}`);
  const own = new Set(
    scripts.flatMap(({ code }) => {
      try {
        return madeNames(code);
      } catch {
        return []; // its syntax is too new, which is reported below
      }
    }),
  );
  const unused = new Set(Object.keys(withFallback));
  /** @type {string[]} */
  const wrong = [];
  for (const { file, code } of scripts)
    for (const { name, at } of newerThanFloor(code, own)) {
      unused.delete(name);
      if (!withFallback[name])
        wrong.push(`${file}: ${name} is newer than the oldest engines: …${code.slice(at - 40, at + 60)}…`);
    }
  for (const name of unused) wrong.push(`tools/build/engine-floor.mjs: nobody uses ${name} any more`);
  for (const one of wrong) console.log(`  ${one.replace(/\s+/g, ' ')}`);
  return wrong.length;
}
