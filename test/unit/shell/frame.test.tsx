import { signal } from '@preact/signals';
import { useMemo, useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { unreadCount } from '../../../src/contract/video/circle';
import { ChunkError } from '../../../src/core/navigation/download';
import { type Location, LocationContext, parse } from '../../../src/core/navigation/location';
import { route } from '../../../src/core/navigation/route';
import { type ScreenComponent, screen } from '../../../src/core/navigation/screen';
import * as devices from '../../../src/features/devices/routes';
import { Unreachable } from '../../../src/shell/frame/fallback';
import type { LazyScreen } from '../../../src/shell/frame/lazy-screen';
import { ScreenRoute } from '../../../src/shell/frame/screen-route';
import { Tabs } from '../../../src/shell/frame/tabs';
import { useUnread } from '../../../src/shell/frame/unread';
import type { Deferred } from '../../../src/shell/navigation/deferred';
import { screenOf } from '../../support/screens';
import { Refusal, reply, visit } from '../../support/visit';

/** A part of the frame at an address, which `move` changes as if the member had gone on. */
async function open(
  Part: () => React.ReactNode,
  start: string,
  replies: Parameters<typeof visit>[2] = [],
  options: Parameters<typeof visit>[3] = {},
) {
  const moved: { to?: (url: string) => void; at?: string } = {};
  const Framed: ScreenComponent = () => {
    const [url, setUrl] = useState(start);
    moved.to = setUrl;
    const location = useMemo(
      () => ({ ...parse(url), action: 'push', key: url, route: setUrl }) as unknown as Location,
      [url],
    );
    moved.at = url;
    return (
      <LocationContext.Provider value={location}>
        <Part />
      </LocationContext.Provider>
    );
  };
  const door = screen(route('pages/tabbar/dynamic', { title: 'common.loading' }), async () => ({
    default: Framed,
  }));
  const page = await visit(door, {}, replies, options);
  return { ...page, move: (url: string) => moved.to?.(url), at: () => moved.at };
}
/** The tabs, without a navigation in progress. */
const Still = () => <Tabs heading={signal('')} />;
const rest = () => new Promise((settle) => setTimeout(settle, 30));

test('the five tabs lead to their pages, and the one that is shown is marked', async () => {
  const page = await open(Still, '/');
  await page.sees('Devices');
  const links = [...page.body.querySelectorAll('nav a')];
  assert.equal(
    links.map((one) => [one.textContent, one.getAttribute('href')]),
    [
      ['Devices', '#/pages/tabbar/index'],
      ['Accounts', '#/pages/member/memberList'],
      ['Feed', '#/pages/tabbar/dynamic'],
      ['Logs', '#/pages/tabbar/order'],
      ['Me', '#/pages/tabbar/mine'],
    ],
  );
  const current = () => page.body.querySelector('[aria-current=page]')?.textContent;
  assert.is(current(), 'Devices', '/ is the device list');
  page.move('/pages/tabbar/mine');
  await page.until('the other tab', () => current() === 'Me');
  page.move('/pages/mine/balance');
  await page.until('no tabs', () => page.body.querySelector('nav')?.hidden === true);
  page.close();
});

test('the tab to which a member goes is marked before its screen is there', async () => {
  const heading = signal('/');
  const page = await open(() => <Tabs heading={heading} />, '/');
  await page.sees('Devices');
  const current = () => page.body.querySelector('[aria-current=page]')?.textContent;
  heading.value = '/pages/tabbar/mine';
  await page.until('the tab is marked', () => current() === 'Me');
  assert.is(page.at(), '/');
  heading.value = '/pages/mine/balance';
  await page.until('the tab of the screen that stays', () => current() === 'Devices');
  page.close();
});

test('the tab of the circle has a badge above 0 unread posts, and none at 0', async () => {
  const page = await open(Still, '/');
  const tab = () => page.body.querySelector('a[href$="tabbar/dynamic"]')?.textContent;
  await page.until('the tab', () => tab() === 'Feed');
  page.app.session.setUnread(7);
  await page.until('the badge', () => tab()?.includes('7'));
  page.app.session.setUnread(0);
  await page.until('no badge', () => tab() === 'Feed');
  page.close();
});

test('an invite code that comes into a running app leads somebody signed out to register with it', async () => {
  const deferred = { module: signal(undefined), bring: async () => {} } as unknown as Deferred;
  const lazyScreen = { load: async () => {} } as unknown as LazyScreen;
  const Part = () => (
    <ScreenRoute
      screen={screenOf(devices.list)}
      lazyScreen={lazyScreen}
      landing=""
      settled={settled}
      deferred={deferred}
    />
  );
  const page = await open(Part, '/pages/mine/balance');
  page.app.session.signOut();
  page.move('/?inviteCode=DEMO2026');
  await page.until('the form', () => page.at()?.startsWith('/pages/login/register'));
  assert.match(page.at() ?? '', 'inviteCode=DEMO2026');
  page.close();
});

const settled = { is: signal(true), seen: signal(undefined), useCalm() {} };
const Counting = () => {
  useUnread(settled);
  return null;
};

test('unread posts are counted when a page is shown and shown again, and not on the sign-in screens', async () => {
  let show = () => {};
  let count = 3;
  const page = await open(
    Counting,
    '/pages/login/login',
    [reply(unreadCount, () => ({ unreadCount: count }))],
    {
      platform: {
        onShow: (call) => {
          show = call;
          return () => {};
        },
      },
    },
  );
  await rest();
  for (const url of ['/pages/login/register', '/pages/login/WeChatRegister']) {
    page.move(url);
    await rest();
    show();
    await rest();
  }
  assert.is(page.asked(unreadCount).length, 0);
  page.move('/pages/tabbar/mine');
  await page.until('the count', () => page.app.state.unread.peek() === 3);
  count = 5;
  show();
  await page.until('the new count', () => page.app.state.unread.peek() === 5);
  assert.is(page.asked(unreadCount).length, 2);
  page.move('/pages/mine/balance');
  await page.until('another', () => page.asked(unreadCount).length === 3);
  page.close();
});

test('an answer to the count with another code than 1 leaves the badge as it was', async () => {
  const refused = new Refusal('Later', { unreadCount: 9 }, '500');
  const page = await open(Counting, '/pages/tabbar/mine', [reply(unreadCount, refused)]);
  page.app.session.setUnread(4);
  await page.until('the answer', () => page.asked(unreadCount).length);
  await rest();
  assert.is(page.app.state.unread.peek(), 4);
  page.close();
});

test('a screen that a new version took away asks for a reload; one that did not come is tried again', async () => {
  let retried = 0;
  let kind: 'gone' | 'network' = 'gone';
  const Missing = () => (
    <Unreachable failure={new ChunkError(kind, '/screen.js')} retry={() => void retried++} />
  );
  const real = globalThis.location;
  let reloaded = 0;
  Object.assign(globalThis, { location: { reload: () => void reloaded++ } });
  try {
    const gone = await open(Missing, '/');
    await gone.tap('Reload');
    assert.equal([reloaded, retried], [1, 0]);
    gone.close();
    kind = 'network';
    const lost = await open(Missing, '/');
    await lost.tap('Try again');
    assert.equal([reloaded, retried], [1, 1]);
    lost.close();
  } finally {
    Object.assign(globalThis, { location: real });
  }
});

test.run();
