import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/location';
import type { Gateway } from '../../src/server/kernel/gateway';
import { serveMap, tilesAddress } from '../../src/server/location/tiles';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

interface Context {
  /** A stand-in for the map provider: what it was asked, and what it answers. */
  provider: Server;
  asked: string[];
  answer: object | undefined;
  gateway: TestGateway;
  connected: TestGateway;
}
const test = suite<Context>('location');
test.before(async (context) => {
  context.asked = [];
  context.provider = createServer((request, response) => {
    context.asked.push(request.url ?? '');
    if (request.url?.startsWith('/tiles/')) {
      response.setHeader('content-type', request.url.includes('/3/0/0') ? 'text/html' : 'image/png');
      const [, size] = /^\/tiles\/4\/1\/(\d)$/.exec(request.url) ?? [];
      return response.end(size ? Buffer.alloc(400_000 + Number(size)) : 'piece');
    }
    response.statusCode = context.answer ? 200 : 500;
    response.end(JSON.stringify(context.answer ?? {}));
  });
  await new Promise<void>((ready) => context.provider.listen(0, '127.0.0.1', ready));
  const at = `http://127.0.0.1:${(context.provider.address() as AddressInfo).port}`;
  context.gateway = await openGateway();
  context.connected = await openGateway({
    env: { TENCENT_MAP_KEY: 'secret-key', TENCENT_MAP_API_URL: at, MAP_TILES_URL: `${at}/tiles/{z}/{x}/{y}` },
  });
});
test.after(async ({ gateway, connected, provider }) => {
  await gateway.close();
  await connected.close();
  provider.closeAllConnections();
  provider.close();
});

const signIn = async (gateway: TestGateway): Promise<Sent> => gateway.signIn((await addMember(gateway)).id);

test('without a map provider areas are found by name, and it says that it is a test', async ({ gateway }) => {
  const as = await signIn(gateway);
  const { body } = await gateway.send(calls.searchPlaces, { text: '西湖' }, as);
  assert.ok(body.sandbox);
  assert.ok(body.items.some(({ area }: calls.Place) => area?.code === '330106'));
  assert.ok(body.items.every(({ position }: calls.Place) => !position));
  const at = await gateway.send(calls.placeAt, { latitude: 30.27, longitude: 120.13 }, as);
  assert.equal(at.body, { sandbox: true });
});

test('a provider is asked for places and for what is at a point; its key stays here', async (context) => {
  const { connected } = context;
  const as = await signIn(connected);
  const place = { title: 'Hangzhou Tower', address: 'Wulin Square', adcode: 330105 };
  context.answer = { status: 0, data: [{ ...place, location: { lat: 30.27, lng: 120.16 } }] };
  const { body } = await connected.send(calls.searchPlaces, { text: 'tower & co' }, as);
  assert.equal(body, {
    sandbox: false,
    items: [
      {
        name: 'Hangzhou Tower',
        address: 'Wulin Square',
        area: { code: '330105', names: ['浙江省', '杭州市', '拱墅区'] },
        position: { latitude: 30.27, longitude: 120.16 },
      },
    ],
  });
  assert.match(context.asked.at(-1)!, /keyword=tower\+%26\+co.*key=secret-key/);
  context.answer = { status: 0, result: { address: '文三路90号', ad_info: { adcode: '330106' } } };
  const found = await connected.send(calls.placeAt, { latitude: 30.27, longitude: 120.13 }, as);
  assert.is(found.body.place.area.code, '330106');
  assert.not.match(JSON.stringify([body, found.body]), /secret-key/);
  context.answer = { status: 0 };
  const sea = await connected.send(calls.placeAt, { latitude: 0, longitude: 0 }, as);
  assert.equal(
    [sea.code, sea.body],
    ['1', { sandbox: false }],
    'a point of which the provider knows nothing',
  );
  context.answer = undefined;
  assert.match((await connected.send(calls.searchPlaces, { text: 'x' }, as)).message, /Type the address/);
});

