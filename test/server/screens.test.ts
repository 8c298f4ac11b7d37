import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listMachines, type Machine } from '../../src/contract/buying/devices';
import {
  listThumbnails,
  type OpenedScreen,
  openScreen,
  type Thumbnail,
} from '../../src/contract/buying/screens';
import { listMessages } from '../../src/contract/support/messages';
import type { ReportedMachine } from '../../src/server/devices/provider';
import { drawScreen } from '../../src/server/devices/sandbox-screen';
import { drawStill } from '../../src/server/pictures/still';
import { createScreens } from '../../src/server/screen/screens';
import { answering } from './support/answering';
import { addOrder, report as applyReported, type Order } from './support/devices';
import { giveOrder } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { deskSession } from './support/operator';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('screens');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  const { id } = await addMember(context.gateway);
  context.gateway.clock.ahead = 0;
  Object.assign(context, { member: id, as: await context.gateway.signIn(id) });
});
test.after(({ gateway }) => gateway.close());

/** Machines whose provider makes pictures; their ids. */
async function addShown(gateway: TestGateway, member: string, order: Order = {}): Promise<string[]> {
  const serialNumber = await addOrder(gateway, member, order);
  const ids = Array.from({ length: order.quantity ?? 1 }, (_, at) => `${serialNumber}-${at + 1}`);
  await gateway.db.run.updateTable('machine').set({ screenshots: true }).where('id', 'in', ids).execute();
  return ids;
}
const thumbnails = async (gateway: TestGateway, as: Sent, machines: { id: string; tag?: string }[]) =>
  (await gateway.send(listThumbnails, { machines }, as)).body.items as Thumbnail[];
const opened = async (gateway: TestGateway, as: Sent, id: string) =>
  (await gateway.send(openScreen, { id }, as)).body as OpenedScreen;
const look = ({ url }: TestGateway, at: string | undefined, tag = '') =>
  fetch(url + at, { headers: tag ? { 'if-none-match': tag } : {} });
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff';

