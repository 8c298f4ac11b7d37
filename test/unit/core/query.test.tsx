import { act } from 'preact/test-utils';
import { useState } from 'react';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listOrderLog } from '../../../src/contract/buying/devices';
import { BusyContext, useBusy, useWaiting } from '../../../src/core/data/busy';
import { useLastingQuery } from '../../../src/core/data/lasting-query';
import { useList } from '../../../src/core/data/list';
import { provide, useQuery } from '../../../src/core/data/query';
import type { Send } from '../../../src/core/http/answer';
import { Failure } from '../../../src/core/http/failure';
import { button, document, open, press, until } from '../ui/open';

const test = suite('query');

/** A log of `count` entries, two a page, and what was asked of it. */
function log(count: number) {
  const asked: (string | undefined)[] = [];
  const server = { total: 1, failing: false, newer: 0 };
  const send: Send = async (_, input) => {
    const { from = '0' } = input as { from?: string };
    asked.push((input as { from?: string }).from);
    if (server.failing) throw new Failure('offline');
    const at = Number(from);
    const items = [at, at + 1]
      .filter((one) => one < count)
      .map((one) => ({ id: `${server.total}-${one - server.newer}` }));
    const next = at + 2 < count ? { next: String(at + 2) } : {};
    return { res_code: '1', message: '', items, total: server.total, ...next } as never;
  };
  return { asked, server, send };
}

function Log({ serialNumber = 'a' }: { serialNumber?: string }) {
  const { items, more, moreFailure } = useList(listOrderLog, { serialNumber });
  return (
    <div>
      <p id="list">{items ? items.map(({ id }) => id).join(' ') : 'waiting'}</p>
      {more && (
        <button type="button" onClick={() => void more()}>
          more
        </button>
      )}
      {moreFailure && <p id="failed">failed</p>}
    </div>
  );
}

function Total() {
  const { value } = useQuery(listOrderLog, { serialNumber: 'a' });
  return <p id="total">{value ? value.total : 'waiting'}</p>;
}

/** Milliseconds for which `Lasting` uses a total. */
const lastingMs = 1000;

function Lasting() {
  const { value } = useLastingQuery(listOrderLog, { serialNumber: 'a' }, lastingMs);
  return <p id="lasting">{value ? value.total : 'waiting'}</p>;
}

function Screens() {
  const [at, go] = useState('list');
  return (
    <div>
      {['list', 'other', 'total', 'lasting', 'nothing'].map((name) => (
        <button type="button" key={name} onClick={() => go(name)}>{`to ${name}`}</button>
      ))}
      {at === 'list' && <Log />}
      {at === 'other' && <Log serialNumber="b" />}
      {at === 'total' && <Total />}
      {at === 'lasting' && (
        <>
          <Lasting />
          <Lasting />
        </>
      )}
    </div>
  );
}

const said = (id: string) => document.getElementById(id)?.textContent;

test('coming back shows the list as long as it was, at once, and asks for its first page behind', async () => {
  const { asked, send } = log(6);
  await open(<Screens />, send);
  await until(() => said('list') === '1-0 1-1');
  await press(button('more'));
  await until(() => said('list') === '1-0 1-1 1-2 1-3');
  await press(button('to nothing'));
  asked.length = 0;
  act(() => button('to list').click());
  assert.is(said('list'), '1-0 1-1 1-2 1-3');
  await until(() => asked.length === 1);
  await press(button('to nothing'));
  assert.equal(asked, [undefined], 'and for no other page, since that one is as it was');
});

test('a list whose first page arrived before its screen shows it in its first render and does not ask', async () => {
  const { asked, send } = log(6);
  const { queries } = await open(<Screens />, send);
  await until(() => said('list') === '1-0 1-1');
  await press(button('to nothing'));
  asked.length = 0;
  const page = { items: [{ id: 'early' }], total: 1 };
  provide(queries.entry(listOrderLog, [{ serialNumber: 'b' }]), [page]);
  act(() => button('to other').click());
  assert.is(said('list'), 'early');
  await press(button('to nothing'));
  assert.equal(asked, []);
  await press(button('to other'));
  await until(() => asked.length === 1);
});

test('an answer that lasts is requested again when its time is over, or when a call has changed it', async () => {
  const { asked, server, send } = log(6);
  const { queries } = await open(<Screens />, send);
  const showLasting = async (total: number) => {
    await press(button('to nothing'));
    await press(button('to lasting'));
    await until(() => said('lasting') === String(total));
  };
  asked.length = 0;
  await showLasting(1);
  server.total = 2;
  await showLasting(1);
  assert.is(asked.length, 1, 'its time is not over');
  await press(button('to nothing'));
  queries.changed(listOrderLog);
  await showLasting(2);
  server.total = 3;
  await new Promise((over) => setTimeout(over, lastingMs));
  await showLasting(3);
  assert.is(asked.length, 3);
});

test('an answer that lasts is requested again if the last request failed', async () => {
  const { asked, server, send } = log(6);
  const { queries } = await open(<Screens />, send);
  await press(button('to lasting'));
  await until(() => said('lasting') === '1');
  asked.length = 0;
  server.failing = true;
  queries.changed(listOrderLog);
  await until(() => asked.length === 1);
  await press(button('to nothing'));
  server.failing = false;
  server.total = 2;
  await press(button('to lasting'));
  await until(() => said('lasting') === '2');
});

