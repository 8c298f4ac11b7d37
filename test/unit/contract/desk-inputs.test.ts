import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { safeParse } from 'valibot';
import { base64File } from '../../../src/contract/desk/inputs';

test('an operator hands in a file of up to 8 MB, and none that is empty or no base64', () => {
  const isTaken = (text: string) => safeParse(base64File(), text).success;
  const megabytes = (count: number) => isTaken('A'.repeat(Math.ceil((count * 2 ** 20) / 3) * 4));
  assert.equal([megabytes(1), megabytes(5), megabytes(8), megabytes(8.1)], [true, true, true, false]);
  assert.equal(['', 'AA==', 'AA=A', 'A A', 'é'].map(isTaken), [false, true, false, false, false]);
});

test.run();
