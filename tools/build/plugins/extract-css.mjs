import { readdir, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { css } from 'goober';
import { parse, replaceParts, toJavaScript, walk } from '../syntax.mjs';

/** @import { Plugin, PluginBuild } from 'esbuild' */
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
 * The templates of a file. Throws for any other use of goober: variation needs custom properties and data attributes.
 * @param {string} path
 * @param {string} code its JavaScript
 */
export function findTemplates(path, code) {
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
  return templates;
}

/** @type {Map<string, { source: string, found: Promise<{ code: string, templates: Template[] }> }>} */
const memo = new Map(); // every bundle is made in several passes
/** @param {string} path from the root */
async function templatesOf(path) {
  const source = await readFile(path, 'utf8');
  const known = memo.get(path);
  if (known?.source === source) return known.found;
  const read = async () => {
    if (!source.includes("'goober'")) return { code: '', templates: [] };
    const code = await toJavaScript(path, source);
    return { code, templates: findTemplates(path, code) };
  };
  const found = read();
  memo.set(path, { source, found });
  return found;
}

/**
 * Two letters in place of goober's eleven digits, assigned in the order of the files' names, so that the same source gives the same
 * names.
 */
async function shortNames() {
  const files = (await readdir('src', { recursive: true })).filter((file) => /\.tsx?$/.test(file)).sort();
  const all = await Promise.all(files.map((file) => templatesOf(`src/${file}`)));
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const { name } of all.flatMap(({ templates }) => templates))
    if (!names.has(name)) names.set(name, `_${names.size.toString(36)}`);
  return names;
}

/**
 * esbuild plugin: replaces every goober css`…` and keyframes`…` with its class name, imported from a separate module, whose rules go to
 * `sheet`. The imported modules of a file therefore determine its rules. The phone does no style work (40 rules at CPU ÷ 6: 115 ms → 0).
 * @param {Sheet} sheet
 * @returns {Plugin}
 */
export const extractCss = (sheet) => {
  /** @type {ReturnType<typeof shortNames> | undefined} */
  let once; // a bundle is made in several passes of esbuild
  return {
    name: 'extract-css',
    async setup(build) {
      once ??= shortNames();
      extractTo(sheet, await once, build);
    },
  };
};

/**
 * @param {Sheet} sheet
 * @param {Map<string, string>} names
 * @param {PluginBuild} build
 */
function extractTo(sheet, names, build) {
  /** @param {string} text as goober wrote it */
  const shorten = (text) => text.replace(/\bgo\d+/g, (name) => names.get(name) ?? name);
  build.onLoad({ filter: /src\/.*\.tsx?$/, namespace: 'file' }, async ({ path }) => {
    const file = relative(process.cwd(), path);
    const { code, templates } = await templatesOf(file);
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
  build.onLoad({ filter: /./, namespace: 'rule' }, async ({ path }) => {
    const [file = '', at] = path.split('#');
    const { name = '', rules = '' } = (await templatesOf(file)).templates[Number(at)] ?? {};
    sheet.set(`rule:${path}`, shorten(rules));
    return { contents: `export let name = ${JSON.stringify(shorten(name))};`, loader: 'js' };
  });
}

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
