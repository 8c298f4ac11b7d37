import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { logout } from '../../src/contract/member/auth';
import * as goods from '../../src/contract/shop/goods';
import * as calls from '../../src/contract/video/videos';
import { pictureFile } from '../../src/server/pictures/address';
import { addGoods, addOwner, addSupplied, type Owner, takeIn } from './support/goods';
import { openGateway, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { desk } from './support/wallet';

const test = suite<{ gateway: TestGateway; owner: Owner }>('videos');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  context.gateway.clock.ahead = 0;
  context.owner = await addOwner(context.gateway);
});
test.after(({ gateway }) => gateway.close());

/** A video of the platform's, with these bytes; gives its id. */
async function addVideo(
  { db, settings }: TestGateway,
  {
    goods = null,
    title = 'Light your table',
    bytes = randomBytes(2000),
  }: { goods?: string | null; title?: string; bytes?: Buffer } = {},
): Promise<string> {
  const file = randomUUID();
  await mkdir(path.dirname(pictureFile(settings.dataDir, file)), { recursive: true });
  await writeFile(pictureFile(settings.dataDir, file), bytes);
  await db.run
    .insertInto('picture')
    .values({
      id: file,
      owner: 'platform',
      type: 'video/mp4',
      size: bytes.length,
      name: 'v.mp4',
      shared: true,
      at: new Date(),
    })
    .execute();
  const id = `v-${randomUUID().slice(0, 8)}`;
  await db.run
    .insertInto('video')
    .values({
      id,
      goods,
      file,
      title_en: title,
      title_zh: '一分钟点亮餐桌',
      picture: 'lamp',
      length: 4,
      size: bytes.length,
      created_at: new Date(),
    })
    .execute();
  return id;
}

test('videos are listed with the good that they show, as the member’s shop has it', async ({
  gateway,
  owner,
}) => {
  const supplied = await addSupplied(gateway, { name_en: 'Ring' });
  const id = await addVideo(gateway, { goods: supplied, title: 'Only here' });
  const find = async () =>
    (await gateway.send(calls.queryVideosList, { keyword: 'only HERE' }, owner.as)).body as {
      items: calls.Video[];
      total: number;
    };
  const { items, total } = await find();
  assert.equal([items.length, total, items[0]?.id], [1, 1, id]);
  const { picture, ...shown } = items[0]?.goods ?? {};
  assert.equal(shown, { platformId: supplied, name: 'Ring', price: 90_00 });
  assert.match(picture ?? '', /^\/product-pictures\/lamp-/);
  assert.is((await fetch(`${gateway.url}${picture}`)).status, 200);
  const [own] = await takeIn(gateway, owner, [supplied]);
  assert.is((await find()).items[0]?.goods?.goodsId, own);
  const ofGood = await gateway.send(calls.queryVideosList, { goodsId: own }, owner.as);
  assert.equal(
    ofGood.body.items.map((one: calls.Video) => one.id),
    [id],
  );
  const zh = await gateway.send(calls.getVideo, { id }, { ...owner.as, locale: 'zh_CN' });
  assert.is(zh.body.title, '一分钟点亮餐桌');
});

test('videos of another member’s good are not asked for', async ({ gateway, owner }) => {
  const id = await addGoods(gateway, owner);
  const other = await addOwner(gateway);
  assert.is((await gateway.send(calls.queryVideosList, { goodsId: id }, other.as)).code, '500');
});

test('a download is the file, or the part of it that was asked for', async ({ gateway, owner }) => {
  const bytes = randomBytes(5000);
  const id = await addVideo(gateway, { bytes });
  const { body } = await gateway.send(calls.downloadVideo, { id }, owner.as);
  assert.equal([body.size, body.name], [5000, 'Light your table.mp4']);
  const whole = await fetch(gateway.url + body.url);
  assert.equal([whole.status, whole.headers.get('content-length')], [200, '5000']);
  assert.match(whole.headers.get('content-disposition') ?? '', /^attachment/);
  assert.ok(bytes.equals(Buffer.from(await whole.arrayBuffer())));
  const part = await fetch(gateway.url + body.url, { headers: { range: 'bytes=1000-1999' } });
  assert.equal([part.status, part.headers.get('content-range')], [206, 'bytes 1000-1999/5000']);
  assert.ok(bytes.subarray(1000, 2000).equals(Buffer.from(await part.arrayBuffer())));
  const rest = await fetch(gateway.url + body.url, { headers: { range: 'bytes=4990-' } });
  assert.is((await rest.arrayBuffer()).byteLength, 10);
  const none = await fetch(gateway.url + body.url, { headers: { range: 'bytes=9000-' } });
  assert.equal([none.status, none.headers.get('content-range')], [416, 'bytes */5000']);
  const seen = (await gateway.send(calls.getVideo, { id }, owner.as)).body;
  assert.ok(seen.downloadedAt);
});

test('the address of a download ends after ten minutes, and with the session it was given to', async ({
  gateway,
  owner,
}) => {
  const id = await addVideo(gateway);
  const ask = async () => gateway.url + (await gateway.send(calls.downloadVideo, { id }, owner.as)).body.url;
  const first = await ask();
  assert.is.not(first, await ask());
  gateway.clock.ahead = 9 * 60_000;
  assert.is((await fetch(first)).status, 200);
  gateway.clock.ahead = 11 * 60_000;
  assert.is((await fetch(first)).status, 404);
  const second = await ask();
  await gateway.send(logout, {}, owner.as);
  assert.is((await fetch(second)).status, 404);
  assert.is((await fetch(`${gateway.url}/videos/${'x'.repeat(32)}`)).status, 404);
});

