import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import en from '../../i18n/en/server.json';
import zh from '../../i18n/zh/server.json';
import { type MessageValues, wordsOf } from '../../src/server/notices/notify-member';

type Kind = keyof MessageValues;
type Words = Extract<keyof typeof en, `told_${string}`>;

// compiles while every word is of a kind: with a word too many this is an array of it, and no array of nothing
const ofNoKind: Exclude<Words, `told_${Kind}` | `told_${Kind}Text`>[] = [];
const none: never[] = ofNoKind;

const kinds = Object.keys(en)
  .filter((key) => key.startsWith('told_') && `${key}Text` in en)
  .map((key) => key.slice('told_'.length) as Kind);

test('a kind of message has its title and its text in both languages', () => {
  assert.equal(none, []);
  assert.ok(kinds.includes('orderPaid') && kinds.includes('text'));
  for (const kind of kinds) {
    const { title, text } = wordsOf(kind);
    for (const words of [en, zh]) assert.ok(words[title] && words[text], kind);
  }
});

test('nothing else lists the kinds of messages', () => {
  const listing = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return kinds.filter((kind) => new RegExp(`\\b${kind}\\b`).test(text)).length > kinds.length / 3;
    });
  assert.equal(listing, ['src/server/notices/notify-member.ts']);
});

test.run();
