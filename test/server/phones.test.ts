// @rarely: the phones of the demo; no other code uses them

import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { listMachines, type Machine } from '../../src/contract/buying/devices';
import { type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import { providerOverHttp } from '../../src/server/devices/provider-http';
import { enqueueSync } from '../../src/server/devices/sync-machines';
import { colours, half, height, width } from '../../tools/phone/phone.mjs';
import { controlOf } from '../../tools/phone/scrcpy.mjs';
import { openPhones } from '../../tools/phone/serve.mjs';
import { addOrder } from './support/devices';
import { bringOnline } from './support/machines';
import { addMember } from './support/member';
import { openGateway } from './support/open';
import { watching } from './support/streaming';

type Phones = Awaited<ReturnType<typeof openPhones>>;
const test = suite<{ phones: Phones }>('phones of the stand-in');
test.before.each(async (context) => {
  context.phones = await openPhones({ key: 'key' });
});
test.after.each(({ phones }) => phones.close());

/** A touch, as scrcpy sends it. */
function touch(x: number, y: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes[0] = 2;
  bytes.writeInt32BE(x, 10);
  bytes.writeInt32BE(y, 14);
  bytes.writeUInt16BE(360, 18);
  bytes.writeUInt16BE(640, 20);
  return bytes;
}
/** The colour at a place of a picture, whose sizes are fractions of its own. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const from = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels;
  return [...data.subarray(from, from + 3)];
}
const isNear = (one: readonly number[], other: readonly number[]) =>
  one.every((value, at) => Math.abs(value - (other[at] ?? 0)) < 40);

test('a member sees the screen of a phone that a touch has changed', async ({ phones }) => {
  const gateway = await openGateway({ env: { MACHINES_API_URL: phones.url, MACHINES_API_KEY: 'key' } });
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const serialNumber = await addOrder(gateway, member, { offline: [1], tasks: { 1: [1] } });
  const id = `${serialNumber}-1`;
  await gateway.db.tx((tx) => enqueueSync(tx, [serialNumber], Date.now())); // as a change of a task does
  await bringOnline(gateway);
  const [machine] = (await gateway.send(listMachines, { serialNumber }, as)).body.items as Machine[];
  assert.equal(
    [machine?.online, machine?.restartable, machine?.screen, machine?.task?.state],
    [true, true, true, 1],
  );
  const { url } = (await gateway.send(openScreen, { id }, as)).body as OpenedScreen;
  const picture = async () => Buffer.from(await (await fetch(gateway.url + url)).arrayBuffer());
  const { mark } = phones.phone(id);
  assert.ok(isNear(await colourAt(await picture(), 0.5, 0.5), mark));
  phones.phone(id).touch(90, 160);
  let seen = await picture();
  // viewers share a picture for half a second
  while (isNear(await colourAt(seen, 0.5, 0.5), mark)) seen = await picture();
  assert.ok(isNear(await colourAt(seen, 0.25, 0.25), mark));
  await gateway.close();
});

test('a phone restarts once for each request, works on its task, and stops while it is paused', async ({
  phones,
}) => {
  const provider = providerOverHttp({ api: phones.url, key: 'key' });
  const task = { id: 't', name: 'Watch live room', state: 'running' as const };
  const wanted = { id: 'm', serialNumber: 'CP1', wanted: true, task };
  const [first] = await provider.sync([wanted], 0);
  assert.equal([first?.state, first?.task], ['online', { id: 't', progress: 0 }]);
  const [restarted] = await provider.sync([{ ...wanted, restart: Date.now() }], 0);
  assert.equal([restarted?.state, restarted?.reason], ['offline', 'starting']);
  const [again] = await provider.sync([{ ...wanted, restart: Date.now() - 6000 }], 0);
  assert.is(again?.state, 'online');
  await providerOverHttp({ api: phones.url, key: 'wrong' })
    .sync([wanted], 0)
    .then(
      () => assert.unreachable('another key was accepted'),
      (error) => assert.match(String(error), '401'),
    );
});

test('an app is installed on a phone once for each request, and only one that is offered', async ({
  phones,
}) => {
  const provider = providerOverHttp({ api: phones.url, key: 'key' });
  const [app] = (await provider.offers()).apps;
  const asked = { id: 'r', machine: 'm', at: 0, app: app?.id ?? '' };
  let [report] = await provider.act([asked], 0);
  assert.equal([report, phones.phone('m').apps], [{ id: 'r', state: 'running' }, []]);
  while (report?.state === 'running') [report] = await provider.act([asked], 0);
  assert.equal([report?.state, phones.phone('m').apps], ['done', [app?.id]]);
  const [unknown] = await provider.act([{ ...asked, app: 'x' }], 0);
  assert.equal(unknown, { id: 'r', state: 'failed', reason: 'unable' });
});

test('a touch, a text and the keys are read as scrcpy sends them, and nothing else is', ({ phones }) => {
  const size = { width: 360, height: 640 };
  assert.equal(controlOf(touch(36, 64), size), { kind: 'touch', action: 'down', x: 36, y: 64 });
  const smaller = { width: 180, height: 320 };
  assert.equal(controlOf(touch(36, 64), smaller), { kind: 'touch', action: 'down', x: 18, y: 32 });
  const text = Buffer.concat([Buffer.from([1, 0, 0, 0, 3]), Buffer.from('abc')]);
  assert.equal(controlOf(text, size), { kind: 'text', text: 'abc' });
  assert.equal(controlOf(Buffer.from([4, 1]), size), { kind: 'back', action: 'up' });
  const key = Buffer.alloc(14);
  key.writeInt32BE(3, 2);
  assert.equal(controlOf(key, size), { kind: 'key', action: 'down', code: 3 });
  for (const wrong of [Buffer.alloc(0), Buffer.from([9]), text.subarray(0, 6), touch(1, 1).subarray(1)])
    assert.is(controlOf(wrong, size), undefined);

  const phone = phones.phone('m');
  phone.type('ab');
  phone.back();
  assert.is(phone.typed, 'a');
  phone.touch(-5, 9999);
  assert.equal(phone.at, { x: 0, y: 640 });
  phone.home();
  assert.equal([phone.typed, phone.at], ['', { x: 180, y: 320 }]);
  const pixel = (y: number) => [...phone.draw(0).subarray((y * 360 + 180) * 3, (y * 360 + 180) * 3 + 3)];
  assert.equal([pixel(320), pixel(320 - half - 1)], [phone.mark, colours.card]);
});

test('a member sees a phone live, and their touch, text and rotation change it', async ({ phones }) => {
  const env = { MACHINES: 'stand-in', MACHINES_API_URL: phones.url, MACHINES_API_KEY: 'key' };
  const gateway = await openGateway({ env });
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const serialNumber = await addOrder(gateway, member, { offline: [1] });
  const id = `${serialNumber}-1`;
  await gateway.db.tx((tx) => enqueueSync(tx, [serialNumber], Date.now()));
  await bringOnline(gateway);
  const { live, sandbox } = (await gateway.send(openScreen, { id }, as)).body as OpenedScreen;
  assert.is(sandbox, true, 'it is labelled as test mode');
  assert.is(!!live, phones.streams, 'without ffmpeg there is no stream');
  if (live) {
    const page = watching(gateway.url + live);
    await page.until(() => page.messages.length > 20);
    assert.equal(page.kinds().slice(0, 4), ['size', 'configuration', 'key', 'delta']);
    page.socket.send(touch(90, 160));
    page.socket.send(Buffer.concat([Buffer.from([1, 0, 0, 0, 3]), Buffer.from('abc')]));
    await page.until(() => phones.phone(id).at.x === 90 && phones.phone(id).typed === 'abc');
    page.socket.send(Buffer.from([11]));
    await page.until(() => page.kinds().lastIndexOf('size') > 0);
    const turned = page.messages[page.kinds().lastIndexOf('size')];
    assert.equal([turned?.readUInt32BE(4), turned?.readUInt32BE(8)], [640, 360]);
    page.socket.send(
      Buffer.concat([Buffer.from([9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2]), Buffer.from('hi')]),
    );
    page.socket.send(Buffer.from([8, 0]));
    await page.until(() => page.news.some(({ clipboard }) => clipboard === 'hi'));
    page.socket.close();
  }
  await gateway.close();
});

test('the stream is H.264 in the framing of scrcpy, which a touch changes', async ({ phones }) => {
  const answer = await fetch(`${phones.url}/machines/stream`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: JSON.stringify({ machine: 'm', bitrate: 600_000 }),
  });
  if (!phones.streams) {
    assert.is(answer.status, 404, 'without ffmpeg there is no stream');
    return;
  }
  const { url } = (await answer.json()) as { url: string };
  const viewer = new WebSocket(url);
  const packets: { kind: number; bytes: Buffer }[] = [];
  let meta: Buffer | undefined;
  viewer.on('message', (bytes: Buffer) => {
    if (!meta) {
      meta = bytes;
      return;
    }
    assert.is(bytes.readUInt32BE(8), bytes.length - 12);
    packets.push({ kind: bytes.readUInt32BE(0) >>> 30, bytes: bytes.subarray(12) });
  });
  const until = async (found: () => boolean) => {
    while (!found()) await new Promise((turn) => setTimeout(turn, 20));
  };
  await until(() => packets.length >= 40);
  assert.equal(
    [meta?.toString('latin1', 0, 4), meta?.readUInt32BE(4), meta?.readUInt32BE(8)],
    ['h264', 360, 640],
  );
  assert.equal(
    packets.slice(0, 3).map(({ kind }) => kind),
    [2, 1, 0],
    'the configuration, a picture that needs no other, one that does',
  );
  assert.ok(packets.every(({ bytes }) => bytes.readUInt32BE(0) === 1));
  viewer.send(touch(90, 160));
  const { length } = packets;
  await until(() => phones.phone('m').at.x === 90 && packets.length > length + 15);
  viewer.close();
  const second = new WebSocket(url);
  await new Promise((refused) => second.once('error', refused)); // an address opens one stream

  const raw = spawnSync('ffmpeg', '-v error -f h264 -i - -f rawvideo -pix_fmt rgb24 -'.split(' '), {
    input: Buffer.concat(packets.map(({ bytes }) => bytes)),
    maxBuffer: 400_000_000,
  }).stdout;
  const last = raw.subarray(raw.length - width * height * 3);
  const pixel = (x: number, y: number) => [...last.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
  const { mark } = phones.phone('m');
  assert.ok(isNear(pixel(90, 160), mark), 'the mark is where it was touched');
  assert.not(isNear(pixel(180, 320), mark));
});

test.run();
