import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { unwrap } from '../../../tools/build/plugins/unwrapped.mjs';

const test = suite<{ md5: (text: string) => string }>('unwrapped');
const file = createRequire(import.meta.url).resolve('blueimp-md5');
test.before(async (context) => {
  const module = Buffer.from(unwrap(readFileSync(file, 'utf8'))).toString('base64');
  context.md5 = (await import(`data:text/javascript;base64,${module}`)).default;
});

const nodes = (text: string) => createHash('md5').update(text).digest('hex');

test('the signature of the phone equals that of the server, for any text and length', ({ md5 }) => {
  for (let length = 0; length < 200; length++) {
    const text = 'ü'.repeat(length);
    assert.is(md5(text), nodes(text));
  }
  const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(texts, (text) => md5(text) === nodes(text)),
    { numRuns: 500 },
  );
});

test('a library that is wrapped in another way stops the build', () => {
  assert.throws(() => unwrap('export default () => {}'), /another way/);
});

test.run();
