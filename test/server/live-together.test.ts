// @rarely: several streams at a time, with their waits; screens.test.ts has who may open a screen

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { liveEnd } from '../../src/contract/buying/live';
import {
  mostFollowers,
  type OpenedTogether,
  openScreen,
  openTogether,
} from '../../src/contract/buying/screens';
import { forPhone } from '../../src/server/screen/live/framing';
import { openPhones } from '../../tools/phone/serve.mjs';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { streaming, watching } from './support/streaming';

interface Context {
  gateway: TestGateway;
  provider: Awaited<ReturnType<typeof streaming>>;
  member: string;
  as: Sent;
}
const test = suite<Context>('several cloud phones at a time');
test.before(async (the) => {
  the.provider = await streaming();
  the.gateway = await openGateway({
    env: { MACHINES_API_URL: the.provider.url, MACHINES_API_KEY: 'key' },
    log: () => {}, // streams end
  });
});
test.before.each(async (the) => {
  const { id: member } = await addMember(the.gateway);
  the.provider.controls.length = 0;
  the.provider.asked.length = 0;
  Object.assign(the, { member, as: await the.gateway.signIn(member) });
});
test.after(async ({ gateway, provider }) => {
  await gateway.close();
  await provider.close();
});

async function addLive(gateway: TestGateway, member: string, quantity: number): Promise<string[]> {
  const serialNumber = await addOrder(gateway, member, { quantity });
  const ids = Array.from({ length: quantity }, (_, at) => `${serialNumber}-${at + 1}`);
  await set(gateway, ids, { screenshots: true, streams: true });
  return ids;
}
const set = ({ db }: TestGateway, ids: string[], values: object) =>
  db.run.updateTable('machine').set(values).where('id', 'in', ids).execute();
const opened = async ({ gateway, as }: Context, ids: string[], lead?: string) =>
  (await gateway.send(openTogether, { ids, ...(lead && { lead }) }, as)).body as OpenedTogether;
/** Watches one and waits until so many follow. */
async function watch(the: Context, ids: string[], count = ids.length - 1) {
  const { leader } = await opened(the, ids);
  const page = watching(the.gateway.url + leader?.live);
  await page.until(() => page.news.some(({ followers }) => followers?.count === count));
  return page;
}
const follows = (page: Awaited<ReturnType<typeof watch>>) =>
  page.news.filter(({ followers }) => followers).pop()?.followers;

/** A touch on a screen of 720 x 1280. */
function touch(x: number, y: number, width = 720, height = 1280): Buffer {
  const bytes = Buffer.alloc(32);
  bytes[0] = 2;
  bytes.writeInt32BE(x, 10);
  bytes.writeInt32BE(y, 14);
  bytes.writeUInt16BE(width, 18);
  bytes.writeUInt16BE(height, 20);
  return bytes;
}

test('a touch on one cloud phone is also made on the others that were chosen', async (the) => {
  const { gateway, provider, member } = the;
  const ids = await addLive(gateway, member, 3);
  const page = await watch(the, ids);
  const asked = provider.asked as { machine: string; bitrate: number; video?: boolean }[];
  assert.equal(
    asked.map(({ machine, video }) => [machine, video]).sort(),
    ids.map((id, at) => [id, at ? false : undefined]).sort(),
  );
  const key = Buffer.concat([Buffer.from([0]), Buffer.alloc(13)]);
  page.socket.send(touch(360, 320));
  page.socket.send(key);
  await page.until(() => provider.controls.length >= 6);
  const { controls } = provider;
  assert.is(controls.filter((one) => one.equals(touch(360, 320))).length, 1, 'as it is where it was done');
  assert.is(controls.filter((one) => one.equals(touch(180, 160, 360, 640))).length, 2, 'scaled');
  assert.is(controls.filter((one) => one.equals(key)).length, 3);
  page.socket.send(Buffer.from([8, 0]));
  page.socket.send(Buffer.from([11]));
  await page.until(() => controls.filter(([type]) => type === 11).length === 3);
  assert.is(controls.filter(([type]) => type === 8).length, 1, 'one clipboard answers');
  page.socket.close();
  await page.until(() => provider.streams.every(({ readyState }) => readyState === 3));
});

