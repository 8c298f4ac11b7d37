import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { UserInfo } from '../../../src/contract/member/auth';
import { locales } from '../../../src/contract/wire/locale';
import { createDialogs } from '../../../src/core/dialogs';
import type { Location } from '../../../src/core/navigation/location';
import { type AnyRoute, pathOf } from '../../../src/core/navigation/route';
import type { Platform } from '../../../src/core/platform';
import { createSession } from '../../../src/core/session/session';
import { createState } from '../../../src/core/state';
import { createI18n } from '../../../src/core/text/i18n';
import { createToasts } from '../../../src/core/toasts';
import * as accounts from '../../../src/features/accounts/routes';
import * as devices from '../../../src/features/devices/routes';
import * as orders from '../../../src/features/orders/routes';
import * as store from '../../../src/features/store/routes';
import * as videos from '../../../src/features/videos/routes';
import * as wallet from '../../../src/features/wallet/routes';
import { memoryStore } from '../../../src/platform/browser/store';
import { askFirst } from '../../../src/shell/navigation/ask-first';
import { createDeferred } from '../../../src/shell/navigation/deferred';
import { createNav } from '../../../src/shell/navigation/nav';
import { barrier, signInRoute } from '../../../src/shell/navigation/place';

/** The session of a member, or of nobody. */
function sessionOf(examineState?: 0 | 1) {
  const kept = { local: memoryStore(), tab: memoryStore(), isOnline: () => true, onOnline: () => {} };
  const platform = kept as unknown as Platform;
  const session = createSession(platform, createState(platform));
  if (examineState !== undefined)
    session.signIn({ token: 't1', userInfo: { userId: 'u1', examineState } as UserInfo });
  return session;
}

test('somebody signed out is sent to sign in from a member’s screens, and back to where they were going', () => {
  for (const screen of [devices.list, wallet.balance, accounts.list] as AnyRoute[])
    assert.is(barrier(screen, sessionOf(), {}), 'sign in', screen.path);
  assert.is(barrier(wallet.balance, sessionOf(1), {}), 'none');
  const [screen, params] = signInRoute('/pages/mine/balance?x=1', undefined);
  assert.is(pathOf(screen, params), '/pages/login/login?fromUrl=%2Fpages%2Fmine%2Fbalance%3Fx%3D1');
});

test('with an invite code somebody signed out is sent to register, with the code', () => {
  const [screen, params] = signInRoute('/', 'DEMO2026');
  assert.is(pathOf(screen, params), '/pages/login/register?inviteCode=DEMO2026');
});

test('the pay screen is open to somebody signed out', () => {
  assert.is(barrier(orders.pay, sessionOf(), {}), 'none');
  assert.is(barrier(orders.payOrder, sessionOf(), {}), 'sign in');
});

test('without a cloud phone the link helper asks to buy one and leads to the purchase; with one it goes on', async () => {
  const i18n = createI18n(locales, 'en', async (locale, bundle) =>
    JSON.parse(readFileSync(`i18n/${locale}/${bundle}.json`, 'utf8')),
  );
  await i18n.ready('common');
  for (const examineState of [0, 1] as const) {
    const went: string[] = [];
    const dialogs = createDialogs();
    const location = { current: { route: (url: string) => void went.push(url) } as unknown as Location };
    const rest = createDeferred(async () => ({ askFirst }) as never);
    const session = sessionOf(examineState);
    const nav = createNav({
      renew: async () => undefined,
      toasts: createToasts(),
      session,
      dialogs,
      t: i18n.t,
      location,
      depth: { current: 0 },
      find: () => undefined,
      deferred: rest,
    });
    let stopped = false;
    nav.link(videos.video, {}).onClick?.({ preventDefault: () => void (stopped = true) });
    nav.go(videos.video, {});
    await new Promise((settle) => setTimeout(settle, 20));
    if (examineState === 1) {
      assert.not(stopped);
      assert.equal(went, [pathOf(videos.video, {})]);
      continue;
    }
    assert.ok(stopped);
    assert.equal(went, []);
    assert.is(dialogs.current.peek()?.title, 'Buy a cloud phone first');
    dialogs.current.peek()?.answer(true);
    await new Promise((settle) => setTimeout(settle, 20));
    assert.equal(went, [pathOf(store.rechargeScore, {})]);
  }
});

test.run();
