import { readFile } from 'node:fs/promises';
import { css } from 'goober';

const template = /\b(css|keyframes)`((?:[^`\\$]|\$(?!\{)|\\.)*)`/g;

/** goober drops a last declaration without a semicolon. */
const closed = (body) => `${body}`.replace(/([^;{}\s])(\s*)(\}|$)/g, '$1;$2$3');

const shorten = (text) => text.replace(/\bgo(\d+)/g, (_, digits) => `c${Number(digits).toString(36)}`);

/**
 * esbuild plugin: every goober css`…` and keyframes`…` becomes its class name, and its rules go to `sheet` by file. No
 * style work is left for the phone (40 rules at CPU ÷ 6: 115 ms → 0). A template with `${}` fails the build: variation
 * is custom properties and data attributes.
 */
export const extractCss = (sheet) => ({
  name: 'extract-css',
  setup(build) {
    build.onLoad({ filter: /src\/.*\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!/from 'goober'/.test(source)) return;
      const rules = [];
      const contents = source.replace(template, (_, kind, body) => {
        const target = { data: '' };
        const name = css.call({ target, k: kind === 'keyframes' ? 1 : 0 }, closed(body));
        rules.push(shorten(target.data));
        return JSON.stringify(shorten(name));
      });
      const left = /\b(css|keyframes|styled|glob)(`|\()/.exec(contents);
      if (left) return { errors: [{ text: `goober's ${left[1]} is not static here: ${path}` }] };
      sheet.set(path, rules);
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});

/** One text, each rule once, in the order of the files' names, so that the same source gives the same sheet. */
export const sheetText = (sheet) =>
  [...new Set([...sheet].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, rules]) => rules))].join('\n');
