// @rarely: a second store of files; files.test.ts has the rules of files

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addVideo } from '../../src/server/goods/videos/add-video';
import { folderStore } from '../../src/server/pictures/folder-store';
import { objectStore } from '../../src/server/pictures/object-store';
import { sweepPictures } from '../../src/server/pictures/sweep';
import { openTestDb } from './support/database';
import { addMember } from './support/member';
import { type ObjectStore, openObjectStore } from './support/object-store';
import { openGateway, type TestGateway } from './support/open';
import { upload } from './support/upload';

interface Context {
  store: ObjectStore;
  /** Two gateways on one database, each with a disk of its own. */
  here: TestGateway;
  there: TestGateway;
  env: Record<string, string>;
}

const test = suite<Context>('file-store');
test.before.each(async (context) => {
  context.store = await openObjectStore();
  context.env = {
    S3_BUCKET: 'phones',
    S3_ENDPOINT: context.store.url,
    S3_REGION: 'cn-east-1',
    S3_ACCESS_KEY_ID: context.store.keyId,
    S3_SECRET_ACCESS_KEY: context.store.secret,
  };
  const database = await openTestDb();
  context.here = await openGateway({ env: context.env, database });
  context.there = await openGateway({ env: context.env, database });
});
test.after.each(async ({ store, here, there }) => {
  await here.close();
  await there.close();
  await here.db.close();
  await store.close();
});

const photo = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer();

test('a picture that one gateway took is seen at the next, whole, smaller and in part', async ({
  here,
  there,
  store,
}) => {
  const { id: member } = await addMember(here);
  const sent = await upload(here, await photo(), await here.signIn(member));
  assert.is(sent.code, 200, JSON.stringify(sent));
  const whole = await fetch(there.url + sent.url);
  assert.equal([whole.status, whole.headers.get('content-type')], [200, 'image/jpeg']);
  const bytes = Buffer.from(await whole.arrayBuffer());
  assert.equal(
    [(await sharp(bytes).metadata()).width, bytes.length],
    [900, Number(whole.headers.get('content-length'))],
  );
  const smaller = await fetch(`${there.url}${sent.url}&w=320`);
  assert.is((await sharp(Buffer.from(await smaller.arrayBuffer())).metadata()).width, 320);
  const part = await fetch(there.url + sent.url, { headers: { range: 'bytes=10-19' } });
  assert.equal([part.status, Buffer.from(await part.arrayBuffer())], [206, bytes.subarray(10, 20)]);
  assert.equal((await fetch(there.url + sent.url, { method: 'HEAD' })).status, 200);
  const names = [...store.objects.keys()].sort();
  assert.equal(names, [`phones/pictures/${sent.id}`, `phones/pictures/${sent.id}.320`]);
  const left = await readdir(path.join(here.settings.dataDir, 'pictures'));
  assert.equal(left, [], 'nothing stays on the disk of one');
});

test('a voucher that one gateway took is a remittance at the next', async ({ here, there }) => {
  const { id: member } = await addMember(here);
  const as = await here.signIn(member);
  const { id: voucher } = await upload(here, await photo(), as);
  const input = { voucher, amount: 100_00, phone: '13800138000', requestKey: randomUUID() };
  const { code, message } = await there.send('txRemit/remit', input, as);
  assert.is.not(code, '5000', message);
  const read = await there.files.get(voucher);
  assert.ok(read && read.size > 0);
  await read.close();
});

