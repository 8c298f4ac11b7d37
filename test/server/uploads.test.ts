import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { KyselyPlugin } from 'kysely';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serializeEnvelope } from '../../src/contract/wire/envelope';
import { largestPicture, type Upload } from '../../src/contract/wire/upload';
import type { Db } from '../../src/server/db/database';
import { tokenOf } from '../../src/server/http/wire';
import { measurePicture } from '../../src/server/pictures/thumbnails';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; mei: { token: string; userId: string } }>('uploads');
test.before(async (context) => {
  context.gateway = await openGateway();
  context.mei = await context.gateway.signIn('mei');
});
test.after(({ gateway }) => gateway.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const starting = (hex: string, size = 40) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(size)]);
const red = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } });
/** A picture of so many bytes: what comes after its end is none of it. */
const padded = async (size: number) => {
  const bytes = await red().jpeg().toBuffer();
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
};

interface Variation {
  token?: string;
  userId?: string;
  claims?: Partial<Upload>;
  headers?: Record<string, string>;
  fileFirst?: boolean;
  field?: string;
}

/** Sends the file as the app does, or with something about it changed. */
async function upload({ url, settings, clock }: TestGateway, file: Buffer, as: Variation = {}) {
  const md5 = createHash('md5').update(file).digest('hex');
  const data: Upload = { field: 'imageFile', name: 'voucher.jpg', size: file.length, md5, ...as.claims };
  const header = {
    uuid: randomUUID(),
    appid: 'h5',
    authToken: as.token ?? '',
    timestamp: Date.now() + clock.ahead,
  };
  const payload = serializeEnvelope(header, data);
  const form = new FormData();
  const picture = () => form.append(as.field ?? 'imageFile', new Blob([new Uint8Array(file)]), 'voucher.jpg');
  if (as.fileFirst) picture();
  form.append('payload', payload);
  if (!as.fileFirst) picture();
  const headers = { Token: tokenOf(settings.signingSecret, payload), userId: as.userId ?? '', ...as.headers };
  const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form, headers });
  return { status: response.status, ...((await response.json()) as any) };
}

const stored = ({ settings }: TestGateway) => readdirSync(path.join(settings.dataDir, 'pictures'));

const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();

test('a picture that a member sends is there at the address that comes back', async ({ gateway, mei }) => {
  const sent = await upload(gateway, png, mei);
  assert.is(sent.code % 100, 0);
  const got = await fetch(gateway.url + sent.url);
  assert.equal(await pixels(Buffer.from(await got.arrayBuffer())), await pixels(png));
  assert.is(got.headers.get('content-type'), 'image/png');
  assert.is(got.headers.get('x-content-type-options'), 'nosniff');
  assert.match(got.headers.get('content-security-policy')!, 'sandbox');
  assert.match(got.headers.get('cache-control')!, 'private');
});

test('a file that comes before it is known whose it is is refused, and nothing of it is written', async ({
  gateway,
  mei,
}) => {
  const before = stored(gateway);
  const { status } = await upload(gateway, await padded(500_000), { ...mei, fileFirst: true });
  assert.is(status, 400);
  assert.equal(stored(gateway), before);
});

test('no more of a file is written than its sender has said', async ({ gateway, mei }) => {
  const { code } = await upload(gateway, await padded(500_000), { ...mei, claims: { size: 10 } });
  assert.is(code, 4130);
});

test('JPEG, PNG, WebP and GIF are known by their bytes, whatever the name says', async ({ gateway, mei }) => {
  const kinds = {
    'image/jpeg': await red().jpeg().toBuffer(),
    'image/png': await red().png().toBuffer(),
    'image/webp': await red().webp().toBuffer(),
    'image/gif': await red().gif().toBuffer(),
  };
  for (const [type, bytes] of Object.entries(kinds)) {
    const { url } = await upload(gateway, bytes, mei);
    assert.is((await fetch(gateway.url + url)).headers.get('content-type'), type);
  }
});

test('a page or a drawing with scripts that is called a picture is refused', async ({ gateway, mei }) => {
  for (const text of [
    '<html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    'GIF8',
  ])
    assert.equal((await upload(gateway, Buffer.from(text), mei)).code, 4150);
});

test('a file that only begins like a picture is refused', async ({ gateway, mei }) => {
  const before = stored(gateway).length;
  const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer();
  for (const bytes of [starting('ffd8ffe0'), starting('474946383961'), whole.subarray(0, whole.length / 2)])
    assert.equal((await upload(gateway, bytes, mei)).code, 4150);
  assert.is(stored(gateway).length, before);
});