test('tiles of the map come from our own origin, for anyone with the address', async ({
  gateway,
  connected,
}) => {
  for (const one of [gateway, connected]) {
    const { tiles } = (await one.send(calls.mapTiles, {}, await signIn(one))).body;
    const get = (z: number, x: number, y: number, from = tiles) =>
      fetch(one.url + from.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`));
    const forged = tiles.replace(
      /sign=(.)/,
      (_: string, first: string) => `sign=${first === '_' ? 'A' : '_'}`,
    );
    const piece = await get(16, 54000, 27000);
    assert.is(piece.status, 200);
    assert.is((await get(18, 216000, 108000)).status, 200, 'the finest there are');
    assert.is.not((await get(19, 432000, 216000)).status, 200);
    assert.match(piece.headers.get('content-type')!, /^image\//);
    assert.is.not((await get(16, 54000, 27000, forged)).status, 200);
    assert.is.not((await get(3, 8, 0)).status, 200);
    one.clock.ahead = 3 * 3_600_000;
    assert.is.not((await get(16, 54000, 27000)).status, 200);
    one.clock.ahead = 0;
  }
  const { tiles } = (await connected.send(calls.mapTiles, {}, await signIn(connected))).body;
  const html = tiles.replace('{z}', '3').replace('{x}', '0').replace('{y}', '0');
  assert.is.not((await fetch(connected.url + html)).status, 200, 'only pictures are passed on');
  assert.is((await gateway.send(calls.mapTiles, {})).code, '510');
});

test('the address of the map ends at its time, to the millisecond', async () => {
  const at = Date.parse('2026-11-20T12:00:00Z');
  const address = tilesAddress('secret', at).replace('{z}/{x}/{y}', '3/1/1');
  const statusAt = async (now: number) => {
    const app = fastify();
    serveMap(app, { settings: { map: {} }, fileSecret: 'secret', now: () => now } as Gateway);
    const { statusCode } = await app.inject(address);
    await app.close();
    return statusCode;
  };
  const end = at + 3_600_000;
  assert.is(await statusAt(end - 1), 200);
  assert.is.not(await statusAt(end), 200);
});

test('a piece says where its corner is, as finely as it shows; there are none beyond the map', async ({
  gateway,
  connected,
}) => {
  const tilesOf = async (one: TestGateway) =>
    (await one.send(calls.mapTiles, {}, await signIn(one))).body.tiles as string;
  const getOf = async (one: TestGateway) => {
    const tiles = await tilesOf(one);
    return (z: number, x: number, y: number) =>
      fetch(one.url + tiles.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`));
  };
  const get = await getOf(gateway);
  const says = async (...[z, x, y]: [number, number, number]) =>
    /fill="#51616e">([^<]*)</.exec(await (await get(z, x, y)).text())?.[1];
  // by the formula of web maps (EPSG:3857), computed elsewhere
  assert.is(await says(3, 0, 0), '85.1°N 180.0°W');
  assert.is(await says(3, 4, 4), '0.0°N 0.0°E');
  assert.is(await says(3, 7, 7), '79.2°S 135.0°E');
  assert.is(await says(3, 2, 3), '41.0°N 90.0°W');
  assert.is(await says(8, 213, 105), '30.8°N 119.5°E');
  assert.is(await says(9, 427, 211), '30.15°N 120.23°E');
  assert.is(await says(12, 3418, 1690), '29.99°N 120.41°E');
  assert.is(await says(13, 6836, 3381), '29.955°N 120.410°E');
  const status = async (z: number, x: number, y: number) => (await get(z, x, y)).status;
  assert.equal(
    [
      await status(2, 0, 0),
      await status(3, 7, 7),
      await status(3, 7, 8),
      await status(3, -1, 0),
      await status(3, 0, -1),
      await status(3, 0.5, 1),
    ],
    [404, 200, 404, 404, 404, 404],
  );
  const piece = await getOf(connected);
  assert.is((await piece(4, 1, 0)).status, 200, 'as large as a piece may be');
  assert.is((await piece(4, 1, 1)).status, 404);
});

test.run();
