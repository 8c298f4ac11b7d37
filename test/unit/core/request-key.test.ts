import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { submitState } from '../../../src/contract/buying/orders';
import { addCategory, editCategory } from '../../../src/contract/shop/categories';
import type { Call } from '../../../src/contract/wire/call';
import type { Send } from '../../../src/core/http/answer';
import { Failure } from '../../../src/core/http/failure';
import { withRequestKey } from '../../../src/core/http/keyed-send';

/** A gateway that does these things in turn with what it gets. */
function sending(...turns: ('loses' | 'refuses' | 'does')[]) {
  const keys: unknown[] = [];
  const send = withRequestKey((async (_call, input) => {
    keys.push((input as { requestKey?: string }).requestKey);
    const turn = turns.shift();
    if (turn === 'loses') throw new Failure('offline');
    return { res_code: turn === 'refuses' ? '500' : '1', message: '' };
  }) as Send);
  return {
    keys,
    send: (call: Call<any, any>, input: object, how?: { key: string }) =>
      send(call, input as never, how).catch(() => {}),
  };
}

test('a request with an unknown result is sent again under the same key', async () => {
  const { keys, send } = sending('loses', 'loses', 'does', 'does');
  for (let tap = 0; tap < 4; tap++) await send(addCategory, { name: 'Tea' });
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
  assert.equal(keys.slice(1, 3), [keys[0], keys[0]]);
  assert.is.not(keys[3], keys[0]);
});

test('a refused request, or one with other input, is sent under another key', async () => {
  const { keys, send } = sending('refuses', 'loses', 'loses');
  await send(addCategory, { name: 'Tea' });
  await send(addCategory, { name: 'Tea' });
  await send(addCategory, { name: 'Rice' });
  assert.is(new Set(keys).size, 3);
});

test('a request with an unknown result keeps its key while other inputs of the call are answered', async () => {
  const { keys, send } = sending('loses', 'does', 'refuses', 'does', 'does');
  for (const name of ['Tea', 'Rice', 'Salt', 'Tea', 'Tea']) await send(addCategory, { name });
  assert.is(keys[3], keys[0]);
  assert.is(new Set(keys).size, 4);
});

test('a caller who keeps the key of a request sends it under that key', async () => {
  const { keys, send } = sending('loses', 'does', 'does');
  await send(addCategory, { name: 'Tea' }, { key: 'kept' });
  await send(addCategory, { name: 'Tea' }, { key: 'kept' });
  await send(submitState, {}, { key: 'kept' });
  assert.equal(keys, ['kept', 'kept', 'kept']);
});

test('a change that was reversed in between is another one', async () => {
  const { keys, send } = sending('loses', 'does', 'does');
  await send(editCategory, { id: 'a', before: 'b' });
  await send(editCategory, { id: 'a', before: 'c' });
  await send(editCategory, { id: 'a', before: 'b' });
  assert.is.not(keys[2], keys[0]);
});

test('every call whose rules ask for a key happens once, and no other', async () => {
  const asks = readdirSync('src/contract', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.rules.ts'),
  );
  const wrong: string[] = [];
  let seen = 0;
  for (const file of asks) {
    const rules = await import(`../../../src/contract/${file}`);
    const calls = await import(`../../../src/contract/${file.replace('.rules', '')}`);
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (!call?.path || !rules[name]) continue;
      const keyed = takesKey(rules[name]) && call.path !== 'txOrder/submitState'; // which asks what became of a key
      if (keyed) seen++;
      if (keyed !== !!call.once) wrong.push(call.path);
    }
  }
  assert.equal(wrong, []);
  assert.ok(seen > 30);
});

/** Whether an input, or one of the kinds of it, has a key: as valibot keeps what a schema is made of. */
function takesKey(schema: any): boolean {
  if (!schema || typeof schema !== 'object') return false;
  if (schema.entries?.requestKey) return true;
  return [...(schema.options ?? []), ...(schema.pipe?.slice(1) ?? []), schema.wrapped].some(takesKey);
}

test.run();
