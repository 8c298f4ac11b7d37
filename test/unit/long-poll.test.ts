import { signal } from '@preact/signals';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Failure } from '../../src/core/http/failure';
import { createLongPoll } from '../../src/features/support/conversation/long-poll';

const turns = async (count: number) => {
  for (let at = 0; at < count; at++) await new Promise((settle) => setTimeout(settle));
};

test('a conversation in an embed that was taken away asks no more', async () => {
  let steps = 0;
  const poll = createLongPoll({
    async step() {
      if (++steps > 100) throw new Failure('expired'); // would never let anything else run
      throw new Failure('aborted'); // by the embed's own end
    },
    connected: signal(true),
    failed: () => assert.unreachable('nobody is there to be told'),
  });
  poll.open();
  await turns(3);
  assert.is(steps, 1);
});

test('a conversation that is woken asks again at once', async () => {
  let steps = 0;
  const poll = createLongPoll({
    step(abort) {
      steps++;
      return new Promise((_, fail) => {
        abort.addEventListener('abort', () => fail(new Failure('aborted')));
      });
    },
    connected: signal(true),
    failed: () => assert.unreachable('nothing has failed'),
  });
  poll.open();
  poll.wake();
  await turns(2);
  assert.is(steps, 2);
  poll.close();
  await turns(2);
  assert.is(steps, 2);
});

test.run();
