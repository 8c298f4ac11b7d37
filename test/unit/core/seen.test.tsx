import md5 from 'blueimp-md5';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as all from '../../../src/contract/buying/devices';
import { listOrders, packages } from '../../../src/contract/buying/orders';
import { Failure } from '../../../src/core/http/failure';
import { ask } from '../../../src/core/http/http';
import { recall, remember } from '../../../src/core/http/seen';
import { forgetOwn } from '../../../src/core/session/own-store';
import { seenText } from '../../../src/core/text/format';
import * as devices from '../../../src/features/devices/routes';
import { memoryStore } from '../../../src/platform/browser/store';
import { member, reply, visit } from '../../support/visit';

const test = suite('seen');
const list = { items: [{ id: 'one' }] };

/** A phone whose gateway answers `list`, until it cannot be reached. */
function phone() {
  const local = memoryStore();
  const state = { online: true, userId: 'dana' };
  const read = (input: object) =>
    ask(
      {
        base: 'http://gateway.test',
        secret: 's',
        appid: 'h5',
        identity: () => ({ token: 't', userId: state.userId }),
        language: () => 'en_US',
        clock: { ahead: 0 },
        md5,
        local,
        fetch: (async () => {
          if (!state.online) throw new TypeError('Failed to fetch');
          return new Response(JSON.stringify({ header: { res_code: '1' }, body: list }));
        }) as typeof fetch,
      },
      all.listDevices,
      input,
    ).catch((failure: Failure) => failure);
  return { local, state, read };
}

test('without a connection, a member sees the last data with its age', async () => {
  const { state, read } = phone();
  assert.is.not((await read({})) instanceof Failure, true);
  state.online = false;
  const failure = (await read({})) as Failure;
  assert.is(failure.kind, 'offline');
  const { instead, at } = failure.seen!;
  assert.equal((instead(undefined, {}).value as unknown as typeof list).items, list.items);
  assert.equal((instead(undefined, [{}]).value as unknown as (typeof list)[])[0]!.items, list.items);
  assert.equal(instead({}, {}), {}, 'what is newer stays');
  assert.ok(Date.now() - Date.parse(at) < 60_000);
  assert.is(((await read({ from: 'x' })) as Failure).seen, undefined, 'first pages only');
});

test('another member on the phone sees nothing of it, nor does anybody after its member has signed out', async () => {
  const { local, state, read } = phone();
  await read({});
  state.online = false;
  state.userId = 'eve';
  assert.is(((await read({})) as Failure).seen, undefined);
  state.userId = 'dana';
  assert.ok(((await read({})) as Failure).seen);
  forgetOwn(local, 'dana');
  assert.is(((await read({})) as Failure).seen, undefined);
  assert.is(local.get('own/dana'), undefined);
});

test('an answer that comes after its member has signed out is not kept', async () => {
  const { local, state, read } = phone();
  const late = read({});
  state.userId = '';
  await late;
  assert.is(recall(local, 'dana', all.listDevices, {}), undefined);
});

test('a phone keeps so many answers, the newest, and none that is too long', () => {
  const local = memoryStore();
  for (let at = 0; at < 30; at++) remember(local, 'dana', listOrders, { at }, list);
  const here = (at: number) => !!recall(local, 'dana', listOrders, { at });
  assert.equal([here(5), here(6), here(29)], [false, true, true]);
  remember(local, 'dana', listOrders, { at: 99 }, { text: 'x'.repeat(70_000) });
  assert.is(here(99), false);
});

test('foreign data in the storage is not cached data', () => {
  for (const junk of ['{', 'null', '7', '{"a":1}']) {
    const local = memoryStore();
    local.set('seen/dana', junk);
    remember(local, 'dana', listOrders, {}, list);
    assert.ok(recall(local, 'dana', listOrders, {}));
  }
});

test('the answers of a call that does not say so are not kept', () => {
  const local = memoryStore();
  remember(local, 'dana', packages, {}, list);
  assert.is(recall(local, 'dana', packages, {}), undefined);
});

const order = (serialNumber: string) => ({
  serialNumber,
  name: 'Studio phone',
  picture: '',
  running: 0,
  state: 'online' as const,
  online: 2,
  total: 2,
  orderTime: '2026-11-01T00:00:00.000Z',
  quantity: 2,
  remainingRent: 100_00,
  remainingDays: 30,
});
const summary = {
  online: 2,
  total: 2,
  working: 0,
  idle: 2,
  expiring: 0,
  offline: 0,
  rentToday: 0,
  rentTotal: 0,
};

test('a list that cannot be reached shows what it showed last, and how old that is', async () => {
  const local = memoryStore();
  remember(local, 'u1', all.listDevices, {}, { items: [order('CP2026000001')], summary });
  const screen = await visit(devices.list, {}, [reply(all.listDevices, 'offline')], { platform: { local } });
  await screen.sees('CP2026000001');
  await screen.sees("Couldn't load · Last updated just now");
  assert.not.match(screen.text(), 'The network is not strong, please try again later~ Try again');
  screen.close();
});

test('a list shows what it showed last while it asks again, and then what it is answered', async () => {
  const local = memoryStore();
  remember(local, 'u1', all.listDevices, {}, { items: [order('CP-YESTERDAY')], summary });
  let answer = () => {};
  const newest = new Promise<void>((settle) => (answer = settle));
  const replies = [
    reply(all.listDevices, async () => {
      await newest;
      return { items: [order('CP-TODAY')], summary };
    }),
  ];
  const screen = await visit(devices.list, {}, replies, { platform: { local } });
  await screen.sees('CP-YESTERDAY');
  const [{ state }] = [screen.app.queries.entry(all.listDevices, [{}])];
  assert.match(seenText(state.peek().seen!, screen.app), 'Last updated just now');
  answer();
  await screen.sees('CP-TODAY');
  assert.not.match(screen.text(), 'CP-YESTERDAY');
  assert.is(state.peek().seen, undefined);
  screen.close();
  const stranger = { ...member, userId: 'u2' };
  const other = await visit(devices.list, {}, [reply(all.listDevices, () => new Promise(() => {}))], {
    who: stranger,
    platform: { local },
  });
  assert.not.match(other.text(), 'CP-YESTERDAY', 'another member is shown nothing of it');
  other.close();
});

test.run();
