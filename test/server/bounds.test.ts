import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as payments from '../../src/contract/buying/payments';
import * as auth from '../../src/contract/member/auth';
import * as declarations from '../../src/contract/member/declarations';
import * as profile from '../../src/contract/member/profile';
import * as goods from '../../src/contract/shop/goods';
import * as im from '../../src/contract/support/im';
import * as support from '../../src/contract/support/work-orders';
import * as circle from '../../src/contract/video/circle';
import { createWaits } from '../../src/server/ai/waits';
import { serveHealth } from '../../src/server/http/health';
import { refuseConnection } from '../../src/server/http/refused-requests';
import type { Gateway } from '../../src/server/kernel/gateway';
import { networkOf } from '../../src/server/kernel/rate-limit';
import { pictureFile } from '../../src/server/pictures/address';
import { removeTemporary, sweepPictures } from '../../src/server/pictures/sweep';
import { reserveQuota, uploadQuota } from '../../src/server/upload/quota';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, waiting } from './support/shop';
import { upload } from './support/upload';

interface Context {
  gateway: TestGateway;
  member: string;
  as: Sent;
}
const test = suite<Context>('bounds');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway, { country: 'cn' })).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

const day = 86_400_000;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const video = Buffer.concat([Buffer.from('0000001c6674797069736f6d', 'hex'), Buffer.alloc(60)]);
const few = { max: 3, window: 60_000 };

/** The response to exactly these bytes: the status, and the envelope. */
async function raw({ url }: TestGateway, text: string): Promise<{ status: number; code: string }> {
  const { hostname, port } = new URL(url);
  const answer = await new Promise<string>((settle, fail) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(text));
    let got = '';
    socket.on('data', (data) => (got += data));
    socket.on('error', fail);
    socket.on('close', () => settle(got));
  });
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  return { status: Number(answer.split(' ')[1]), code: body.header.res_code };
}

test('bytes that are not a readable request get an envelope as response', async ({ gateway }) => {
  const large = `POST /api/txUser/login HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`;
  assert.equal(await raw(gateway, large), { status: 431, code: '4000' });
  assert.equal(await raw(gateway, 'nonsense\r\n\r\n'), { status: 400, code: '4000' });
  const long = await fetch(`${gateway.url}/files/${'a'.repeat(500)}`);
  assert.equal([long.status, ((await long.json()) as any).header.res_code], [414, '4000']);
});

test('a connection that its phone has reset gets no answer', async () => {
  const server = net.createServer((socket) =>
    refuseConnection(Object.assign(new Error('reset'), { code: 'ECONNRESET' }), socket),
  );
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const got = await new Promise<string>((settle) => {
    let text = '';
    net
      .connect((server.address() as net.AddressInfo).port, '127.0.0.1')
      .on('data', (data) => (text += data))
      .on('error', () => {})
      .on('close', () => settle(text));
  });
  assert.is(got, '');
  server.close();
});

test('a gateway that shuts down answers open connections with an envelope', async () => {
  const closing = await openGateway();
  const { hostname, port } = new URL(closing.url);
  const socket = net.connect(Number(port), hostname);
  let got = '';
  socket.on('data', (data) => (got += data));
  const request = `POST /api/txUser/logout HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`;
  socket.write(request); // its body is on the way while the gateway begins to close
  await new Promise((settle) => setTimeout(settle, 50));
  const closed = closing.close();
  await new Promise((settle) => setTimeout(settle, 50));
  socket.write(`{}${request}{}`);
  await new Promise((settle) => socket.on('close', settle));
  await closed;
  assert.match(got, /HTTP\/1\.1 503[\s\S]*"res_code":"5030"/);
  assert.match(got, /retry-after: 5/i);
});

test('no cache may store a response to a member', async ({ gateway, as }) => {
  for (const call of [auth.getInfo, auth.login]) {
    const { headers } = await gateway.send(call, {}, as);
    assert.is(headers.get('cache-control'), 'no-store');
  }
});

test('source maps stay on the machine', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-built-'));
  const staticRoot = path.join(folder, 'app');
  await mkdir(path.join(staticRoot, 'a'), { recursive: true });
  for (const name of ['index.html', 'a/x.js', 'a/x.js.map', 'a/x.js.map.br'])
    await writeFile(path.join(staticRoot, name), 'x');
  const gateway = await openGateway({ staticRoot });
  const status = async (name: string) => (await fetch(`${gateway.url}/${name}`)).status;
  assert.equal(
    [await status('a/x.js'), await status('a/x.js.map'), await status('a/x.js.map.br')],
    [200, 404, 404],
  );
  await gateway.close();
  await rm(folder, { recursive: true });
});

