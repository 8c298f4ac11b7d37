import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { extractCss, findTemplates, sheetText } from '../../../tools/build/plugins/extract-css.mjs';
import { bundleText } from './bundle-text';

const goober = "import { css, keyframes } from 'goober';\n";

test('a template is found however it is written, and nothing else that looks like one', () => {
  const templates = findTemplates(
    'a.ts',
    `${goober}// css\`color: green;\`\nconst text = "css\`color: blue;\`";\nexport const a = css\n  \`color: red;\`;`,
  );
  assert.is(templates.length, 1);
  assert.match(templates[0]?.rules ?? '', 'color:red');
});

test('the last declaration needs no semicolon', () => {
  const templates = findTemplates('a.ts', `${goober}export const a = css\`& i { top: 0; left: 1px }\``);
  assert.match(templates[0]?.rules ?? '', 'left:1px');
});

test('a template with a blank, and goober used in any other way, do not build', () => {
  assert.throws(
    () => findTemplates('a.ts', `${goober}export const a = (x) => css\`color: \${x};\``),
    /has a \$\{\} in it: a\.ts/,
  );
  assert.throws(
    () => findTemplates('a.ts', `${goober}export const a = css({ color: 'red' })`),
    /goober's css is no template/,
  );
});

test('a bundle has class names, its sheet has the rules, and goober is not in it', async () => {
  const sheet = new Map<string, string>();
  const text = await bundleText("export { panel } from './src/ui/styles'", [extractCss(sheet)]);
  const [, name] = /name = "(_\w+)"/.exec(text) ?? [];
  assert.ok(name, text);
  assert.match(
    sheetText(sheet, (rule) => rule.startsWith('rule:src/ui/styles.ts#')),
    `.${name}{`,
  );
  assert.not.match(text, 'border-radius');
});

test('a sheet has each rule once, and none of the sheet before it', () => {
  const sheet = new Map([
    ['rule:b.ts#10', '.c{}'],
    ['rule:b.ts#2', '.b{}'],
    ['rule:a.ts#0', '.a{}'],
    ['rule:a.ts#1', '.c{}'],
  ]);
  assert.is(
    sheetText(sheet, () => true),
    '.a{}\n.c{}\n.b{}',
  );
  assert.is(
    sheetText(sheet, (rule) => rule.startsWith('rule:b.ts#'), '.c{}'),
    '.b{}',
  );
});

test.run();
