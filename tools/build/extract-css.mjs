import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { css } from 'goober';

const template = /\b(css|keyframes)`((?:[^`\\$]|\$(?!\{)|\\.)*)`/g;
const uses = (source) => /from 'goober'/.test(source);

/** goober drops a last declaration without a semicolon. */
const closed = (body) => body.replace(/([^;{}\s])(\s*)(\}|$)/g, '$1;$2$3');

/** goober's class name for a template, and its rules. */
function compile(kind, body) {
  const target = { data: '' };
  const name = css.call({ target, k: kind === 'keyframes' ? 1 : 0 }, closed(body));
  return { name, rules: target.data };
}

/** Two letters for goober's eleven digits, in the order of the files' names: the same source gives the same names. */
function shortNames() {
  const names = new Map();
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(`src/${file}`, 'utf8');
    for (const [, kind, body] of uses(source) ? source.matchAll(template) : []) {
      const { name } = compile(kind, body);
      if (!names.has(name)) names.set(name, `_${names.size.toString(36)}`);
    }
  }
  return names;
}

/**
 * esbuild plugin: every goober css`…` and keyframes`…` becomes its class name, and its rules go to `sheet` by file. No
 * style work is left for the phone (40 rules at CPU ÷ 6: 115 ms → 0). A template with `${}` fails the build: variation
 * is custom properties and data attributes.
 */
export const extractCss = (sheet) => ({
  name: 'extract-css',
  setup(build) {
    const names = shortNames();
    const shorten = (text) => text.replace(/\bgo\d+/g, (name) => names.get(name) ?? name);
    build.onLoad({ filter: /src\/.*\.tsx?$/, namespace: 'file' }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!uses(source)) return;
      const found = [];
      const contents = source.replace(template, (_, kind, body) => {
        const { name, rules } = compile(kind, body);
        found.push(shorten(rules));
        return JSON.stringify(shorten(name));
      });
      const left = /\b(css|keyframes|styled|glob)(`|\()/.exec(contents);
      if (left) return { errors: [{ text: `goober's ${left[1]} is not static here: ${path}` }] };
      sheet.set(path, found);
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});

/**
 * One text of the rules of the files that `wanted` picks (paths from the root), each rule once and none of `before`, in
 * the order of the files' names, so that the same source gives the same sheet.
 */
export function sheetText(sheet, wanted, before = '') {
  const files = [...sheet].filter(([path]) => wanted(relative(process.cwd(), path)));
  const rules = files.sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, rules]) => rules);
  return [...new Set(rules)].filter((rule) => !before.includes(rule)).join('\n');
}
