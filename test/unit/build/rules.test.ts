import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { placeRules } from '../../../tools/build/rules.mjs';

const rule = (name: string) => `rule:${name}#0`;
const names = ['page', 'own', 'pair', 'often', 'deferred'];
const sheet = new Map(names.map((name, at) => [rule(name), `.${name}{order:${at}}`]));
const file = (name: string, ...rules: string[]) => ({ name, modules: [name, ...rules.map(rule)] });

const app = file('app', 'page');
const rest = file('rest', 'deferred');
const one = file('one', 'page', 'own', 'pair', 'often', 'deferred');
const two = file('two', 'pair', 'often');
const three = file('three', 'often');
const files = [app, rest, one, two, three];

test('a member loads rules of style with the files that use them, and those of many files once', async () => {
  const { inPage, codeOf } = placeRules(sheet, { page: new Set(app.modules), files, deferred: 'rest' });
  assert.is(inPage, '.page{order:0}');
  const code = await Promise.all(files.map(codeOf));
  const classes = code.map((text) => text.match(/(?<=\.)\w+(?=\{)/g) ?? []);
  assert.equal(classes, [[], ['deferred', 'often'], ['own', 'pair'], ['pair'], []]);
  assert.is(code[3], 'cloudphone.addStyles(".pair{order:2}\\n");\n');
});

test.run();
