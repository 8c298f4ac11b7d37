import md5 from 'blueimp-md5';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getInfo } from '../../../src/contract/member/auth';
import type { Failure } from '../../../src/core/http/failure';
import { ask } from '../../../src/core/http/http';

/** Runs `what` with a clock of our own: milliseconds from 1000 on pass at once when they are asked for. Answers how it ended, and they. */
async function hurried(what: () => Promise<unknown>): Promise<[ended: string, waited: number[]]> {
  const real = globalThis.setTimeout;
  const waited: number[] = [];
  const hurry = (call: () => void, delay = 0) => {
    if (delay < 1000) return real(call, delay);
    waited.push(Math.round(delay / 1000) * 1000); // less what has passed since the deadline was set
    return real(call, 30);
  };
  Object.assign(globalThis, { setTimeout: hurry });
  try {
    return [await what().then(String, ({ kind }: Failure) => kind), waited];
  } finally {
    Object.assign(globalThis, { setTimeout: real });
  }
}

test('a call without a response is aborted after 60 seconds', async () => {
  const wire = {
    base: 'http://app.test/api',
    secret: 's',
    appid: 'h5',
    clock: { ahead: 0 },
    md5,
    language: () => 'en_US',
    identity: () => ({ token: '', userId: '' }),
    // node’s own has timers too
    fetch: (({ signal }: Request) =>
      new Promise((_, fail) => signal.addEventListener('abort', fail))) as typeof fetch,
  };
  assert.equal(await hurried(() => ask(wire, getInfo, {})), ['timeout', [60_000]]);
});

test.run();
