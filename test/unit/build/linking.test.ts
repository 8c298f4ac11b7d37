import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importsOf, lookUpAddresses, rewriteImports } from '../../../tools/build/imports.mjs';
import { chunkImports } from '../../../tools/build/plugins/chunk-imports.mjs';
import { lazyAddresses } from '../../../tools/build/plugins/lazy-addresses.mjs';
import { bundleText } from './bundle-text';

const money = 'src/core/purchase/price.ts';

test('a module that is in a chunk is imported from there, by the names that are used and no others', async () => {
  const places = new Map([
    [
      money,
      {
        chunk: { file: 'app.js' },
        names: new Map([
          ['one', 'm0_0'],
          ['other', 'm0_1'],
        ]),
      },
    ],
  ]);
  const text = await bundleText("import { one } from './src/core/purchase/price'; console.log(one)", [
    chunkImports(places),
  ]);
  assert.equal(
    importsOf(text).map(({ file, names }) => ({ file, names: names.map(({ imported }) => imported) })),
    [{ file: 'app.js', names: ['m0_0'] }],
  );
});

test('imports of one file become one with its final name, and the text stays as long as it was', () => {
  const before =
    'import{a}from"./app-0.js";import{b as c}from"./app-0.js";import{d}from"./list-0.js";a(c,d);';
  const after = rewriteImports(before, (file) => file.replace('-0', ''));
  assert.is(after.length, before.length);
  assert.match(after, /^import\{a,b as c\}from"\.\/app\.js";import\{d\}from"\.\/list\.js"; *a\(c,d\);$/);
});

test('an import in a string is not an import', () => {
  const code = 'const text = \'import{a}from"./app.js";\';';
  assert.is(
    rewriteImports(code, (file) => file),
    code,
  );
});

test('a lazy source is a number, and then the place where its address stands', async () => {
  const text = await bundleText("export const load = () => import('./src/ui/button')", [
    lazyAddresses(['src/core/app.ts', 'src/ui/button.tsx']),
  ]);
  assert.match(text, 'import("f:1")');
  assert.match(lookUpAddresses(text).code, 'import(cp[1])');
  assert.is(lookUpAddresses('say("f:1")').code, 'say("f:1")');
});

test.run();
