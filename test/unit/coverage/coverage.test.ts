import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { faultOf } from './proved';
import { builtOf, coverageTable, items, namesOf, type Proof, proofOf } from './table';

const page = 'docs/coverage.md';
if (process.env.WRITE_COVERAGE) writeFileSync(page, coverageTable());

const named = items.map((item) => ({ item, name: `${item.section} ${item.id}` }));

test('every item is listed once, and there are as many as the specification has', () => {
  assert.is(new Set(named.map(({ name }) => name)).size, items.length);
  const count = (section: number, text?: string) =>
    items.filter((item) => item.section === section && (!text || item.text === text)).length;
  assert.is(items.filter(({ section, id }) => section === 2 && /^pages\//.test(id)).length, 80);
  assert.is(count(7, 'call'), 60);
  assert.is(count(8, 'message'), 17);
});

test('every item is built in a file that is there; calls are declared, answered and asked', () => {
  const missing = named.flatMap(({ item, name }) => {
    const built = builtOf(item);
    if (typeof built === 'string') return [`${name}: ${built}`];
    return built
      .filter((file) => !/\.(tsx?|json)$/.test(file) || !existsSync(file))
      .map((file) => `${name}: there is no ${file}`);
  });
  assert.equal(missing, []);
});

test('every item has one test that proves it, and screens and calls are named in its file', () => {
  const text = new Map<string, string>();
  const read = (file: string): string => {
    if (!text.has(file)) text.set(file, readFileSync(file, 'utf8'));
    return text.get(file) ?? '';
  };
  // a test of a call may leave the sending to what it imports from `support`
  const said = ({ file }: Proof) =>
    read(file) +
    [...read(file).matchAll(/from '(\.\/support\/[^']+)'/g)]
      .map(([, at = '']) => `${join(dirname(file), at)}.ts`)
      .filter((support) => existsSync(support))
      .map(read)
      .join();
  const unproved = named.flatMap(({ item, name }) => {
    const proof = proofOf(item);
    if (typeof proof === 'string') return [`${name}: ${proof}`];
    const names = namesOf(item);
    return names && !names.test(said(proof)) ? [`${name}: ${proof.file} never names it`] : [];
  });
  assert.equal(unproved, []);
});

test('every item has a break, and what each changes is found once in its file', () => {
  const faults = named.flatMap(({ item, name }) =>
    item.breaks.length
      ? item.breaks.flatMap((one) => faultOf(one) ?? []).map((fault) => `${name}: ${fault}`)
      : [`${name} has no break`],
  );
  assert.equal(faults, []);
});

test('docs/coverage.md says so', () =>
  assert.is(readFileSync(page, 'utf8'), coverageTable(), 'npm run coverage writes it'));

test.run();