test('a video that the platform removes is gone with its file and its downloads, and no other is', async ({
  gateway,
  owner,
}) => {
  const [gone, stays] = [await addVideo(gateway), await addVideo(gateway)];
  const addresses = [];
  for (const id of [gone, stays])
    addresses.push((await gateway.send(calls.downloadVideo, { id }, owner.as)).body.url);
  const { items } = await desk(gateway, 'videos');
  const counts = new Map(items.map((one: { id: string; downloads: number }) => [one.id, one.downloads]));
  const unseen = await addVideo(gateway);
  assert.equal([counts.get(gone), counts.get(stays)], [1, 1]);
  assert.is((await desk(gateway, `videos/${unseen}`)).downloads, 0);
  assert.is((await desk(gateway, `videos/${gone}/remove`, {})).removed, true);
  const answers = await Promise.all(addresses.map((url) => fetch(gateway.url + url)));
  assert.equal(
    answers.map(({ status }) => status),
    [404, 200],
  );
  const { run } = gateway.db;
  const videos = await run
    .selectFrom('video')
    .select(['id', 'file'])
    .where('id', 'in', [gone, stays])
    .execute();
  assert.equal(
    videos.map(({ id }) => id),
    [stays],
  );
  const files = videos.map(({ file }) => file);
  assert.is((await run.selectFrom('picture').select('id').where('id', 'in', files).execute()).length, 1);
  const downloads = run.selectFrom('video_download').select(['video', 'member']);
  assert.equal(await downloads.where('video', 'in', [gone, stays]).execute(), [
    { video: stays, member: owner.member },
  ]);
});

test('nobody downloads without signing in, nor what is not there', async ({ gateway, owner }) => {
  const id = await addVideo(gateway);
  assert.is((await gateway.send(calls.downloadVideo, { id })).code, '510');
  assert.is((await gateway.send(calls.downloadVideo, { id: 'nobody' }, owner.as)).code, '500');
});

test('an operator supplies goods with a photo and a video; withdrawn goods go off sale everywhere', async ({
  gateway,
  owner,
}) => {
  const { token, url } = { token: gateway.settings.operatorToken, url: `${gateway.url}/operator` };
  const supplied = {
    category: { id: 'c-tea', en: 'Tea', zh: '茶叶' },
    name: { en: 'White tea', zh: '白茶' },
    description: { en: 'Spring', zh: '春茶' },
    supplyPrice: 20_00,
    suggestedPrice: 30_00,
    stock: 5,
  };
  const put = await desk(gateway, 'supply', supplied);
  const pixels = sharp({ create: { width: 900, height: 900, channels: 3, background: '#3a7' } });
  const file = path.join(gateway.settings.dataDir, 'tea.png');
  await writeFile(file, await pixels.png().toBuffer());
  assert.is((await operator(gateway, 'supply', 'picture', put.id, file)).code, 0);
  assert.is.not((await operator(gateway, 'supply', 'picture', 'nobody', file)).code, 0);
  const upload = async (query: string, body: Uint8Array, type = 'video/mp4') =>
    (
      await fetch(`${url}/videos?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body: new Uint8Array(body),
      })
    ).status;
  const clip = await readFile('test/support/clip.mp4');
  assert.is(await upload(`en=Tea&zh=茶&goods=${put.id}`, clip), 200);
  assert.is(await upload('en=Tea&zh=茶&goods=nobody', clip), 409);
  assert.is(await upload('en=Tea&zh=茶', randomBytes(500)), 409);
  assert.is(await upload('en=Tea', clip), 400, 'it has no title in Chinese');
  assert.is(await upload('en=Tea&zh=茶', Buffer.from('{}'), 'application/json'), 400, 'it is no video');
  const [good = ''] = await takeIn(gateway, owner, [put.id]);
  await gateway.send(goods.upperBatch, { ids: [good], state: 'on', requestKey: randomUUID() }, owner.as);
  const { items } = (await gateway.send(calls.queryVideosList, { goodsId: good }, owner.as)).body;
  assert.equal(
    items.map(({ title }: calls.Video) => title),
    ['Tea'],
  );
  const played = await fetch(gateway.url + items[0].url, { headers: { range: 'bytes=0-99' } });
  assert.equal([played.status, played.headers.get('content-type')], [206, 'video/mp4']);
  const offered = (await gateway.send(goods.goodsList, { keyword: 'White tea' }, owner.as)).body.items[0];
  const own = (await gateway.send(goods.shopGoodsDetail, { id: good }, owner.as)).body;
  for (const picture of [offered.picture, own.picture, items[0].goods.picture]) {
    const answer = await fetch(gateway.url + picture);
    assert.equal([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg']);
  }
  const changed = { ...supplied, id: put.id, stock: 9 };
  await desk(gateway, 'supply', changed);
  const after = (await gateway.send(goods.goodsList, { keyword: 'White tea' }, owner.as)).body.items[0];
  assert.equal([after.stock, after.picture], [9, offered.picture], 'what is not named stays');
  assert.is((await desk(gateway, `supply/${put.id}/withdraw`, {})).offSale, 1);
  const detail = (await gateway.send(goods.shopGoodsDetail, { id: good }, owner.as)).body;
  assert.equal([detail.state, detail.supplied, detail.videos], ['off', false, 1]);
});

test.run();