test('doors without a session are counted by the address, of IPv6 by the network', async () => {
  const gateway = await openGateway({ env: { TRUST_PROXY: '1' }, limits: { anyone: few, member: few } });
  const from = (address: string, door: string, method = 'GET') =>
    fetch(gateway.url + door, { method, headers: { 'x-forwarded-for': address } });
  for (const [door, method] of [
    ['/pay/outside?t=x', 'GET'],
    ['/embed/v1/revoke', 'POST'],
    ['/pay/notice/card', 'POST'],
    ['/openapi.json', 'GET'],
    ['/csp-reports', 'POST'],
  ] as const) {
    for (let nth = 0; nth < few.max; nth++) await from(`2001:db8:0:1::${nth}`, door, method);
    assert.is((await from('2001:db8:0:1:ffff::9', door, method)).status, 429, door);
    const elsewhere = await from('2001:db8:0:2::1', door, method);
    assert.is.not(elsewhere.status, 429, door);
    if (door !== '/pay/outside?t=x') continue;
    assert.match(
      elsewhere.headers.get('content-security-policy') ?? '',
      "base-uri 'none'; frame-ancestors 'none'",
    );
    assert.is(elsewhere.headers.get('x-frame-options'), 'DENY');
  }
  await gateway.close();
  const same = ['2001:db8::1', '2001:0db8:0:0:1::', '2001:db8:0:0:ffff:1:2:3'].map(networkOf);
  assert.equal(new Set(same), new Set(['2001:db8:0:0::/64']));
  assert.equal(['2001:db8::1:2:3:4:5', '2001:db8:0:1::'].map(networkOf), Array(2).fill('2001:db8:0:1::/64'));
  assert.equal(['203.0.113.7', '::ffff:203.0.113.7'].map(networkOf), ['203.0.113.7', '203.0.113.7']);
});

test('every request for the gateway’s state learns whether it can write', async () => {
  const gateway = await openGateway();
  const state = async () => (await fetch(`${gateway.url}/health`)).status;
  assert.is(await state(), 200);
  let written = 0;
  const write = async () => {
    written++;
    await gateway.db.write();
  };
  const { settings } = gateway;
  const asked = fastify();
  const counted = { write, time: () => gateway.db.time() };
  serveHealth(asked, { db: counted, settings, now: Date.now } as Gateway, undefined);
  const probe = async () => assert.is((await asked.inject('/readyz')).statusCode, 200);
  await Promise.all(Array.from({ length: 200 }, probe));
  for (let nth = 0; nth < 20; nth++) await probe();
  assert.ok(written >= 1 && written <= 5, `${written} writes for 220 questions`);
  await asked.close();
  await gateway.close();

  const early = await openGateway();
  early.clock.ahead = 60_000;
  const told = (await (await fetch(`${early.url}/health`)).json()) as { ready: boolean; clockOff: number };
  assert.ok(told.ready && told.clockOff > 55_000, JSON.stringify(told));
  const off: [number, object][] = [
    [5000, { ready: true }],
    [5001, { ready: true, clockOff: 5001 }],
    [-300_000, { ready: true, clockOff: -300_000 }],
    [300_001, { ready: false, clockOff: 300_001 }],
  ];
  for (const [by, expected] of off) {
    const app = fastify();
    const db = { write: async () => {}, time: async () => 1_000_000 };
    const { settings } = early;
    serveHealth(app, { db, settings, now: () => 1_000_000 + by } as Gateway, undefined);
    const { ready, clockOff } = (await app.inject('/readyz')).json();
    assert.equal({ ready, ...(clockOff && { clockOff }) }, expected);
    await app.close();
  }
  await early.close();

  const full = await openGateway();
  await rm(full.settings.dataDir, { recursive: true });
  assert.is(await state.call(null).catch(() => 0), 0, 'the first is closed');
  const answer = await fetch(`${full.url}/health`);
  const { ready, uploads } = (await answer.json()) as { ready: boolean; uploads: boolean };
  assert.equal([answer.status, ready, uploads], [200, true, false], 'only uploads need its disk');
  await full.close();
});

test('a script that misreads pictures is stopped by its own mistakes', async () => {
  const gateway = await openGateway();
  const ask = async () => {
    const { body } = await gateway.send(auth.randomCode, {});
    const input = { purpose: 'reset', to: 'a@example.com', randomCodeId: body.id, randomCode: 'AAAA' };
    return gateway.send(auth.sendCode, input);
  };
  for (let nth = 0; nth < 60; nth++)
    assert.equal((await ask()).body.problems, { randomCode: { rule: 'picture' } });
  assert.match((await ask()).message, /Too many attempts/);
  await gateway.close();
});

test('a member has a limited amount of storage, and is refused when it is full', async ({
  gateway,
  member,
  as,
}) => {
  const [id] = [(await upload(gateway, picture, as)).id];
  assert.ok(id);
  await gateway.db.run.updateTable('picture').set({ size: uploadQuota.bytes }).where('id', '=', id).execute();
  const over = await upload(gateway, picture, as);
  assert.equal([over.code, over.message], [501, 'You have no room for more pictures and videos']);
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await upload(gateway, picture, other)).code, 200);
  await gateway.db.run.updateTable('picture').set({ size: 1 }).where('owner', '=', member).execute();
});

