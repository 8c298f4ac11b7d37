import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importsOf, mergeImports, resolveNumbered } from '../../../tools/build/imports.mjs';
import { numbered } from '../../../tools/build/plugins/numbered.mjs';
import { placed } from '../../../tools/build/plugins/placed.mjs';
import { bundleText } from './bundle-text';

const money = 'src/core/purchase/price.ts';

test('a module that has its place is imported from there, by the names that are used and no others', async () => {
  const places = new Map([
    [
      money,
      {
        bundle: { file: 'app.js' },
        names: new Map([
          ['one', 'm0_0'],
          ['other', 'm0_1'],
        ]),
      },
    ],
  ]);
  const text = await bundleText("import { one } from './src/core/purchase/price'; console.log(one)", [
    placed(places),
  ]);
  assert.equal(
    importsOf(text).map(({ file, names }) => ({ file, names })),
    [{ file: 'app.js', names: ['m0_0'] }],
  );
});

test('imports of one file become one, and the text stays as long as it was', () => {
  const before = 'import{a}from"./app.js";import{b as c}from"./app.js";import{d}from"./list.js";a(c,d);';
  const after = mergeImports(before);
  assert.is(after.length, before.length);
  assert.match(after, /^import\{a,b as c\}from"\.\/app\.js";import\{d\}from"\.\/list\.js"; *a\(c,d\);$/);
});

test('what is said in a text is no import', () => {
  const code = 'const text = \'import{a}from"./app.js";\';';
  assert.is(mergeImports(code), code);
});

test('a lazy source is a number, and then the place where its address stands', async () => {
  const text = await bundleText("export const load = () => import('./src/ui/button')", [
    numbered(['src/core/app.ts', 'src/ui/button.tsx']),
  ]);
  assert.match(text, 'import("f:1")');
  assert.match(resolveNumbered(text), 'import(cp[1])');
  assert.is(resolveNumbered('say("f:1")'), 'say("f:1")');
});

test.run();
