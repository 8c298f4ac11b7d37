import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { List } from '../../../src/core/data/list';
import { noMeasures } from '../../../src/core/data/measures';
import { Failure } from '../../../src/core/http/failure';
import { Loaded } from '../../../src/ui/feedback/loaded';
import { ListView } from '../../../src/ui/layout/list';
import { createRowsWindow } from '../../../src/ui/layout/rows-window';
import { button, document, one, open, press, until } from './open';

const test = suite('list');
let refreshed = 0;
const base: List<number, any> = {
  busy: false,
  moreBusy: false,
  moreFailure: undefined,
  refresh: async () => void refreshed++,
  measures: noMeasures(),
};
const show = (of: Partial<List<number, any>>) =>
  open(
    <ListView of={{ ...base, ...of }} empty="No orders yet" itemKey={String}>
      {(item) => <p>Order {item}</p>}
    </ListView>,
  );
const said = () => document.body.textContent ?? '';

test.before.each(() => {
  refreshed = 0;
});

test('a list that is on its way shows its shape and says that it loads', async () => {
  await show({ busy: true });
  assert.is(one('[aria-busy]').getAttribute('aria-label'), 'Loading…');
});

test('a list that did not load says why and tries again when asked', async () => {
  await show({ failure: new Failure('timeout') });
  assert.match(one('[role=alert]').textContent!, 'The network is not strong');
  await press(button('Try again'));
  assert.is(refreshed, 1);
});

test('an empty list says so', async () => {
  await show({ items: [] });
  assert.match(said(), 'No orders yet');
});

test('a whole list says that it is all', async () => {
  await show({ items: [1, 2] });
  assert.is(document.querySelectorAll('li').length, 2);
  assert.match(said(), 'No more');
});

test('a list shows its first cards at once, the others a moment later, and its end below all of them', async () => {
  const items = Array.from({ length: 12 }, (_, at) => at);
  await show({ items, measures: noMeasures() });
  const cards = () => document.querySelectorAll('li').length;
  assert.is(cards(), 4);
  assert.not.match(said(), 'No more');
  await until(() => cards() === 12);
  assert.match(said(), 'No more');
});

test('a list shows as many lines or tiles at once as a phone shows', async () => {
  const items = Array.from({ length: 30 }, (_, at) => at);
  const first = async (layout: 'joined' | 'tiles') => {
    await open(
      <ListView of={{ ...base, items, measures: noMeasures() }} layout={layout} empty="" itemKey={String}>
        {(item) => <p>Order {item}</p>}
      </ListView>,
    );
    return document.querySelectorAll('li').length;
  };
  assert.is(await first('joined'), 10);
  assert.is(await first('tiles'), 4);
});

test('a list that could not be refreshed stays, and says so', async () => {
  await show({ items: [1], failure: new Failure('http', 'Closed for the night') });
  assert.match(said(), 'Order 1');
  assert.match(said(), 'Closed for the night');
});

test('the next page can be asked for by hand, and asked for again after it failed', async () => {
  let asked = 0;
  await show({ items: [1], more: async () => void asked++, moreFailure: new Failure('offline') });
  assert.is(asked, 0);
  await press(button('Try again'));
  assert.is(asked, 1);
});

test('a member who cannot pull can press to refresh', async () => {
  await show({ items: [1] });
  await press(button('Pull to refresh'));
  assert.is(refreshed, 1);
});

test('loaded rows stay on the screen when a refresh fails', async () => {
  const of = { value: 7, failure: new Failure('offline'), busy: false, refresh: base.refresh };
  await open(<Loaded of={of}>{(value) => <p>Balance {value}</p>}</Loaded>);
  assert.match(said(), 'Balance 7');
  assert.match(said(), 'The network is not strong');
});