test('phones are sent to the store itself, at an address that stays the same for an hour', async ({
  store,
  env,
  here,
}) => {
  const gateway = await openGateway({ env: { ...env, S3_PUBLIC_URL: store.url }, database: here.db });
  const { id: member } = await addMember(gateway);
  const sent = await upload(gateway, await photo(), await gateway.signIn(member));
  const hour = 3_600_000;
  const began = (Math.floor(Date.now() / hour) + 1) * hour;
  const at = async (time: number) => {
    gateway.clock.ahead = time - Date.now();
    const address = `${gateway.url}${sent.url}`;
    const answer = await fetch(address, { redirect: 'manual' });
    assert.is(answer.status, 302);
    return answer.headers.get('location')!;
  };
  const first = await at(began + 1000);
  assert.is(await at(began + hour - 2000), first);
  assert.is.not(await at(began - 5000), first);
  store.clock.ahead = began + hour - Date.now();
  const got = await fetch(first);
  assert.equal([got.status, got.headers.get('content-type')], [200, 'image/jpeg']);
  store.clock.ahead = began + 2 * hour + 1000 - Date.now();
  assert.is((await fetch(first)).status, 403, 'it ends');
  store.clock.ahead = 0;
  const [other] = [first.replace(sent.id, randomUUID())];
  assert.is((await fetch(other)).status, 403, 'and opens nothing else');
  const csp = (await fetch(`${gateway.url}/`)).headers.get('content-security-policy')!;
  assert.match(csp, new RegExp(`img-src [^;]*${store.url}`));
  await gateway.close();
});

test('unused files are deleted from the store too', async ({ here, store }) => {
  const { id: member } = await addMember(here);
  const sent = await upload(here, await photo(), await here.signIn(member));
  await fetch(`${here.url}${sent.url}&w=320`);
  assert.is(store.objects.size, 2);
  await sweepPictures(here.db, here.files, Date.now() + 25 * 3_600_000);
  assert.is(store.objects.size, 0);
});

test('a video of the desk is downloaded at any gateway', async ({ here, there }) => {
  const bytes = await readFile('test/support/clip.mp4');
  const video = { title: { en: 'Clip', zh: '片' }, goods: null, bytes };
  const id = await addVideo(here, video, Date.now());
  const { id: member } = await addMember(here);
  const { body } = await there.send('txGoodsVideo/download', { id }, await there.signIn(member));
  const got = await fetch(there.url + body.url);
  assert.equal(Buffer.from(await got.arrayBuffer()), bytes);
});

test('a file from another file system, as a copy of a member’s data may be, is stored whole', async () => {
  const [folder, elsewhere] = [await mkdtemp('/tmp/store-'), await mkdtemp('/dev/shm/store-')];
  const devices = await Promise.all([folder, elsewhere].map(async (one) => (await stat(one)).dev));
  assert.is.not(devices[0], devices[1], 'two file systems');
  try {
    const store = folderStore(folder);
    const [at, name] = [path.join(elsewhere, 'copy'), randomUUID()];
    const bytes = randomBytes(300_000);
    await writeFile(at, bytes);
    await store.put(name, at, 'application/zip');
    const file = await store.get(name);
    const read: Buffer[] = [];
    for await (const part of (await file?.read()) ?? []) read.push(part);
    assert.ok(Buffer.concat(read).equals(bytes));
    assert.equal(await readdir(elsewhere), [], 'it has moved');
    const left = await readdir(folder, { recursive: true });
    assert.equal(
      left.map((one) => path.basename(one)).filter((one) => one.startsWith('.')),
      [],
    );
  } finally {
    for (const one of [folder, elsewhere]) await rm(one, { recursive: true, force: true });
  }
});

test('a store that is away loses nothing and answers for a while later', async ({ here, store }) => {
  const { id: member } = await addMember(here);
  const as = await here.signIn(member);
  for (const status of [500, 503]) {
    store.broken.status = status;
    const failed = await upload(here, await photo(), as);
    assert.is(failed.header?.res_code, '5030', JSON.stringify(failed));
  }
  const rows = await here.db.run.selectFrom('picture').select('id').where('owner', '=', member).execute();
  assert.equal(rows, [], 'no row without its file');
  store.broken.status = 0;
  assert.is((await upload(here, await photo(), as)).code, 200);
});

test('a wrong key opens nothing', async ({ store, env }) => {
  const wrong = objectStore({
    bucket: 'phones',
    region: 'cn-east-1',
    endpoint: store.url,
    publicUrl: undefined,
    keyId: env.S3_ACCESS_KEY_ID!,
    secret: 'another secret',
  });
  const said = await wrong.put('a', Buffer.from('b'), 'image/png').catch((error) => error.name);
  assert.is(said, 'SignatureDoesNotMatch');
});

test.run();
