import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { memoryStore } from '../../../src/platform/browser/store';
import { createNativePages } from '../../../src/platform/wechat/mini-program';

const limits = { visible: 30, all: 5000, early: 60_000 };
const origin = 'https://app.test';

/** The page in the web view: where it is, what it asked native pages for, and what its router sees. */
function open(url = `${origin}/?a=1#/pages/x?b=2`, tab = memoryStore()) {
  const window = new Window({ url });
  const { location, history } = window;
  const listeners: [string, (event: Event) => void][] = [];
  Object.assign(globalThis, {
    location,
    history,
    addEventListener: (name: string, call: (event: Event) => void) => listeners.push([name, call]),
  });
  const opened: URL[] = [];
  const asked: string[] = [];
  let show = () => {};
  const back: number[] = [];
  history.back = () => void back.push(1);
  const pages = createNativePages(
    {
      tab,
      onShow: (call) => {
        show = call;
        return () => {};
      },
      async navigateTo(url) {
        if (/\/save\//.test(url)) throw new Error('unavailable');
        opened.push(new URL(url, 'mini://shell'));
      },
      async mediaTicket(kind) {
        asked.push(kind);
        return `ticket-${asked.length}`;
      },
    },
    limits,
  );
  /** As the web view does when its address is given a result; answers whether the router would have seen it. */
  const come = (href: string) => {
    location.href = href;
    let seen = false;
    for (const name of ['popstate', 'hashchange']) {
      let stopped = false;
      const event = { stopImmediatePropagation: () => (stopped = true) } as unknown as Event;
      for (const [heard, call] of listeners) if (heard === name) call(event);
      seen ||= !stopped;
    }
    return seen;
  };
  const withResult = (...result: unknown[]) =>
    `${location.href}&mpr=${encodeURIComponent(JSON.stringify(result))}`;
  const until = async (count: number) => {
    for (let turn = 0; opened.length < count && turn < 100; turn++)
      await new Promise((rest) => setTimeout(rest, 5));
    return opened.at(-1)!;
  };
  return { pages, tab, opened, asked, come, withResult, until, back, location, shown: () => show() };
}

test('a native page gets an id and the address to come back to; its answer comes once, past the router', async () => {
  const page = open();
  const scanned = page.pages.scan();
  const url = await page.until(1);
  assert.is(url.pathname, '/pages/scan/scan');
  assert.is(url.searchParams.get('back'), `${origin}/?a=1#/pages/x?b=2`);
  const id = url.searchParams.get('id');
  assert.not.ok(page.come(page.withResult('of another', 'nothing')), 'a result that nobody asked for');
  page.location.href = `${origin}/?a=1#/pages/x?b=2`;
  assert.not.ok(page.come(page.withResult(id, 'AB 12')), 'the router does not see it');
  assert.is(await scanned, 'AB 12');
  assert.is(page.back.length, 2, 'an entry of history for each, which is left again');
});

test('a member who comes back with nothing has chosen nothing', async () => {
  const page = open();
  const chosen = page.pages.addressBook();
  await page.until(1);
  page.shown();
  assert.is(await chosen, undefined);
});

test('a missing page is a failure at once', async () => {
  const failed = await open()
    .pages.saveVideo(`${origin}/videos/t`)
    .catch(({ message }) => message);
  assert.is(failed, 'unavailable');
});

test('a page that was reloaded gives the result to the next request for the same', async () => {
  const before = open();
  void before.pages.scan();
  const id = (await before.until(1)).searchParams.get('id');
  const after = open(before.withResult(id, 'AB12'), before.tab);
  assert.is(after.location.href, `${origin}/?a=1#/pages/x?b=2`, 'which is not in the address any more');
  assert.is(await after.pages.scan(), 'AB12');
  assert.is(after.opened.length, 0);
  void after.pages.scan();
  await after.until(1);
  assert.is(after.opened.length, 1, 'once');
});

test('a payment hands over its ticket and nothing else; its end is not kept for another one', async () => {
  const page = open();
  const order = { orderNo: 'C1', ticket: { way: 'wechat', native: 'ticket-1' } };
  const paying = page.pages.pay(order);
  const url = await page.until(1);
  assert.equal([...url.searchParams.keys()].sort(), ['back', 'id', 'ticket']);
  assert.is(url.searchParams.get('ticket'), 'ticket-1');
  page.come(page.withResult(url.searchParams.get('id'), 'cancelled'));
  assert.is(await paying, 'cancelled');
  void page.pages.pay(order);
  const second = (await page.until(2)).searchParams.get('id');
  const again = open(page.withResult(second, 'paid'), page.tab);
  void again.pages.pay(order);
  await again.until(1);
  assert.is(again.opened.length, 1);
});

test('a picture is chosen with a ticket for one file, a video with one more for its first picture', async () => {
  const page = open();
  const choosing = page.pages.chooseImage();
  const url = await page.until(1);
  assert.is(url.pathname, '/pages/media/media');
  assert.equal([...url.searchParams.keys()].sort(), ['back', 'id', 'kind', 'ticket']);
  page.come(page.withResult(url.searchParams.get('id'), { id: 'p1' }));
  assert.is(await choosing, 'p1');
  page.location.href = `${origin}/?a=1#/pages/x?b=2`;
  const filming = page.pages.chooseVideo();
  const second = await page.until(2);
  assert.equal(page.asked, ['picture', 'video', 'picture']);
  const given = ['kind', 'ticket', 'poster'].map((name) => second.searchParams.get(name));
  assert.equal(given, ['video', 'ticket-2', 'ticket-3']);
  page.come(page.withResult(second.searchParams.get('id'), { id: 'v1' }));
  assert.equal(await filming, { video: 'v1' });
});

test('a choice made while the page reloads goes to the same question: no video for a picture', async () => {
  const before = open();
  void before.pages.chooseVideo();
  const id = (await before.until(1)).searchParams.get('id');
  const after = open(before.withResult(id, { id: 'v1', poster: 'p1' }), before.tab);
  void after.pages.chooseImage();
  await after.until(1);
  assert.is(after.opened.length, 1);
});

test.run();
