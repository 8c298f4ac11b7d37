import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { largestVideo } from '../../src/contract/wire/upload';
import { createThumbnails, mostWaiting } from '../../src/server/pictures/thumbnails';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addPicture, upload } from './support/upload';

const test = suite<{ gateway: TestGateway; as: Sent }>('files');
test.before(async (context) => {
  context.gateway = await openGateway();
  context.as = await context.gateway.signIn('mei');
});
test.after(({ gateway }) => gateway.close());

const clip = readFileSync('test/support/clip.mp4');
const wide = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#2ee6a8' } })
    .jpeg()
    .toBuffer();

const measures = ({ db }: TestGateway, id: string) =>
  db.run
    .selectFrom('picture')
    .select(['type', 'width', 'height', 'seconds'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a list whose pictures are too many to be made smaller at once gets the rest later', async ({
  gateway,
}) => {
  const thumbnails = createThumbnails(gateway.files);
  const bytes = await wide();
  const pictures = Array.from({ length: mostWaiting + 20 }, () => randomUUID());
  for (const id of pictures) await gateway.files.put(id, bytes, 'image/jpeg');
  const all = () => Promise.all(pictures.map((id) => thumbnails.nameOf(id, 160)));
  const names = pictures.map((id) => `${id}.160`);
  const made = await all();
  const missing = made.filter((name) => name === undefined).length;
  assert.ok(missing > 0 && missing <= 20, `${missing} missing`);
  assert.ok(made.every((name, at) => name === undefined || name === names[at]));
  assert.equal(await all(), names);
});

test('a video that a member sends is measured, and plays from anywhere in it', async ({ gateway, as }) => {
  const sent = await upload(gateway, clip, as, 'videoFile');
  assert.is(sent.code, 200);
  assert.equal(await measures(gateway, sent.id), { type: 'video/mp4', width: 120, height: 160, seconds: 4 });
  const part = (range: string) => fetch(gateway.url + sent.url, { headers: { range } });
  const middle = await part('bytes=100-199');
  assert.equal([middle.status, middle.headers.get('content-range')], [206, `bytes 100-199/${clip.length}`]);
  assert.equal(Buffer.from(await middle.arrayBuffer()), clip.subarray(100, 200));
  const end = await part('bytes=-50');
  assert.equal(Buffer.from(await end.arrayBuffer()), clip.subarray(-50));
  const rest = await part(`bytes=${clip.length - 10}-`);
  assert.equal([rest.status, (await rest.arrayBuffer()).byteLength], [206, 10]);
  const beyond = await part(`bytes=${clip.length}-`);
  assert.equal([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${clip.length}`]);
  assert.is((await part('bytes=-')).status, 200, 'no part at all is the whole');
  const whole = await fetch(gateway.url + sent.url);
  assert.equal([whole.status, whole.headers.get('accept-ranges')], [200, 'bytes']);
  assert.equal(Buffer.from(await whole.arrayBuffer()), clip);
  const head = await fetch(gateway.url + sent.url, { method: 'HEAD', headers: { range: 'bytes=100-199' } });
  const { status, headers } = head;
  assert.equal(
    [status, headers.get('content-length'), headers.get('content-range')],
    [200, `${clip.length}`, null],
    'a request for the headers alone is told of the whole file',
  );
});

test('a part of another version of a file is not mixed with this one', async ({ gateway, as }) => {
  const { url } = await upload(gateway, clip, as, 'videoFile');
  const headers = { range: 'bytes=0-9', 'if-range': '"another"' };
  assert.is((await fetch(gateway.url + url, { headers })).status, 200);
});

test('a file that is no video is refused as a video, and a video is refused as a picture', async ({
  gateway,
  as,
}) => {
  const picture = await wide();
  assert.is((await upload(gateway, picture, as, 'videoFile')).code, 4150);
  assert.is((await upload(gateway, clip, as, 'imageFile')).code, 4150);
  const empty = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(40)]);
  assert.is((await upload(gateway, empty, as, 'videoFile')).code, 4150, 'a file that only begins like one');
});

test('a video that is too large is refused', async ({ gateway, as }) => {
  const large = Buffer.concat([clip, Buffer.alloc(largestVideo)]);
  assert.is((await upload(gateway, large, as, 'videoFile')).code, 4130);
});

test('a picture comes at the width that a list shows, and no other', async ({ gateway, as }) => {
  const { id, url } = await upload(gateway, await wide(), as);
  assert.equal(await measures(gateway, id), { type: 'image/jpeg', width: 1200, height: 800, seconds: null });
  for (const [asked, got] of [
    [160, 160],
    [960, 960],
  ]) {
    const small = await fetch(`${gateway.url}${url}&w=${asked}`);
    assert.is(small.headers.get('content-type'), 'image/jpeg');
    const { width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    assert.equal([width, height], [got, Math.round((got! * 2) / 3)]);
  }
  for (const w of ['161', '0', '100000', '../x'])
    assert.is((await fetch(`${gateway.url}${url}&w=${w}`)).status, 404);
});

test('a smaller picture is drawn once, also for a gateway that starts later', async ({ gateway }) => {
  const id = randomUUID();
  await gateway.files.put(id, await wide(), 'image/jpeg');
  const small = () => createThumbnails(gateway.files).nameOf(id, 160);
  assert.is(await small(), `${id}.160`);
  await gateway.files.remove([id]);
  assert.is(await small(), `${id}.160`, 'it is there, and the large one is not read again');
});

test('a picture whose file is lost has no smaller one', async ({ gateway }) => {
  assert.is(await createThumbnails(gateway.files).nameOf(randomUUID(), 160), undefined);
});

test('a small picture is not enlarged, and one that cannot be drawn comes as it is', async ({
  gateway,
  as,
}) => {
  const tiny = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const sent = await upload(gateway, tiny, as);
  const small = await fetch(`${gateway.url}${sent.url}&w=320`);
  assert.is((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width, 40);
  // older ones were kept as they came
  const id = await addPicture(gateway, as.userId!, 'no picture at all');
  const { url } = (await gateway.send('picture/load', { id }, as)).body;
  assert.is(await (await fetch(`${gateway.url}${url}&w=320`)).text(), 'no picture at all');
});

test('the address of a picture stays the same, so that the phone asks for it once', async ({
  gateway,
  as,
}) => {
  const { id } = await upload(gateway, await wide(), as);
  const address = async () => (await gateway.send('picture/load', { id }, as)).body.url;
  gateway.clock.ahead = 3_600_000 - (Date.now() % 3_600_000);
  const first = await address();
  gateway.clock.ahead += 3_000_000;
  assert.is(await address(), first);
  const got = await fetch(gateway.url + first);
  const etag = got.headers.get('etag')!;
  const [, kept] = /^private, max-age=(\d+), immutable$/.exec(got.headers.get('cache-control')!) ?? [];
  const until = Number(new URL(first, gateway.url).searchParams.get('until'));
  const left = (until - Date.now() - gateway.clock.ahead) / 1000;
  assert.ok(Math.abs(Number(kept) - left) < 60, `as long as its address: ${kept} ${left}`);
  const again = await fetch(gateway.url + first, { headers: { 'if-none-match': etag } });
  assert.is(again.status, 304);
  gateway.clock.ahead = 0;
});

test.run();
