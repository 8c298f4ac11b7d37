import * as library from '@preact/signals-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as ours from '../../../src/core/data/signals';

for (const [name, { signal }] of [
  ['the library', library],
  ['ours', ours],
] as const)
  test(`a signal says what it is, and when that changes: ${name}`, () => {
    const first = signal('a');
    const heard: string[] = [];
    const also: string[] = [];
    const stop = first.subscribe((value) => {
      heard.push(value);
    });
    first.value = 'b';
    first.value = 'b';
    const end = first.subscribe((value) => {
      also.push(value);
      if (value === 'c') end(); // one that leaves while all are told keeps no other from being told
    });
    first.value = 'c';
    stop();
    first.value = 'd';
    assert.equal(heard, ['a', 'b', 'c']);
    assert.equal(also, ['b', 'c']);
    assert.is(first.peek(), 'd');
    assert.is(first.value, 'd');
  });

test.run();
