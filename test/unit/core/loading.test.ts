import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLoading } from '../../../src/core/data/loading';
import { createQueries } from '../../../src/core/data/query';
import { createDialogs } from '../../../src/core/dialogs';
import { createExpired } from '../../../src/core/http/expired';
import type { Platform } from '../../../src/core/platform';
import { createSession } from '../../../src/core/session/session';
import { createState } from '../../../src/core/state';
import { createToasts } from '../../../src/core/toasts';
import { memoryStore } from '../../../src/platform/browser/store';

/** Runs `what` with a clock that stands still; answers the delays that were asked for, and lets them pass one by one. */
function stopped<T>(what: (pass: () => void, delays: number[]) => T): T {
  const real = [setTimeout, clearTimeout] as const;
  let waiting: [id: number, call: () => void][] = [];
  const delays: number[] = [];
  Object.assign(globalThis, {
    setTimeout: (call: () => void, delay: number) => {
      delays.push(delay);
      waiting.push([delays.length, call]);
      return delays.length;
    },
    clearTimeout: (id: number) => {
      waiting = waiting.filter(([one]) => one !== id);
    },
  });
  const pass = () => {
    for (const [, call] of waiting.splice(0)) call();
  };
  try {
    return what(pass, delays);
  } finally {
    Object.assign(globalThis, { setTimeout: real[0], clearTimeout: real[1] });
  }
}

const phone = (local = memoryStore()) =>
  ({ local, tab: memoryStore(), isOnline: () => true, onOnline: () => {} }) as unknown as Platform;

test('the indicator shows at once, after 200 ms (page), 250 (read) or 1000 (refresh), or never', () => {
  const state = createState(phone());
  const loading = createLoading(state);
  const { loadingCount } = state;
  stopped((pass, delays) => {
    const now = loading.start('now');
    assert.is(loadingCount.peek(), 1);
    now();
    assert.is(loadingCount.peek(), 0);
    const stops = (['page', 'read', 'refresh', 'never'] as const).map((wait) => loading.start(wait));
    assert.is(loadingCount.peek(), 0);
    assert.equal(delays, [200, 250, 1000]);
    pass();
    assert.is(loadingCount.peek(), 3);
    for (const stop of stops) stop();
    assert.is(loadingCount.peek(), 0);
    loading.start('read')();
    pass();
    assert.is(loadingCount.peek(), 0, 'what was quick is not shown');
    const [one, two] = [loading.start('now'), loading.start('now')];
    one();
    assert.is(loadingCount.peek(), 1, 'until the last of them has come');
    two();
    assert.is(loadingCount.peek(), 0);
  });
});

test('a toast goes by itself after two seconds, and a newer one takes its place', () => {
  const toasts = createToasts();
  stopped((pass, delays) => {
    toasts.show('one');
    toasts.show('two');
    assert.is(toasts.current.peek(), 'two');
    assert.equal(delays, [2000, 2000]);
    pass();
    assert.is(toasts.current.peek(), undefined);
  });
});

test('an ended session with the jump flag waits three seconds before sign-in', async () => {
  const local = memoryStore();
  local.set('jump', '1');
  const platform = phone(local);
  const state = createState(platform);
  const session = createSession(platform, state);
  let left = false;
  const deps = {
    state,
    session,
    toasts: createToasts(),
    dialogs: createDialogs(),
    queries: createQueries(state),
    t: ((key: string) => key) as never,
    toLogin: () => {
      left = true;
    },
  };
  const ended = stopped((pass, delays) => {
    const done = createExpired(deps)('');
    assert.ok(delays.includes(3000));
    assert.is(left, false);
    pass();
    return done;
  });
  await ended;
  assert.is(left, true);
});

test.run();
