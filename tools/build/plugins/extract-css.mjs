import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { css } from 'goober';
import { parse, replaceParts, toJavaScript, walk } from '../syntax.mjs';

/** @import { Plugin } from 'esbuild' */
/** @import { Syntax } from '../syntax.mjs' */

/**
 * The rules of each template, by its module (`rule:src/ui/button.tsx#0`), in the order of the build.
 * @typedef {Map<string, string>} Sheet
 */
/**
 * A goober template of a file: its kind, its position in the JavaScript, goober's class name for it and its rules.
 * @typedef {{ kind: 'css' | 'keyframes', start: number, end: number, name: string, rules: string }} Template
 */

/**
 * goober drops a last declaration without a semicolon.
 * @param {string} body
 */
const closed = (body) => body.replace(/([^;{}\s])(\s*)(\}|$)/g, '$1;$2$3');

/**
 * @param {string} kind
 * @param {string} body
 */
function compile(kind, body) {
  const target = { data: '' };
  const name = css.call({ target, k: kind === 'keyframes' ? 1 : 0 }, closed(body));
  return { name, rules: target.data };
}

/**
 * The names that a module imports from goober.
 * @param {Syntax} tree
 */
const importedFromGoober = (tree) =>
  new Set(
    /** @type {Syntax[]} */ (tree.body)
      .filter(({ type, source }) => type === 'ImportDeclaration' && source.value === 'goober')
      .flatMap(({ specifiers }) => specifiers.map((/** @type {Syntax} */ one) => one.local.name)),
  );

/**
 * The templates of a file, and its JavaScript. Throws for any other use of goober: variation needs custom properties and data attributes.
 * @param {string} path
 * @param {string} source
 */
export function findTemplates(path, source) {
  const code = toJavaScript(path, source);
  const tree = parse(code);
  const names = importedFromGoober(tree);
  /** @type {Template[]} */
  const templates = [];
  walk(tree, (node) => {
    if (node.type === 'ImportDeclaration') return false;
    if (node.type === 'TaggedTemplateExpression' && names.has(node.tag.name)) {
      const { expressions, quasis } = node.quasi;
      if (expressions.length) throw new Error(`A template of goober has a \${} in it: ${path}`);
      const kind = node.tag.name;
      templates.push({ kind, start: node.start, end: node.end, ...compile(kind, quasis[0].value.raw) });
      return false;
    }
    if (node.type === 'Identifier' && names.has(node.name))
      throw new Error(`goober's ${node.name} is no template here: ${path}`);
  });
  return { code, templates };
}

/** @type {Map<string, { source: string, found: ReturnType<typeof findTemplates> }>} */
const memo = new Map(); // every bundle is made in several passes
/** @param {string} path from the root */
function templatesOf(path) {
  const source = readFileSync(path, 'utf8');
  const known = memo.get(path);
  if (known?.source === source) return known.found;
  const found = source.includes("'goober'") ? findTemplates(path, source) : { code: '', templates: [] };
  memo.set(path, { source, found });
  return found;
}

/**
 * Two letters in place of goober's eleven digits, assigned in the order of the files' names, so that the same source gives the same
 * names.
 */
function shortNames() {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const { name } of templatesOf(`src/${file}`).templates)
      if (!names.has(name)) names.set(name, `_${names.size.toString(36)}`);
  }
  return names;
}

/**
 * esbuild plugin: replaces every goober css`…` and keyframes`…` with its class name, imported from a separate module, whose rules go to
 * `sheet`. The imported modules of a file therefore determine its rules. The phone does no style work (40 rules at CPU ÷ 6: 115 ms → 0).
 * @param {Sheet} sheet
 * @returns {Plugin}
 */
export const extractCss = (sheet) => ({
  name: 'extract-css',
  setup(build) {
    const names = shortNames();
    /** @param {string} text as goober wrote it */
    const shorten = (text) => text.replace(/\bgo\d+/g, (name) => names.get(name) ?? name);
    build.onLoad({ filter: /src\/.*\.tsx?$/, namespace: 'file' }, ({ path }) => {
      const file = relative(process.cwd(), path);
      const { code, templates } = templatesOf(file);
      if (!templates.length) return;
      const imports = templates.map((_, at) => `import { name as $rule${at} } from "rule:${file}#${at}";`);
      const changes = templates.map(({ start, end }, at) => ({ start, end, text: `$rule${at}` }));
      return { contents: imports.join('') + replaceParts(code, changes, { lines: true }), loader: 'js' };
    });
    build.onResolve({ filter: /^rule:/ }, ({ path }) => ({
      path: path.slice('rule:'.length),
      namespace: 'rule',
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'rule' }, ({ path }) => {
      const [file = '', at] = path.split('#');
      const { name = '', rules = '' } = templatesOf(file).templates[Number(at)] ?? {};
      sheet.set(`rule:${path}`, shorten(rules));
      return { contents: `export let name = ${JSON.stringify(shorten(name))};`, loader: 'js' };
    });
  },
});

/**
 * Sorts the modules of rules by file name, so that the same source gives the same style sheet.
 * @param {string} id
 */
const order = (id) => id.replace(/\d+$/, (at) => at.padStart(3, '0'));

/**
 * The text of the rules whose modules `wanted` selects, each rule once and none of `before`.
 * @param {Sheet} sheet
 * @param {(id: string) => boolean} wanted
 */
export function sheetText(sheet, wanted, before = '') {
  const ids = [...sheet.keys()].filter(wanted).sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const rules = ids.map((id) => sheet.get(id) ?? '');
  return [...new Set(rules)].filter((rule) => !before.includes(rule)).join('\n');
}