test('a list that changed meanwhile is read again as far as it was shown', async () => {
  const { asked, server, send } = log(6);
  await open(<Screens />, send);
  await until(() => said('list') === '1-0 1-1');
  await press(button('more'));
  await until(() => said('list') === '1-0 1-1 1-2 1-3');
  await press(button('to nothing'));
  server.total = 2;
  asked.length = 0;
  await press(button('to list'));
  await until(() => said('list') === '2-0 2-1 2-2 2-3');
  assert.equal(asked, [undefined, '2']);
});

test('a long list that has grown is not read again, and one with nothing known in it starts anew', async () => {
  const { asked, server, send } = log(20);
  await open(<Screens />, send);
  await until(() => said('list') === '1-0 1-1');
  const shown = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `1-${from + n}`).join(' ');
  const comeBack = async () => {
    await press(button('to nothing'));
    asked.length = 0;
    act(() => button('to list').click());
  };
  for (let pages = 2; pages <= 5; pages++) {
    await press(button('more'));
    await until(() => said('list') === shown(0, 2 * pages));
  }
  server.newer = 1;
  await comeBack();
  await until(() => said('list') === shown(-1, 9));
  assert.is(asked.length, 5, 'five pages are read again');
  await press(button('more'));
  await until(() => said('list') === shown(-1, 11));
  server.newer = 2;
  await comeBack();
  await until(() => said('list') === shown(-2, 11));
  assert.equal(asked, [undefined]);
  server.total = 2;
  await comeBack();
  await until(() => said('list') === '2--2 2--1');
  assert.equal(asked, [undefined]);
});

test('one call may be read as a list and as one answer', async () => {
  await open(<Screens />, log(2).send);
  await until(() => said('list') === '1-0 1-1');
  await press(button('to total'));
  await until(() => said('total') === '1');
  await press(button('to list'));
  await until(() => said('list') === '1-0 1-1');
});

test('changed data is requested again where it is shown', async () => {
  const { server, send } = log(2);
  const app = await open(<Screens />, send);
  await until(() => said('list') === '1-0 1-1');
  server.total = 2;
  app.queries.changed(listOrderLog);
  await until(() => said('list') === '2-0 2-1');
});

test('a next page that failed is reported under its own list only, and can be retried', async () => {
  const { server, send } = log(6);
  function Filtered() {
    const [serialNumber, choose] = useState('a');
    return (
      <div>
        <button type="button" onClick={() => choose('b')}>
          filter
        </button>
        <Log serialNumber={serialNumber} />
      </div>
    );
  }
  await open(<Filtered />, send);
  await until(() => said('list') === '1-0 1-1');
  server.failing = true;
  await press(button('more'));
  await until(() => said('failed') === 'failed');
  server.failing = false;
  await press(button('filter'));
  await until(() => said('failed') === undefined && said('list') === '1-0 1-1');
  await press(button('more'));
  await until(() => said('list') === '1-0 1-1 1-2 1-3');
});

function Part() {
  useBusy();
  return <i />;
}

function Waiting() {
  const [parts, setParts] = useState(['first', 'second']);
  const [busy, isBusy] = useWaiting();
  return (
    <BusyContext.Provider value={busy}>
      <button type="button" onClick={() => setParts(([, ...left]) => left)}>
        come
      </button>
      <p id="busy">{String(isBusy)}</p>
      {parts.map((name) => (
        <Part key={name} />
      ))}
    </BusyContext.Provider>
  );
}

test('a screen is busy until everything has come that it waits for', async () => {
  await open(<Waiting />, log(1).send);
  const seen = [said('busy')];
  for (let part = 0; part < 2; part++) {
    await press(button('come'));
    seen.push(said('busy'));
  }
  assert.equal(seen, ['true', 'true', 'false']);
});

test('a lost answer is asked for again at intervals, but not while the page is hidden', async () => {
  const { setInterval } = globalThis;
  const again: (() => void)[] = [];
  const shows: (() => void)[] = [];
  let isShown = true;
  const { asked, server, send } = log(3);
  server.failing = true;
  const add = (all: (() => void)[]) => (call: () => void) => {
    all.push(call);
    return () => {};
  };
  await open(<Total />, send, {}, (app) => {
    Object.assign(globalThis, {
      setInterval: (call: () => void, ms: number) =>
        ms === 15_000 ? again.push(call) : setInterval(call, ms),
    });
    Object.assign(app.platform, { isShown: () => isShown, onShow: add(shows) });
  });
  await until(() => again.length > 0);
  Object.assign(globalThis, { setInterval });
  /** Requests that something causes. */
  const asks = async (all: (() => void)[]) => {
    const before = asked.length;
    act(() => all.at(-1)?.());
    await new Promise((rest) => setTimeout(rest, 20));
    return asked.length - before;
  };
  assert.is(await asks(again), 1);
  isShown = false;
  assert.is(await asks(again), 0, 'hidden');
  isShown = true;
  assert.is(await asks(shows), 1, 'shown again');
});

test('an answer that does not come leaves what was there', async () => {
  const { server, send } = log(2);
  const app = await open(<Screens />, send);
  await until(() => said('list') === '1-0 1-1');
  server.failing = true;
  app.queries.changed(listOrderLog);
  await until(
    () => app.queries.entry(listOrderLog, [{ serialNumber: 'a' }]).state.peek().failure !== undefined,
  );
  assert.is(said('list'), '1-0 1-1');
});

test.run();
