import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kept, says } from '../../../tools/build/words.mjs';

test('a key is used if it is written completely, or up to its last part', () => {
  const said = says(["t('orders.title')", `t(\`pay.states.\${state}\`)`, 't(`pay.none`)']);
  for (const key of ['orders.title', 'pay.states.waiting', 'pay.none']) assert.ok(said(key), key);
  for (const key of ['orders.titles', 'pay.states', 'pay.states.more.waiting']) assert.not(said(key), key);
});

test('a key in a comment is not said', () => {
  assert.not(says(["t('a.b') // 'orders.title'"])('orders.title'));
});

test('the used messages of a table are kept', () => {
  const table = { title: 'Orders', states: { waiting: 'Waiting', done: 'Done' }, other: { none: 'None' } };
  assert.equal(
    kept(table, (key) => key === 'title' || key === 'states.done'),
    {
      title: 'Orders',
      states: { done: 'Done' },
    },
  );
  assert.is(
    kept(table, () => false),
    undefined,
  );
});

test.run();
