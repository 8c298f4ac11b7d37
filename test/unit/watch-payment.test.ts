import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Failure } from '../../src/core/http/failure';
import {
  paymentQuery,
  type Rhythm,
  sleepFor,
  submitQuery,
  watch,
} from '../../src/features/orders/pay/watch-payment';

/** Watches answers one by one, without waiting; answers what came of it and how long it would have rested. */
async function watched(answers: (number | Failure)[], rhythm: Rhythm = paymentQuery, stopAfter = 99) {
  const stop = new AbortController();
  const rests: number[] = [];
  const heard: number[] = [];
  let asked = 0;
  const run = watch<number>({
    async ask() {
      const answer = answers[Math.min(asked++, answers.length - 1)]!;
      if (asked === stopAfter) stop.abort();
      if (answer instanceof Failure) throw answer;
      return answer;
    },
    final: (state) => state === 1 || state === -1,
    onAnswer: (state) => void heard.push(state),
    rhythm,
    signal: stop.signal,
    sleep: async (time) => void rests.push(time),
  });
  return { found: await run, asked, rests, heard };
}

test('the payment is asked for at once, and no more when it is final', async () => {
  assert.equal(await watched([1]), { found: 1, asked: 1, rests: [], heard: [1] });
  assert.equal(await watched([0, -3, -1]), { found: -1, asked: 3, rests: [2000, 2000], heard: [0, -3, -1] });
});

test('8 retries of 2000 ms, then nobody knows: no answer is not a failed payment', async () => {
  const { found, asked, rests } = await watched([0]);
  assert.is(found, undefined);
  assert.is(asked, 9);
  assert.equal(rests, Array(8).fill(2000));
});

test('the order-submit query has 15 retries of 1000 ms', async () => {
  const { asked, rests } = await watched([0], submitQuery);
  assert.is(asked, 16);
  assert.equal(rests, Array(15).fill(1000));
});

test('a lost connection counts as a retry and ends nothing', async () => {
  const { found, asked } = await watched([new Failure('offline'), new Failure('timeout'), 1]);
  assert.is(found, 1);
  assert.is(asked, 3);
});

test('a refusal and an expired session end it', async () => {
  for (const kind of ['refused', 'expired'] as const) {
    const failure = new Failure(kind);
    try {
      await watched([failure]);
      assert.unreachable();
    } catch (error) {
      assert.is(error, failure);
    }
  }
});

test('called off, it asks no more and tells nobody what it still hears', async () => {
  const { found, asked, heard } = await watched([0, 1], paymentQuery, 2);
  assert.is(found, undefined);
  assert.is(asked, 2);
  assert.equal(heard, [0]);
});

test('a rest ends at once when it is called off', async () => {
  const stop = new AbortController();
  const resting = sleepFor(60_000, stop.signal);
  stop.abort();
  await resting;
});

test.run();
