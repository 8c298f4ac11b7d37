import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { embedFeatures } from '../../../src/contract/embed/features';
import { embeds } from '../../../src/embed/features';
import { scopes } from '../../../src/embed/npm/server';
import { embedActions } from '../../../tools/browsers/embed-actions.mjs';

const features = Object.entries(embedFeatures);
const names = features.map(([name]) => name);

/** Files besides the table that name a feature, and why they cannot derive it. */
const places = [
  'src/contract/embed/features.ts', // the table
  'src/core/text/i18n.ts', // their messages
  'src/embed/features.ts', // their screens, which the contract does not know
  'tools/browsers/embed-actions.mjs', // what members come for, which the test below compares
  'tools/build/sizes.mjs', // those that weigh more than others, and why
];

test('nothing else lists the features: what there is of each follows from the table', () => {
  const files = ['src', 'tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const listing = files
    .filter((file) => /\.(tsx?|m?js|json|html)$/.test(file) && !file.startsWith('src/features/'))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      // by words of their own: as a key, in quotes, in a list
      const named = names.filter((name) => new RegExp(`(^|['"\\s,{])${name}(['":,\\s]|$)`, 'm').test(text));
      return named.length > names.length / 2 && /embed|cloudphone-|widget/i.test(text);
    });
  assert.equal(listing.filter((file) => !places.includes(file)).sort(), []);
});

test('the main action of each is performed in old engines too', () => {
  const acting = Object.keys(embedActions).map((name) => name.replace(/,.*/, ''));
  assert.equal([...new Set(acting)].sort(), [...names].sort());
});

test('each has its screens and its height in the embeds, and its scopes in the package', () => {
  assert.equal(Object.keys(embeds), names);
  for (const [name, { minHeight, scopes: own }] of features) {
    assert.is(embeds[name]?.minHeight, minHeight);
    assert.ok(embeds[name]?.screens.length, name);
    assert.equal(scopes[name as keyof typeof scopes], own);
    assert.ok(
      own.some((scope) => scope.endsWith(':read')),
      `${name}: without scopes a token reads`,
    );
  }
});

test('the page of consent says of each, in both languages, what it shows, and of nothing else', () => {
  for (const locale of ['en', 'zh']) {
    const { safety } = { safety: JSON.parse(readFileSync(`i18n/${locale}/safety.json`, 'utf8')) };
    assert.equal(Object.keys(safety.connect.features).sort(), [...names].sort(), locale);
  }
});

test('the documents have each with its scopes and its height, and no other, in both languages', () => {
  const tableOf = (file: string) =>
    /\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(readFileSync(`docs/embedding/${file}`, 'utf8'))?.[1];
  const rows = features.map(
    ([name, about]) =>
      `| \`${name}\` | ${about.scopes.map((scope) => `\`${scope}\``).join(' ')} | ${about.minHeight} |\n`,
  );
  for (const file of ['features.md', 'zh/features.md']) assert.is(tableOf(file), rows.join(''), file);
});

test.run();
