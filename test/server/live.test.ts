// @rarely: the relay of a video stream, with its waits; screens.test.ts has who may open a screen

import { request } from 'node:http';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listMachines } from '../../src/contract/buying/devices';
import { liveEnd } from '../../src/contract/buying/live';
import { type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import { createFlow } from '../../src/server/screen/live/flow';
import { isControl, resetVideo } from '../../src/server/screen/live/framing';
import { createQuality } from '../../src/server/screen/live/quality';
import { addOrder } from './support/devices';
import { giveOrder } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { packet, streaming, watching } from './support/streaming';

interface Context {
  gateway: TestGateway;
  provider: Awaited<ReturnType<typeof streaming>>;
  logged: string[];
  member: string;
  as: Sent;
}
const test = suite<Context>('live');
test.before(async (context) => {
  context.provider = await streaming();
  context.logged = [];
  context.gateway = await openGateway({
    env: { MACHINES_API_URL: context.provider.url, MACHINES_API_KEY: 'key', LOG_LEVEL: 'trace' },
    log: (line) => context.logged.push(line),
  });
});
test.before.each(async (context) => {
  const { id } = await addMember(context.gateway);
  context.gateway.clock.ahead = 0;
  Object.assign(context, { member: id, as: await context.gateway.signIn(id) });
});
test.after(async ({ gateway, provider }) => {
  await gateway.close();
  await provider.close();
});

/** Machines whose provider streams; their ids. */
async function addLive(gateway: TestGateway, member: string, quantity = 1): Promise<string[]> {
  const serialNumber = await addOrder(gateway, member, { quantity });
  const ids = Array.from({ length: quantity }, (_, at) => `${serialNumber}-${at + 1}`);
  await gateway.db.run
    .updateTable('machine')
    .set({ screenshots: true, streams: true })
    .where('id', 'in', ids)
    .execute();
  return ids;
}
const opened = async (gateway: TestGateway, as: Sent, id: string) =>
  (await gateway.send(openScreen, { id }, as)).body as OpenedScreen;
/** Opens the live picture of a machine, and waits for its first complete picture. */
async function watch(gateway: TestGateway, as: Sent, id: string) {
  const { live } = await opened(gateway, as, id);
  const page = watching(gateway.url + live);
  await page.until(() => page.messages.length >= 3);
  return page;
}
const text = (typed: string) => {
  const bytes = Buffer.from(`\x01\0\0\0\0${typed}`);
  bytes.writeUInt32BE(bytes.length - 5, 1);
  return bytes;
};

test('a member’s page receives the stream as it is, and what it does reaches the phone', async ({
  gateway,
  provider,
  as,
  member,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const page = await watch(gateway, as, id);
  assert.equal(page.kinds(), ['size', 'configuration', 'key']);
  assert.equal(provider.asked.at(-1), { machine: id, bitrate: 600_000 });
  const delta = packet('delta', 700);
  provider.send(delta);
  await page.until(() => page.messages.length === 4);
  assert.equal(page.messages[3], delta);

  const touch = Buffer.alloc(32, 2);
  page.socket.send(touch);
  page.socket.send(Buffer.from([16, 1, 65])); // starts an app
  page.socket.send(Buffer.from([11]));
  await page.until(() => provider.controls.length >= 2);
  assert.equal(provider.controls.splice(0), [touch, Buffer.from([11])]);

  provider.send('from the phone');
  await page.until(() => page.news.some(({ clipboard }) => clipboard === 'from the phone'));
  page.look({ at: 12 });
  const answer = await page.until(() => page.news.find(({ at }) => at === 12));
  assert.type(answer.provider, 'number');
  page.look(); // does not measure
  page.look({ at: 13 });
  await page.until(() => page.news.some(({ at }) => at === 13));
  assert.ok(page.news.every((one) => 'at' in one || 'clipboard' in one || 'rate' in one));
  page.socket.close();
  await page.until(() => provider.streams.at(-1)?.readyState === 3);
});

test('a page that lost its picture has the phone send a whole one, once in two seconds', async ({
  gateway,
  provider,
  as,
  member,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const page = await watch(gateway, as, id);
  provider.controls.splice(0);
  /** Asks for a whole picture, and waits until the gateway has read it. */
  const ask = async (at: number) => {
    page.look({ whole: true, at });
    await page.until(() => page.news.some((one) => one.at === at));
  };
  await ask(1);
  await ask(2);
  gateway.clock.ahead += 2_000;
  await ask(3);
  page.socket.send(Buffer.from([11]));
  await page.until(() => provider.controls.some((one) => one.equals(Buffer.from([11]))));
  assert.equal(provider.controls.splice(0), [resetVideo, resetVideo, Buffer.from([11])]);
  page.socket.close();
});

test('only the owner opens a live picture, within a minute, in an open session', async ({
  gateway,
  as,
  member,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const other = await addMember(gateway);
  const stranger = await gateway.signIn(other.id);
  assert.is((await opened(gateway, stranger, id)).live, undefined);
  const refused = (address: string | undefined) => watching(gateway.url + address).refused();
  const { live, url } = await opened(gateway, as, id);
  assert.is(await refused(`${live}x`), 404);
  assert.is(await refused('/screens/live'), 404);
  assert.is(await refused(url?.replace('/screens', '/screens/live')), 404, 'the ticket of a picture');
  assert.is(await refused('/elsewhere'), 404);
  assert.is(
    await refused(live?.replace('/screens/live', '/elsewhere')),
    404,
    'the ticket at another address',
  );
  gateway.clock.ahead = 61_000;
  assert.is(await refused(live), 404);
  gateway.clock.ahead = 0;
  const { serial_number } = await gateway.db.run
    .selectFrom('machine')
    .select('serial_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const give = (to: string) => giveOrder(gateway, serial_number, to);
  await give(other.id);
  assert.is(await refused(live), 404, 'it belongs to another');
  await give(member);
  await gateway.db.run.updateTable('machine').set({ online: false }).where('id', '=', id).execute();
  assert.is(await refused(live), 404, 'it is offline');
  await gateway.db.run.updateTable('machine').set({ online: true }).where('id', '=', id).execute();
  await gateway.db.run.deleteFrom('session').where('member', '=', member).execute();
  assert.is(await refused(live), 404, 'the session has ended');
});

test('a page of another site cannot use an address that has leaked', async ({ gateway, as, member }) => {
  const [id = ''] = await addLive(gateway, member);
  const { live } = await opened(gateway, as, id);
  const status = (origin: string) =>
    new Promise<number>((settle) => {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
        origin,
      };
      const asking = request(gateway.url + live, { headers });
      asking.on('response', (response) => settle(response.statusCode ?? 0));
      asking.on('upgrade', (response, socket) => {
        socket.destroy();
        settle(response.statusCode ?? 0);
      });
      asking.end();
    });
  assert.is(await status('https://elsewhere.example'), 404);
  assert.is(await status(gateway.url), 101);
});

test('the newest page of a member takes a live picture over, and the one before learns it', async ({
  gateway,
  provider,
  as,
  member,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const first = await watch(gateway, as, id);
  const second = await watch(gateway, await gateway.signIn(member), id);
  assert.is(await first.closed(), liveEnd.taken);
  const beside = await openGateway({
    database: gateway.db,
    env: { MACHINES_API_URL: provider.url, MACHINES_API_KEY: 'key' },
  });
  const third = await watch(beside, as, id);
  assert.is(await second.closed(), liveEnd.taken, 'by a page at another gateway');
  assert.ok(third.isOpen());
  const stopping = beside.close();
  assert.is(await third.closed(), 1001, 'a gateway that stops sends its pages to another one');
  await stopping;
});

test('a live picture ends with the session, and with the rent', async ({ gateway, as, member }) => {
  const [id = '', another = ''] = await addLive(gateway, member, 2);
  const page = await watch(gateway, as, id);
  const other = await watch(gateway, await gateway.signIn(member), another);
  await gateway.send('txUser/logout', {}, as);
  assert.is(await page.closed(), liveEnd.ended);
  assert.ok(other.isOpen());
  await gateway.db.run
    .updateTable('device_order')
    .set({ days_left: 0 })
    .where('member', '=', member)
    .execute();
  assert.is(await other.closed(), liveEnd.ended);
});

test('a live picture ends after a minute in which nobody looks', async ({ gateway, as, member }) => {
  const [id = '', another = ''] = await addLive(gateway, member, 2);
  const hidden = await watch(gateway, as, id);
  const seen = await watch(gateway, as, another);
  gateway.clock.ahead = 61_000;
  seen.look();
  assert.is(await hidden.closed(), liveEnd.unwatched);
  assert.ok(seen.isOpen());
  seen.socket.close();
});

test('a live picture stays while the database is away, for a minute at most', async ({
  gateway,
  as,
  member,
  logged,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const page = await watch(gateway, as, id);
  await sql`alter table machine rename to machine_away`.execute(gateway.db.run);
  try {
    gateway.clock.ahead = 50_000;
    page.look();
    await page.until(() => logged.some((line) => line.includes('relation \\"machine\\" does not exist')));
    assert.ok(page.isOpen());
    gateway.clock.ahead = 70_000;
    assert.is(await page.closed(), liveEnd.ended);
  } finally {
    await sql`alter table machine_away rename to machine`.execute(gateway.db.run);
  }
});

test('a page that does not keep up misses pictures instead of receiving old ones', async ({
  gateway,
  provider,
  as,
  member,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const page = await watch(gateway, as, id);
  const asked = provider.asked.length;
  for (let count = 0; count < 500; count++) provider.send(packet('delta', 5000)); // 2.5 MB
  provider.send('sent'); // arrives after them
  await page.until(() => page.news.some(({ clipboard }) => clipboard === 'sent'));
  assert.ok(page.bytes() > 60_000 && page.bytes() < 90_000, `${page.bytes()} bytes`);
  const before = page.messages.length;
  page.look();
  await page.until(() => provider.controls.some((control) => control[0] === 17));
  provider.send(packet('delta'));
  provider.send(packet('configuration', 10));
  provider.send(packet('key', 3000));
  provider.send(packet('delta'));
  await page.until(() => page.messages.length >= before + 3);
  assert.equal(page.kinds().slice(before), ['configuration', 'key', 'delta']);
  page.look({ away: true });
  page.socket.send(Buffer.from([11]));
  await page.until(() => provider.controls.some((control) => control[0] === 11));
  provider.send(packet('key'));
  provider.send('hidden');
  await page.until(() => page.news.some(({ clipboard }) => clipboard === 'hidden'));
  assert.is(page.messages.length, before + 3, 'a hidden page receives nothing');
  assert.is(provider.asked.length, asked);
  page.socket.close();
});

test('a slow line gets a lower bitrate, and a higher one once it has kept up', async ({
  gateway,
  provider,
  as,
  member,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const page = await watch(gateway, as, id);
  const [before] = provider.streams.slice(-1);
  gateway.clock.ahead = 5_000;
  for (let count = 0; count < 30; count++) provider.send(packet('delta', 5000));
  await page.until(() => page.news.some(({ rate }) => rate === 300_000));
  assert.equal(provider.asked.at(-1), { machine: id, bitrate: 300_000 });
  await page.until(() => before?.readyState === 3);
  page.look();
  gateway.clock.ahead = 40_000;
  page.look();
  await page.until(() => page.news.filter(({ rate }) => rate === 600_000).length === 2);
  page.socket.close();

  const quality = createQuality();
  quality.use(0, 0);
  assert.is(quality.lower(3_999), undefined, 'too soon');
  assert.is(quality.lower(4_000), 1);
  quality.use(1, 4_000);
  assert.is(quality.lower(8_000), 2);
  quality.use(2, 8_000);
  assert.is(quality.lower(20_000), undefined, 'there is no lower one');
  assert.equal([quality.raise(49_999), quality.raise(50_000)], [undefined, 1]);
  quality.use(1, 50_000);
  assert.is(quality.lower(54_000), 2);
  quality.use(2, 54_000);
  assert.equal([quality.raise(113_999), quality.raise(114_000)], [undefined, 1], 'after twice the time');
});

test('a text that a member types is in no log and in no table', async ({
  gateway,
  provider,
  as,
  member,
  logged,
}) => {
  const [id = ''] = await addLive(gateway, member);
  const page = await watch(gateway, as, id);
  const secret = 'correct-horse-battery';
  page.socket.send(text(secret));
  await page.until(() => provider.controls.some((control) => control.includes(secret)));
  page.socket.send(text(secret).subarray(1)); // in a message that is none
  page.socket.send(JSON.stringify({ typed: secret })); // and in one that ends the connection
  assert.is(await page.closed(), 1008);
  const another = await watch(gateway, as, id);
  another.socket.send(text(secret));
  await page.until(() => provider.controls.filter((control) => control.includes(secret)).length > 1);
  provider.streams.at(-1)?.terminate();
  assert.is(await another.closed(), liveEnd.unavailable);
  assert.ok(logged.some((line) => line.includes('stream of a cloud phone ended')));
  assert.not(logged.some((line) => line.includes(secret)));
  assert.not(logged.some((line) => line.includes('ticket=')));
  const row = await gateway.db.run.selectFrom('machine').selectAll().where('id', '=', id).execute();
  assert.not(JSON.stringify(row).includes(secret));
});

test('a member looks at four cloud phones at a time', async ({ gateway, as, member }) => {
  const ids = await addLive(gateway, member, 5);
  const pages = [];
  for (const id of ids.slice(0, 4)) pages.push(await watch(gateway, as, id));
  const { live } = await opened(gateway, as, ids[4] ?? '');
  assert.is(await watching(gateway.url + live).refused(), 429);
  pages[0]?.socket.close();
  await pages[0]?.closed();
  await watch(gateway, as, ids[4] ?? '').then(({ socket }) => socket.close());
  for (const { socket } of pages) socket.close();
});

test('a provider that does not answer delays nothing else, and the page shows pictures', async () => {
  const provider = await streaming({ hangs: true });
  const gateway = await openGateway({
    env: { MACHINES_API_URL: provider.url, MACHINES_API_KEY: 'key' },
    log: () => {},
  });
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const [id = ''] = await addLive(gateway, member);
  const { live } = await opened(gateway, as, id);
  const page = watching(gateway.url + live);
  await page.until(() => provider.asked.length > 0);
  const { code } = await gateway.send(listMachines, { serialNumber: id.slice(0, -2) }, as);
  assert.is(code, '1');
  assert.ok(page.isOpen());
  assert.is(await page.closed(), liveEnd.unavailable);
  await gateway.close();
  await provider.close();
});

test('a client that offers HTTP/2 is answered as before', async ({ gateway }) => {
  const body = 'x'.repeat(2000);
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
  const ask = (path: string, method: string) =>
    new Promise<{ status: number; text: string }>((settle, fail) => {
      const asking = request(gateway.url + path, { method, headers }, async (response) => {
        let text = '';
        for await (const part of response) text += part;
        settle({ status: response.statusCode ?? 0, text });
      });
      asking.on('error', fail);
      asking.end(method === 'POST' ? body : undefined);
    });
  assert.is((await ask('/health', 'GET')).status, 200);
  const { status, text: answer } = await ask('/api/txUser/getInfo', 'POST');
  assert.is(status, 415);
  assert.ok(JSON.parse(answer).header);
});

test('a packet, a control and a flow are what they are at their limits', () => {
  const typed = (length: number) => text('a'.repeat(length));
  assert.equal([isControl(typed(300)), isControl(typed(301))], [true, false]);
  const copied = (length: number) => {
    const bytes = Buffer.alloc(14 + length);
    bytes[0] = 9;
    bytes.writeUInt32BE(length, 10);
    return bytes;
  };
  assert.equal([isControl(copied(16_384)), isControl(copied(16_385))], [true, false]);
  for (const [type, length] of [
    [0, 14],
    [2, 32],
    [3, 21],
    [4, 2],
    [8, 2],
    [11, 1],
  ] as const) {
    const [right, longer] = [Buffer.alloc(length, 0), Buffer.alloc(length + 1, 0)];
    right[0] = longer[0] = type;
    assert.equal([isControl(right), isControl(longer)], [true, false], `${type}`);
  }
  for (const type of [5, 10, 12, 14, 16, 17]) assert.not(isControl(Buffer.from([type])));
  assert.not(isControl(Buffer.alloc(0)));

  const flow = createFlow();
  const drops: number[] = [];
  const take = (message: Buffer) => flow.take(message, 600_000, () => drops.push(1)).length;
  assert.is(take(packet('delta')), 0, 'nothing before a complete picture');
  assert.is(take(packet('configuration')), 0);
  assert.is(take(packet('key', 40_000)), 2);
  assert.is(take(packet('delta', 40_000)), 1);
  assert.is(take(packet('delta')), 0);
  assert.is(take(packet('key')), 0);
  assert.is(drops.length, 1);
  assert.is(flow.shown(1000), false, 'there is still no room');
  assert.is(flow.shown(1e9), true);
  assert.is(take(packet('delta')), 0);
  assert.is(take(packet('key')), 1);
  assert.is(flow.shown(1e9), false);
});

test.run();
