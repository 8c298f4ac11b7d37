import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newerThanFloor } from '../../../tools/build/engine-floor.mjs';

const namesIn = (code: string, own?: Set<string>) => newerThanFloor(code, own).map(({ name }) => name);

test('globals, static members and methods that Chrome 69 or iOS 12.2 lack are reported', () => {
  assert.equal(namesIn('queueMicrotask(f)'), ['queueMicrotask']);
  assert.equal(namesIn('export const has = (a) => Object.hasOwn(a, "b")'), ['Object.hasOwn']);
  assert.equal(namesIn('const own = Object.hasOwn'), ['Object.hasOwn']);
  assert.equal(namesIn('globalThis.x = 1'), ['globalThis']);
  assert.equal(namesIn('"a".replaceAll("a", "b"); [1].at(-1)'), ['.replaceAll', '.at']);
  assert.equal(namesIn('new ResizeObserver(f)'), ['ResizeObserver']);
  assert.equal(namesIn('crypto.randomUUID()'), ['crypto.randomUUID']);
  assert.equal(namesIn('self.structuredClone(1)'), ['self.structuredClone']);
  assert.equal(namesIn('if (a.replaceAll("x", "")) b()'), ['.replaceAll']);
});

test('so is syntax, also a pattern that Safari cannot read', () => {
  assert.equal(namesIn('a?.b; a ?? b'), ['syntax: ?.', 'syntax: ??']);
  assert.equal(namesIn('1n'), ['syntax: BigInt']);
  assert.equal(namesIn('/(?<=a)b/'), ['syntax: (?<=']);
  assert.match(namesIn('class A { b = 1 }')[0] ?? '', /^syntax: /);
});

test('APIs that they have, or that the code tests for first, are not reported', () => {
  assert.equal(namesIn('Object.assign({}, a); [1].includes(1); fetch("/"); new URL("http://a")'), []);
  assert.equal(namesIn('a.showModal ? a.showModal() : b()'), []);
  assert.equal(namesIn('"share" in navigator && navigator.share({})'), []);
  assert.equal(namesIn('typeof ResizeObserver === "function" && new ResizeObserver(f)'), []);
});

test('a method of our own may be called as one of the browser’s is, but not as one of the language', () => {
  assert.equal(namesIn('a.navigate(1)', new Set(['navigate'])), []);
  assert.equal(namesIn('a.navigate(1)'), ['.navigate']);
  assert.equal(namesIn('a.at(1)', new Set(['at'])), ['.at']);
});

test.run();