test('where and when a picture was taken stays on the phone, and it stands upright', async ({
  gateway,
  mei,
}) => {
  const taken = await red()
    .jpeg()
    .withExif({ IFD0: { Make: 'Phone', Orientation: '6' }, IFD3: { GPSLatitude: '31/1 13/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  assert.ok((await sharp(taken).metadata()).exif);
  const script = Buffer.concat([taken, Buffer.from('<script>alert(1)</script>')]);
  const { id, url } = await upload(gateway, script, mei);
  const kept = Buffer.from(await (await fetch(gateway.url + url)).arrayBuffer());
  const { exif, orientation, width, height } = await sharp(kept).metadata();
  assert.equal([exif, orientation, width, height], [undefined, undefined, 40, 60]);
  assert.not.match(kept.toString('latin1'), 'script');
  const row = await gateway.db.run.selectFrom('picture').selectAll().where('id', '=', id).executeTakeFirst();
  assert.equal([row!.width, row!.height, row!.size], [40, 60, kept.length]);
});

test('a picture of the demo is measured as it is shown: upright', async () => {
  const measured = async (orientation: number) =>
    measurePicture(await red().jpeg().withMetadata({ orientation }).toBuffer());
  const [wide, tall] = [
    { width: 60, height: 40 },
    { width: 40, height: 60 },
  ];
  assert.equal([await measured(1), await measured(4), await measured(5)], [wide, wide, tall]);
});

test('a picture larger than any screen is kept smaller, and one that moves goes on moving', async ({
  gateway,
  mei,
}) => {
  const wide = await sharp({ create: { width: 5000, height: 100, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer();
  const kept = async (file: Buffer) => {
    const { url } = await upload(gateway, file, mei);
    return sharp(Buffer.from(await (await fetch(gateway.url + url)).arrayBuffer()), {
      animated: true,
    }).metadata();
  };
  assert.is((await kept(wide)).width, 4096);
  const [frame, other] = ['#c00', '#0c0'].map((background) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const moving = await sharp([await frame!, await other!], { join: { animated: true } })
    .gif()
    .toBuffer();
  assert.equal([(await kept(moving)).pages, (await kept(moving)).pageHeight], [2, 20]);
});

test('a file that is not the one that was signed is refused', async ({ gateway, mei }) => {
  const before = stored(gateway).length;
  for (const claims of [{ size: png.length + 1 }, { md5: 'f'.repeat(32) }])
    assert.is((await upload(gateway, png, { ...mei, claims })).code, 5001);
  assert.is((await upload(gateway, png, { ...mei, field: 'other' })).code, 5001);
  for (const claims of [{ name: 'n'.repeat(256) }, { size: 0 }])
    assert.is((await upload(gateway, png, { ...mei, claims })).status, 400);
  assert.is(stored(gateway).length, before, 'nothing is kept');
});

test('a picture of 8 MiB is taken, and one byte more is not', async ({ gateway, mei }) => {
  const before = stored(gateway).length;
  assert.is((await upload(gateway, await padded(largestPicture), mei)).code, 200);
  const larger = await upload(gateway, await padded(largestPicture + 1), mei);
  assert.equal([larger.code, larger.message], [4130, 'Images may be up to 8 MB']);
  assert.is(stored(gateway).length, before + 1);
});

test('somebody signed out cannot send pictures', async ({ gateway }) => {
  const before = stored(gateway).length;
  const { status, code } = await upload(gateway, png);
  assert.equal([status, code], [200, 510]);
  assert.is(stored(gateway).length, before);
});

test('a wrong signature, no envelope, or no form is turned away', async ({ gateway, mei }) => {
  const forged = await upload(gateway, png, { ...mei, headers: { Token: 'f'.repeat(32) } });
  assert.equal([forged.status, forged.header.res_code, forged.code], [401, '4010', undefined]);
  const form = new FormData();
  form.append('imageFile', new Blob([png]), 'a.png');
  const bare = await fetch(`${gateway.url}/api/upload`, { method: 'POST', body: form });
  assert.is(bare.status, 400);
  const empty = new FormData();
  empty.append('note', 'nothing else');
  assert.is((await fetch(`${gateway.url}/api/upload`, { method: 'POST', body: empty })).status, 400);
  const json = await gateway.sendRaw('upload', '{}', { 'content-type': 'application/json' });
  assert.equal([json.status, json.code], [415, '4150']);
});

test('a picture is asked for again if the connection to the database was lost while it arrived', async ({
  gateway,
  mei,
}) => {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const lost =
        node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('upload_reservation');
      if (lost) throw new Error('Connection terminated unexpectedly'); // as the driver says it, without a code
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const run = gateway.db.run.withPlugin(plugin) as Db['run'];
  const other = await openGateway({ database: { ...gateway.db, run }, log: () => {} });
  const { status, header } = await upload(other, png, mei);
  assert.equal([status, header.res_code], [503, '5030']);
  assert.equal(stored(other), []);
  await other.close();
});

test('only the owner of a picture is given its address, unless it is shared', async ({ gateway, mei }) => {
  const { id } = await upload(gateway, png, mei);
  const lan = await gateway.signIn('lan');
  assert.is((await gateway.send('picture/load', { id }, mei)).code, '1');
  const refused = await gateway.send('picture/load', { id }, lan);
  assert.equal([refused.code, refused.message], ['500', 'Image not found']);
  await gateway.db.run.updateTable('picture').set({ shared: true }).where('id', '=', id).execute();
  const { body } = await gateway.send('picture/load', { id }, lan);
  assert.is((await fetch(gateway.url + body.url)).status, 200);
});

test('the address of a picture is good for an hour or two and for that picture', async ({ gateway, mei }) => {
  const [one, other] = [await upload(gateway, png, mei), await upload(gateway, png, mei)];
  const status = async (url: string) => (await fetch(gateway.url + url)).status;
  assert.is(await status(one.url.replace(one.id, other.id)), 404);
  assert.is(await status(one.url.replace(/until=\d/, 'until=9')), 404);
  assert.is(await status(`/files/${one.id}`), 404);
  assert.is(await status('/files/..%2F..%2Fdb?until=1&sign=x'), 404);
  gateway.clock.ahead = 3_599_000;
  assert.is(await status(one.url), 200);
  gateway.clock.ahead = 7_200_000;
  assert.is(await status(one.url), 404);
  gateway.clock.ahead = 0;
});

test('nothing unfinished is left behind', ({ gateway }) => {
  assert.equal(
    stored(gateway).filter((name) => name.startsWith('.')),
    [],
  );
});

test.run();