test('cloud phones that cannot follow are named with the reason, and nobody else’s follows', async (the) => {
  const { gateway, provider, member } = the;
  const [first = '', second = '', offline = '', still = ''] = await addLive(gateway, member, 4);
  await set(gateway, [offline], { online: false });
  await set(gateway, [still], { streams: false });
  const other = await addMember(gateway);
  const [theirs = ''] = await addLive(gateway, other.id, 1);
  const { leader, followers } = await opened(the, [offline, theirs, first, second, still, 'none', first]);
  assert.is(leader?.id, first, 'the first that can be seen live');
  assert.equal(
    followers.map(({ id, lack, name }) => [id, lack, !!name]),
    [
      [offline, 'offline', true],
      [theirs, 'missing', false],
      [second, undefined, true],
      [still, 'none', true],
      ['none', 'missing', false],
    ],
  );
  const page = watching(gateway.url + leader?.live);
  await page.until(() => page.news.some(({ followers: now }) => now?.count === 1));
  assert.equal(provider.asked.map(({ machine }) => machine).sort(), [first, second].sort());
  page.socket.close();
  assert.is((await opened(the, [first, second], second)).leader?.id, second, 'the one that is asked for');
  assert.is((await opened(the, [offline, theirs])).leader, undefined);
});

test('a cloud phone stops following when it ends, or another page takes it, and the rest goes on', async (the) => {
  const { gateway, provider, member, as } = the;
  const [first = '', ended = '', taken = '', stays = ''] = await addLive(gateway, member, 4);
  const page = await watch(the, [first, ended, taken, stays]);
  await set(gateway, [ended], { online: false });
  const { live } = (await gateway.send(openScreen, { id: taken }, as)).body;
  const other = watching(gateway.url + live);
  await page.until(() => follows(page)?.count === 1);
  assert.equal(follows(page).without, [
    { id: ended, why: 'ended' },
    { id: taken, why: 'taken' },
  ]);
  provider.controls.length = 0;
  page.socket.send(Buffer.from([11]));
  await page.until(() => provider.controls.length === 2);
  other.socket.close();
  await gateway.send('txUser/logout', {}, as);
  assert.is(await page.closed(), liveEnd.ended);
  await page.until(() => provider.streams.every(({ readyState }) => readyState === 3));
});

test('a cloud phone whose connection is lost follows again', async (the) => {
  const { gateway, provider, member } = the;
  const ids = await addLive(gateway, member, 2);
  const page = await watch(the, ids);
  const at = (provider.asked as { video?: boolean }[]).findIndex(({ video }) => video === false);
  provider.streams.slice(-2)[at]?.terminate();
  await page.until(() => page.news.some(({ followers }) => followers?.without[0]?.why === 'lost'));
  await page.until(() => follows(page).count === 1);
  page.socket.close();
});

test('a member has at most twenty followers, in one page or in several', async (the) => {
  const { gateway, member, as } = the;
  const ids = await addLive(gateway, member, mostFollowers + 2);
  assert.not.equal((await gateway.send(openTogether, { ids }, as)).code, '1');
  const most = await watch(the, ids.slice(0, mostFollowers + 1), mostFollowers);
  const { leader } = await opened(the, ids.slice(-2).reverse());
  assert.is(await watching(gateway.url + leader?.live).refused(), 429);
  most.socket.close();
});

test('a touch on one phone of the stand-in moves the mark of another, which is turned', async (the) => {
  const phones = await openPhones({ key: 'key' });
  if (phones.streams) {
    const gateway = await openGateway({
      database: the.gateway.db,
      env: { MACHINES_API_URL: phones.url, MACHINES_API_KEY: 'key' },
      log: () => {},
    });
    const [first = '', second = ''] = await addLive(gateway, the.member, 2);
    phones.phone(second).rotate();
    const page = await watch({ ...the, gateway }, [first, second]);
    page.socket.send(touch(360, 320));
    await page.until(() => phones.phone(second).at.x !== 320 || phones.phone(second).at.y !== 180);
    assert.equal(phones.phone(first).at, { x: 180, y: 160 });
    assert.equal(phones.phone(second).at, { x: 320, y: 90 });
    page.socket.close();
    await gateway.close();
  }
  await phones.close();
});

test('a place stays within the other screen, and one without a size reaches none', () => {
  const size = { width: 100, height: 50 };
  const [x, y] = [10, 14].map((at) => forPhone(touch(720, 2000), size)?.readInt32BE(at));
  assert.equal([x, y], [99, 49]);
  assert.is(forPhone(touch(-5, 0), size)?.readInt32BE(10), 0);
  assert.is(forPhone(touch(1, 1, 0, 0), size), undefined);
  const scroll = Buffer.alloc(21);
  scroll[0] = 3;
  scroll.writeInt32BE(50, 1);
  scroll.writeInt32BE(50, 5);
  scroll.writeUInt16BE(100, 9);
  scroll.writeUInt16BE(100, 11);
  assert.equal(
    [1, 5].map((at) => forPhone(scroll, size)?.readInt32BE(at)),
    [50, 25],
  );
  assert.is(forPhone(Buffer.from([8, 0]), size), undefined);
});

test.run();