test('a member sees the screens of their own cloud phones, small and large, and of no others', async ({
  gateway,
  as,
  member,
}) => {
  const ids = await addShown(gateway, member, { quantity: 2, tasks: { 1: [1] } });
  const found = await thumbnails(
    gateway,
    as,
    ids.map((id) => ({ id })),
  );
  assert.equal(
    found.map(({ id }) => id),
    ids,
  );
  for (const { image = '', tag } of found) {
    const bytes = Buffer.from(image, 'base64');
    assert.ok(tag && isJpeg(bytes) && bytes.length <= 6 * 1024, `${bytes.length} bytes`);
    const { width, height } = await sharp(bytes).metadata();
    assert.equal([width, height], [108, 192]);
  }
  const [first] = ids as [string];
  const screen = await opened(gateway, as, first);
  assert.equal(
    [screen.name, screen.task?.name, screen.task?.progress, screen.sandbox, screen.lack],
    ['M1', 'Watch livestreams', 10, true, undefined],
  );
  const picture = await look(gateway, screen.url);
  assert.equal([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
  assert.is(picture.headers.get('cache-control'), 'private, no-store');
  const bytes = Buffer.from(await picture.arrayBuffer());
  assert.ok(isJpeg(bytes) && bytes.length <= 40 * 1024, `${bytes.length} bytes`);

  const other = await addMember(gateway);
  const stranger = await gateway.signIn(other.id);
  assert.match((await gateway.send(openScreen, { id: first }, stranger)).message, 'not found');
  const own = await addShown(gateway, other.id);
  const both = { machines: [{ id: own[0] }, { id: first }] };
  const refused = await gateway.send(listThumbnails, both, stranger);
  assert.equal([refused.code, refused.body.items], ['500', undefined]);
  assert.is((await gateway.send(openScreen, { id: first })).code, '510');
});

test('a picture that the phone has is not sent again', async ({ gateway, as, member }) => {
  const at = Math.ceil(Date.now() / 60_000) * 60_000;
  const provider = createScreens(
    {
      sandbox: false,
      screenshots: async () => new Map([['m', Buffer.from(drawScreen({ id: 'm' }, 360, at))]]),
    },
    () => at,
    (error) => assert.unreachable(String(error)),
  );
  const tagNow = async () => (await provider.look([{ id: 'm' }], 'full', 'turn')).get('m')?.tag;
  assert.is(await tagNow(), await tagNow());

  const [id = ''] = await addShown(gateway, member);
  const again = async (tag?: string) => (await thumbnails(gateway, as, [{ id, ...(tag && { tag }) }]))[0];
  // the sandbox changes a thumbnail every ten seconds: two within the same ten are tried until they are
  let [first, second] = [await again(), await again('other')];
  while (first?.tag !== second?.tag) [first, second] = [second, await again('other')];
  assert.ok(second?.image);
  const { url } = await opened(gateway, as, id);
  let picture = await look(gateway, url);
  let same = await look(gateway, url, picture.headers.get('etag') ?? '');
  while (same.status !== 304) {
    picture = same;
    same = await look(gateway, url, picture.headers.get('etag') ?? '');
  }
  assert.is((await same.arrayBuffer()).byteLength, 0);
});

test('the address of a picture ends after a minute, with the session, and with the rent', async ({
  gateway,
  as,
  member,
}) => {
  const [id = ''] = await addShown(gateway, member);
  const status = async (url: string | undefined) => (await look(gateway, url)).status;
  const { url } = await opened(gateway, as, id);
  assert.is(await status(url), 200);
  gateway.clock.ahead = 59_000;
  assert.is(await status(url), 200);
  gateway.clock.ahead = 61_000;
  assert.is(await status(url), 404);
  assert.is(await status(`${url}x`), 404);
  assert.is(await status('/screens'), 404);

  gateway.clock.ahead = 0;
  const another = await gateway.signIn(member);
  const short = await opened(gateway, another, id);
  await gateway.db.run.deleteFrom('session').where('member', '=', member).execute();
  assert.is(await status(short.url), 404);

  const back = await gateway.signIn(member);
  const last = await opened(gateway, back, id);
  assert.is(await status(last.url), 200);
  const { serial_number } = await gateway.db.run
    .selectFrom('machine')
    .select('serial_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await gateway.db.run
    .updateTable('device_order')
    .set({ days_left: 0 })
    .where('serial_number', '=', serial_number)
    .execute();
  assert.is(await status(last.url), 404);
  const ended = await opened(gateway, back, id);
  assert.equal([ended.lack, ended.url], ['ended', undefined]);
  assert.equal(await thumbnails(gateway, back, [{ id, tag: 'old' }]), [{ id }]);
});

test('the address that a member has shows nothing once the cloud phone belongs to another', async ({
  gateway,
  as,
  member,
}) => {
  const [id = ''] = await addShown(gateway, member);
  const { url } = await opened(gateway, as, id);
  const { serial_number } = await gateway.db.run
    .selectFrom('machine')
    .select('serial_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const other = await addMember(gateway);
  await giveOrder(gateway, serial_number, other.id);
  assert.is((await look(gateway, url)).status, 404);
});

test('a cloud phone that is offline says why, and one without pictures says that, in lists too', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 3 });
  const id = (position: number) => `${serialNumber}-${position}`;
  const report = (reports: ReportedMachine[]) => applyReported(gateway, reports, Date.now());
  await report([
    { id: id(1), state: 'online', screenshots: true },
    { id: id(2), state: 'offline', reason: 'maintenance', screenshots: true },
    { id: id(3), state: 'online' },
  ]);
  const screens = await Promise.all([1, 2, 3].map((position) => opened(gateway, as, id(position))));
  assert.equal(
    screens.map(({ lack, why, url }) => [lack, why, !!url]),
    [
      [undefined, undefined, true],
      ['offline', 'maintenance', false],
      ['none', undefined, false],
    ],
  );
  const listed = async () =>
    ((await gateway.send(listMachines, { serialNumber }, as)).body.items as Machine[]).map(
      ({ screen }) => screen,
    );
  assert.equal(await listed(), [true, undefined, undefined]);
  const found = await thumbnails(gateway, as, [{ id: id(1) }, { id: id(2) }, { id: id(3) }]);
  assert.equal(
    found.map(({ image }) => !!image),
    [true, false, false],
  );
  await report([{ id: id(1), state: 'online' }]);
  assert.equal(await listed(), [undefined, undefined, undefined], 'the provider has stopped making pictures');
});

test('a provider that hangs keeps a member’s other calls from nothing', async () => {
  let asked = 0;
  const server = createServer(() => {
    asked++; // and says nothing
  });
  const untilAsked = async (times: number) => {
    while (asked < times) await new Promise((turn) => setTimeout(turn, 5));
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = await openGateway({
    env: { MACHINES_API_URL: api, MACHINES_API_KEY: 'key' },
    log: () => {},
  });
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const ids = await addShown(gateway, member, { quantity: 20 });
  const thumbnail = (id: string) => thumbnails(gateway, as, [{ id }]);
  const first = thumbnail(ids[0] ?? '');
  let isFirstAnswered = false;
  void first.then(() => {
    isFirstAnswered = true;
  });
  await untilAsked(1); // sent together with the others, it could arrive as one for which there is no place
  const waiting = [first, ...ids.slice(1).map(thumbnail)];
  await untilAsked(8);
  const { code } = await gateway.send(listMachines, { serialNumber: ids[0]?.slice(0, -2) ?? '' }, as);
  assert.is(code, '1');
  assert.not(isFirstAnswered, 'the provider still hangs');
  assert.is(asked, 8, 'requests at a time');
  const closing = setInterval(() => server.closeAllConnections(), 20);
  assert.equal(
    (await Promise.all(waiting)).flat(),
    ids.map((id) => ({ id })),
  );
  const { url } = await opened(gateway, as, ids[0] ?? '');
  assert.is((await look(gateway, url)).status, 204, 'the phone keeps the last picture');
  clearInterval(closing);
  await gateway.close();
  server.close();
});

test('a provider that fails three times is left alone, for longer each time', async () => {
  let [time, asked, works] = [0, 0, false];
  const screens = createScreens(
    {
      sandbox: false,
      async screenshots(machines) {
        asked++;
        if (!works) throw new Error('down');
        return new Map(machines.map(({ id }) => [id, Buffer.from(id)]));
      },
    },
    () => time,
    () => {},
  );
  let machine = 0;
  const tryAt = async (at: number) => {
    time = at;
    const id = `m${machine++}`;
    return (await screens.look([{ id }], 'full', 'turn')).has(id);
  };
  for (let nth = 0; nth < 5; nth++) assert.not(await tryAt(0));
  assert.is(asked, 3);
  assert.not(await tryAt(7_999));
  assert.is(asked, 3);
  assert.not(await tryAt(8_000));
  assert.is(asked, 4);
  assert.not(await tryAt(23_999));
  assert.is(asked, 4);
  works = true;
  assert.ok(await tryAt(24_000));
  assert.ok(await tryAt(24_001));
  assert.is(asked, 6);
});

test('requests that fail together count as one failure', async () => {
  let time = 0;
  const failing: (() => void)[] = [];
  const screens = createScreens(
    {
      sandbox: false,
      screenshots: () => new Promise((_, reject) => failing.push(() => reject(new Error('slow')))),
    },
    () => time,
    () => {},
  );
  const lookAt = (id: string) => screens.look([{ id }], 'full', id);
  const waiting = ['a', 'b', 'c', 'd'].map(lookAt);
  while (failing.length < 4) await new Promise((turn) => setTimeout(turn, 1));
  time = 4_000;
  for (const fail of failing) fail();
  await Promise.all(waiting);
  void lookAt('e');
  await new Promise((turn) => setTimeout(turn, 5));
  assert.is(failing.length, 5, 'the provider is asked again');
});

test('a member reads that support has looked at a screen, and why', async ({ gateway, as, member }) => {
  const [id = ''] = await addShown(gateway, member);
  const [another = ''] = await addShown(gateway, (await addMember(gateway)).id, { offline: [1] });
  const lookAt = async (machine: string, body: object, token: string) => {
    const response = await fetch(`${gateway.desk}/operator/machines/${machine.slice(0, -2)}/look`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as any) };
  };
  const messages = async () =>
    ((await gateway.send(listMessages, {}, as)).body.items as { title: string; text: string }[]).filter(
      ({ text }) => text.includes('M1'),
    );
  const { name, token } = await deskSession(gateway, 'support');
  const why = { position: 1, reason: 'The member says that an app hangs' };
  assert.is((await lookAt(id, { position: 1 }, token)).status, 400, 'a reason is needed');
  assert.is((await lookAt(id, { ...why, position: 2 }, token)).status, 409);
  assert.is((await lookAt(another, why, token)).status, 409, 'it is offline');
  assert.is((await lookAt(id, why, (await deskSession(gateway, 'finance')).token)).status, 403);
  assert.equal(await messages(), []);

  const { status, file } = await lookAt(id, why, token);
  assert.is(status, 200);
  assert.ok(isJpeg(Buffer.from(file.base64, 'base64')));
  assert.match(file.name, new RegExp(`^${id}-\\d{14}\\.jpg$`));
  const [told] = await messages();
  assert.match(told?.text ?? '', 'Reason: The member says that an app hangs');
  const trail = await gateway.db.run
    .selectFrom('operator_action')
    .select(['member', 'phase', 'input', 'after'])
    .where('name', '=', name)
    .where('phase', 'in', ['begun', 'done'])
    .where('status', 'is not distinct from', 200)
    .execute();
  assert.equal(
    trail.map((row) => [row.member, row.phase]),
    [[member, 'done']],
  );
  assert.not(JSON.stringify(trail).includes(file.base64.slice(0, 100)), 'the picture is not in the trail');
  const [second = ''] = await addShown(gateway, member);
  for (const one of [id, second])
    assert.match((await lookAt(one, why, token)).file.name, one, 'that order’s first machine');
});

test('two viewers of one cloud phone share a picture', async () => {
  let asked = 0;
  const screens = createScreens(
    {
      sandbox: false,
      async screenshots(machines) {
        asked++;
        return new Map(machines.map(({ id }) => [id, Buffer.from(id)]));
      },
    },
    Date.now,
    (error) => assert.unreachable(String(error)),
  );
  const [one, two] = await Promise.all(['a', 'b'].map((turn) => screens.look([{ id: 'm' }], 'full', turn)));
  assert.is(one?.get('m'), two?.get('m'));
  assert.is(asked, 1);
  await screens.look([{ id: 'm' }], 'thumbnail', 'a');
  assert.is(asked, 2, 'another size is another picture');
});

test('a provider makes the pictures of a list in one request', async () => {
  const picture = await sharp({ create: { width: 36, height: 64, channels: 3, background: '#2ee6a8' } })
    .png()
    .toBuffer();
  const provider = await answering(({ body }) => ({
    screenshots: JSON.parse(body).machines.map((id: string) => ({ id, image: picture.toString('base64') })),
  }));
  const gateway = await openGateway({ env: { MACHINES_API_URL: provider.url, MACHINES_API_KEY: 'key' } });
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const ids = await addShown(gateway, member, { quantity: 3 });
  const machines = ids.map((id) => ({ id }));
  const found = await thumbnails(gateway, as, machines);
  assert.ok(found.every(({ image }) => image));
  assert.equal(
    provider.asked.map(({ path, body }) => [path, JSON.parse(body)]),
    [['/machines/screenshots', { machines: ids, width: 108 }]],
  );
  assert.is((await opened(gateway, as, ids[0] ?? '')).sandbox, undefined);
  await gateway.close();
  await provider.close();
});

test('the picture of any screen fits its size, and what is no picture is none', async () => {
  const [width, height] = [1080, 2340];
  const noise = Buffer.from(Array.from({ length: 1_000_003 }, (_, at) => (at * at * 31 + at * 17) % 251));
  const raw = Buffer.concat(Array.from({ length: 8 }, () => noise)).subarray(0, width * height * 3);
  const screen = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const small = await drawStill(screen, { width: 108, height: 240, most: 6 * 1024 });
  assert.ok(small && small.length <= 6 * 1024);
  const full = await drawStill(screen, { width: 360, height: 800, most: 40 * 1024 });
  assert.ok(full && full.length <= 40 * 1024);
  const { width: shownWidth, height: shownHeight, exif } = await sharp(full).metadata();
  assert.equal([shownWidth, shownHeight, exif], [360, 780, undefined]);
  const size = { width: 108, height: 240, most: 6 * 1024 };
  assert.is(await drawStill(Buffer.from('no picture'), size), undefined);
  assert.is(await drawStill(screen.subarray(0, 5000), size), undefined);
});

test('the sandbox draws the task of a cloud phone, how far it is, and that it is a test', async () => {
  const at = Date.parse('2026-11-26T09:00:00Z');
  const task = { name: 'Watch live room', paused: false, progress: 40 };
  const draw = (what: object = {}, width = 360, now = at) =>
    drawScreen({ id: 'm', task: { ...task, ...what } }, width, now);
  const different = [
    draw(),
    draw({ name: 'Publish video' }),
    draw({ name: 'Follow shops' }),
    draw({ name: 'Warm up account' }),
    draw({ name: 'Like and comment' }),
    draw({ progress: 41 }),
    draw({ paused: true }),
    draw({}, 360, at + 1000),
    drawScreen({ id: 'm' }, 360, at),
  ];
  assert.is(new Set(different).size, different.length);
  assert.is(draw({}, 108), draw({}, 108, at + 9000), 'a thumbnail changes every ten seconds');
  assert.is.not(draw({}, 108), draw({}, 108, at + 10_000));
  for (const drawn of different) {
    const { data, info } = await sharp(Buffer.from(drawn)).raw().toBuffer({ resolveWithObject: true });
    const band = new Set<string>();
    for (let x = 0; x < info.width; x++) {
      const from = (614 * info.width + x) * info.channels;
      band.add(data.subarray(from, from + 3).toString('hex'));
    }
    assert.ok(band.has('ffc35c') && band.has('0a1a2a'), 'letters on a band');
  }
});

test.run();
