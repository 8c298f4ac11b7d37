import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readMessages } from '../../../src/contract/support/im';
import { listMessages, readTotal } from '../../../src/contract/support/messages';
import {
  addWorkOrder,
  getWorkOrder,
  listWorkOrders,
  solveWorkOrder,
} from '../../../src/contract/support/work-orders';
import { createLoading } from '../../../src/core/data/loading';
import { createQueries } from '../../../src/core/data/query';
import type { Wire } from '../../../src/core/http/answer';
import { Failure } from '../../../src/core/http/failure';
import { createSend } from '../../../src/core/http/send';
import type { Platform } from '../../../src/core/platform';
import { createState } from '../../../src/core/state';
import { createToasts } from '../../../src/core/toasts';
import { memoryStore } from '../../../src/platform/browser/store';

/** A phone that shows a list of work orders and has shown one of them, before a gateway that does this with the next call. */
function open(turn: 'does' | 'refuses' | 'loses') {
  const state = createState({
    local: memoryStore(),
    tab: memoryStore(),
    isOnline: () => true,
    onOnline: () => () => {},
  } as unknown as Platform);
  const queries = createQueries(state);
  const shown = queries.entry(listWorkOrders, [{}]);
  const reads: string[] = [];
  Object.assign(shown, { users: 1, load: async () => void reads.push('list') });
  const before = queries.entry(getWorkOrder, { id: 'w1' });
  before.state.value = { value: { id: 'w1' }, busy: false };
  const send = createSend({
    wire: { identity: () => ({ token: '', userId: '' }) } as Wire,
    ask: async () => {
      if (turn === 'loses') throw new Failure('offline');
      return { res_code: turn === 'does' ? '1' : '500', message: '' } as never;
    },
    loading: createLoading(state),
    toasts: createToasts(),
    queries,
    t: (() => '') as never,
    expired() {},
  });
  const isKept = () => queries.entry(getWorkOrder, { id: 'w1' }) === before;
  return { send, reads, isKept, queries };
}

test('data that a call makes stale is requested again where it is shown, and forgotten elsewhere', async () => {
  const { send, reads, isKept } = open('does');
  await send(solveWorkOrder, { id: 'w1', solved: true });
  assert.equal(reads, ['list']);
  assert.is(isKept(), false);
});

test('data that a call does not make stale stays', async () => {
  const { send, reads, isKept } = open('does');
  await send(addWorkOrder, { title: 'A', description: 'B', annex: [] });
  assert.equal(reads, ['list']);
  assert.is(isKept(), true);
  await send(getWorkOrder, { id: 'w1' });
  assert.equal(reads, ['list']);
});

test('reading the support chat makes system messages and their counts stale: one tells of its answer', async () => {
  const { send, queries } = open('does');
  const before = [queries.entry(readTotal, {}), queries.entry(listMessages, [{}])];
  for (const { state } of before) state.value = { value: {} as never, busy: false };
  await send(readMessages, { upTo: 2 });
  const after = [queries.entry(readTotal, {}), queries.entry(listMessages, [{}])];
  assert.equal(
    after.map((entry, at) => entry === before[at]),
    [false, false],
  );
});

test('a refusal makes stale too, for the screen did not show what the gateway knew; a lost answer does not', async () => {
  for (const [turn, kept] of [
    ['refuses', false],
    ['loses', true],
  ] as const) {
    const { send, isKept } = open(turn);
    await send(solveWorkOrder, { id: 'w1', solved: true }).catch(() => {});
    assert.is(isKept(), kept, turn);
  }
});

test.run();