test('of a long list only what is near is in the document, and each row says which one of how many it is', async () => {
  const items = Array.from({ length: 1000 }, (_, at) => at);
  await show({ items, measures: noMeasures() });
  const rows = [...document.querySelectorAll('li:not([aria-hidden])')];
  assert.ok(rows.length >= 20 && rows.length <= 200, `${rows.length} rows`);
  assert.equal([rows[0]!.ariaSetSize ?? rows[0]!.getAttribute('aria-setsize')], ['1000']);
  assert.is(rows[19]!.getAttribute('aria-posinset'), '20');
  assert.ok(document.querySelector('li[aria-hidden]'), 'the others leave their room');
});

test('all rows of a long list are there until what leaves some out has come', async () => {
  const items = Array.from({ length: 300 }, (_, at) => at);
  let come = () => {};
  await open(
    <ListView of={{ ...base, items, measures: noMeasures() }} empty="" itemKey={String}>
      {(item) => <p>Order {item}</p>}
    </ListView>,
    undefined,
    {
      onLongList(attach) {
        come = () => attach(createRowsWindow);
        return () => {};
      },
    },
  );
  const rows = () => [...document.querySelectorAll('li:not([aria-hidden])')];
  await until(() => rows().length === 300);
  const [first] = rows();
  come();
  await until(() => rows().length < 200);
  assert.is(rows()[0], first, 'a row that stays is the same element');
});

/** Waits for so many frames. */
async function frames(count: number) {
  for (let at = 0; at < count; at++)
    await new Promise((rest) => document.defaultView!.requestAnimationFrame(rest));
}

test('a long list that moves whenever it draws rows is painted between', async () => {
  const items = Array.from({ length: 1000 }, (_, at) => at);
  const list = document.createElement('ul').constructor.prototype as HTMLElement;
  const real = list.getBoundingClientRect;
  let looked = 0;
  list.getBoundingClientRect = () => ({ top: ++looked % 2 ? -9000 : -60_000, height: 88_000 }) as DOMRect;
  try {
    await show({ items, measures: noMeasures() });
    document.dispatchEvent(new (document.defaultView as any).Event('scroll'));
    const before = looked;
    await frames(10);
    assert.ok(looked - before <= 100, `looked ${looked - before} times in ten frames`);
  } finally {
    list.getBoundingClientRect = real;
  }
});

test('rows that stay while one scrolls are not drawn again, and none of a hidden tab are', async () => {
  const items = Array.from({ length: 1000 }, (_, at) => at);
  const drawn: number[] = [];
  const list = document.createElement('ul').constructor.prototype as HTMLElement;
  const real = list.getBoundingClientRect;
  let y = 0;
  list.getBoundingClientRect = () => ({ top: -y, height: 88_000 }) as DOMRect; // nothing has a size in this document
  try {
    await open(
      <div id="tab">
        <ListView of={{ ...base, items, measures: noMeasures() }} empty="" itemKey={String}>
          {(item) => {
            drawn.push(item);
            return <p>Order {item}</p>;
          }}
        </ListView>
      </div>,
    );
    const scrollTo = async (to: number) => {
      y = to;
      drawn.length = 0;
      document.dispatchEvent(new (document.defaultView as any).Event('scroll'));
      for (let before = -1; before < drawn.length; await frames(3)) before = drawn.length;
    };
    await scrollTo(20_000);
    const last = Math.max(...drawn);
    await scrollTo(20_500);
    assert.ok(drawn.length >= 4 && drawn.length <= 9, `${drawn.length} drawn after 500 px`);
    assert.ok(Math.min(...drawn) > last, `only below what was there, not ${drawn}`);
    document.getElementById('tab')!.hidden = true;
    await scrollTo(40_000);
    assert.equal(drawn, [], 'another tab is scrolled');
    document.getElementById('tab')!.dataset.pane = '';
    await scrollTo(40_000);
    assert.ok(drawn.length, 'the tab stays beside a screen');
  } finally {
    list.getBoundingClientRect = real;
  }
});

test.run();