test('files that come at once share the room there is left', async ({ gateway, member }) => {
  const { run } = gateway.db;
  const now = Date.now();
  const half = uploadQuota.bytes / 2;
  const kept = await Promise.allSettled(
    Array.from({ length: 12 }, () => reserveQuota(run, member, half, now)),
  );
  assert.ok(kept.filter(({ status }) => status === 'fulfilled').length <= 2);
  const later = now + 3_600_001; // the reservations of a gateway that ended are void
  assert.ok(await reserveQuota(run, member, uploadQuota.bytes, later));
});

test('an unused upload is deleted after a day, and a used one is kept', async ({ gateway, member, as }) => {
  const { db, settings, clock, files } = gateway;
  const fresh = async () => (await upload(gateway, picture, as)).id as string;
  const file = (id: string) => pictureFile(settings.dataDir, id);
  const requestKey = randomUUID;
  const used: Record<string, string> = {};
  const send = async (name: string, call: { path: string }, input: (id: string) => object) => {
    const id = await fresh();
    const { code, message, body } = await gateway.send(call, { requestKey: requestKey(), ...input(id) }, as);
    assert.is(code, '1', `${name}: ${message} ${JSON.stringify(body)}`);
    used[name] = id;
    return body;
  };
  await send('avatar', profile.modifyInfo, (avatar) => ({ avatar }));
  const order = { title: 'Lamp', description: 'It blinks' };
  const { id } = await send('work order', support.addWorkOrder, (one) => ({ ...order, annex: [one] }));
  await send('reply', support.replyWorkOrder, (one) => ({ id, text: 'Still', annex: [one] }));
  await send('chat', im.sendMessage, (one) => ({ text: '', picture: one }));
  await send('post', circle.addPost, (one) => ({ text: '', pictures: [one] }));
  await send('logo', goods.setupShop, (logo) => ({ name: 'Mei cooks', introduction: '', logo }));
  const customer = await addMember(gateway, {
    country: 'cn',
    inviter: member,
    username: `c${member.slice(0, 6)}`,
  });
  const paid = { quantity: 1, orderAmount: 100, payTime: new Date(Date.now() - day).toISOString() };
  await send('declaration', declarations.addDeclaration, (one) => ({
    customerName: customer.username,
    customerPhone: '13800138000',
    ...paid,
    attachment: [one],
  }));
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway), channel: 'remittance' });
  await send('voucher', payments.remit, (voucher) => ({
    orderNo,
    amount: 100_00,
    phone: '13800138000',
    voucher,
  }));
  const clip = (await upload(gateway, video, as, 'videoFile')).id;
  if (clip) await send('poster', circle.addPost, (poster) => ({ text: '', video: clip, poster }));

  const unused = await fresh();
  const cutOff = file(`.${randomUUID()}`);
  const atWork = file(`.${randomUUID()}`);
  await writeFile(cutOff, 'half');
  await writeFile(atWork, 'half');
  await utimes(cutOff, 0, 0);

  const now = Date.now() + clock.ahead;
  await utimes(atWork, (now + day) / 1000, (now + day) / 1000);
  await sweepPictures(db, files, now + day - 60_000);
  assert.ok(existsSync(file(unused)), 'a form may take a day');
  await sweepPictures(db, files, now + day + 60_000);
  assert.not.ok(existsSync(file(unused)));
  await removeTemporary(settings.dataDir, now + day);
  assert.equal([existsSync(cutOff), existsSync(atWork)], [false, true]);
  for (const [name, one] of Object.entries(used)) assert.ok(existsSync(file(one)), name);
  const left = await db.run.selectFrom('picture').select('id').where('owner', '=', member).execute();
  for (const one of Object.values(used)) assert.ok(left.some((row) => row.id === one));
  assert.not.ok(left.some((row) => row.id === unused));
});

test('a member who writes on and on in the chat has to wait, and loses nothing', async ({ gateway, as }) => {
  const write = (text: string, requestKey: string = randomUUID()) =>
    gateway.send(im.sendMessage, { text, requestKey }, as);
  const key = randomUUID();
  assert.is((await write('first', key)).code, '1');
  await gateway.db.run
    .updateTable('throttle')
    .set({ count: 300 })
    .where('key', '=', `chat:600000:${as.userId}`)
    .execute();
  assert.match((await write('too much')).message, /very much/);
  assert.is((await write('first', key)).code, '1', 'what was sent is answered again');
  gateway.clock.ahead += 601_000;
  assert.is((await write('later')).code, '1');
});

test('the number of waiting requests is limited per member, and so are their queries together', () => {
  const wait = createWaits();
  const own = Array.from({ length: 6 }, () => wait('mei'));
  assert.equal(
    own.map(({ over }) => over.aborted),
    [true, true, false, false, false, false],
  );
  const others = Array.from({ length: 394 }, (_, nth) => wait(`m${nth}`));
  assert.is(own[5]?.interval(), 4000, '400 who look every four seconds are 100 looks a second');
  for (const place of [...own, ...others]) place.leave();
  assert.is(wait('mei').interval(), 200);
});

test.run();
