import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { balance } from '../../../src/contract/member/auth';
import { exchange } from '../../../src/contract/money/points';
import { createFirst } from '../../../src/embed/runtime/first';

const header = { res_code: '1', message: 'Done' };
const of = (path: string, input: object, body: object) => ({ path, input, answer: { header, body } });

test('a call of the first screen gets the answer that came beside the code, once', async () => {
  const begun = createFirst(Promise.resolve([of(balance.path, {}, { balance: 100 })]));
  assert.equal(await begun(balance, {}), { ...header, balance: 100 });
  assert.is(await begun(balance, {}), undefined, 'the next one is asked again');
});

test('a call with another input, or of another path, is sent', async () => {
  const begun = createFirst(Promise.resolve([of(exchange.path, { from: '2' }, {})]));
  assert.is(await begun(exchange, {}), undefined);
  assert.is(await begun(balance, {}), undefined);
});

test('nothing came beside the code: every call is sent', async () => {
  assert.is(await createFirst(undefined)(balance, {}), undefined);
  assert.is(await createFirst(Promise.resolve([]))(balance, {}), undefined);
});

test.run();
