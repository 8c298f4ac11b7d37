import { createHash } from 'node:crypto';
import blueimp from 'blueimp-md5';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { md5 } from '../../../src/core/http/md5';

const nodes = (input: string | Uint8Array) => createHash('md5').update(input).digest('hex');

test('md5 is that of the server and of the library, whatever the text and its length', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'ü'.repeat(length);
    assert.is(md5(text), nodes(text));
  }
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      (text) => md5(text) === nodes(text) && md5(text) === blueimp(text),
    ),
    { numRuns: 500 },
  );
});

test('md5 of bytes is that of the server', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => md5(bytes) === nodes(bytes)));
  const picture = new Uint8Array(1_000_000).map((_, at) => at * 31);
  assert.is(md5(picture), nodes(picture));
});

test.run();
