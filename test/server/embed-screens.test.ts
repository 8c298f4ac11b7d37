import { request } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listFleet } from '../../src/contract/buying/devices';
import { liveEnd } from '../../src/contract/buying/live';
import { listThumbnails, type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import { sweepEmbeds } from '../../src/server/embed/expiry';
import { allow, endLink } from '../../src/server/embed/links';
import { addOrder } from './support/devices';
import { ask, call, env, link, mint, secondShop, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { streaming, watching } from './support/streaming';

interface Context {
  gateway: TestGateway;
  provider: Awaited<ReturnType<typeof streaming>>;
  member: string;
  /** A cloud phone of the member's. */
  id: string;
}
const test = suite<Context>('the screen of a cloud phone in a partner’s page');
test.before(async (the) => {
  the.provider = await streaming();
  the.gateway = await openGateway({
    env: { ...env, MACHINES_API_URL: the.provider.url, MACHINES_API_KEY: 'key' },
    log: () => {}, // the provider makes no pictures
  });
});
test.before.each(async (the) => {
  the.gateway.clock.ahead = 0;
  the.provider.controls.length = 0;
  const { id: member } = await addMember(the.gateway);
  await link(the.gateway, member);
  Object.assign(the, { member, id: await addShown(the.gateway, member) });
});
test.after(async ({ gateway, provider }) => {
  await gateway.close();
  await provider.close();
});

async function addShown(gateway: TestGateway, member: string): Promise<string> {
  const id = `${await addOrder(gateway, member)}-1`;
  await gateway.db.run
    .updateTable('machine')
    .set({ screenshots: true, streams: true })
    .where('id', '=', id)
    .execute();
  return id;
}
const every = ['screen:read', 'screen:control'];
async function opened({ gateway, id, member }: Context, scopes: string[] = every, token?: string) {
  const with_ = token ?? (await mint(gateway, { member, feature: 'screen', scopes }));
  return (await call(gateway, with_, openScreen, { id })).body as OpenedScreen;
}
/** The status of a request for the live picture that a page of this origin sends. */
const statusFrom = ({ gateway }: Context, live: string | undefined, origin?: string) =>
  new Promise<number>((settle) => {
    const asking = request(gateway.url + live, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
        ...(origin && { origin }),
      },
    });
    asking.on('response', ({ statusCode = 0 }) => settle(statusCode));
    asking.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      settle(statusCode);
    });
    asking.end();
  });
async function watch(the: Context, scopes?: string[], token?: string) {
  const { live } = await opened(the, scopes, token);
  const page = watching(the.gateway.url + live, shop);
  await page.until(() => page.messages.length >= 3);
  return page;
}
const [touch, rotation] = [Buffer.alloc(32, 2), Buffer.from([11])];

test('a member sees the screens of their own cloud phones in a partner’s page, and of no others', async (the) => {
  const { gateway, member, id } = the;
  const token = await mint(gateway, { member, feature: 'screen' });
  const { items } = (await call(gateway, token, listFleet, { sort: 'name' })).body;
  assert.equal(
    items.map((one: { id: string }) => one.id),
    [id],
  );
  const screen = await opened(the, [], token);
  assert.equal([screen.lack, screen.readOnly], [undefined, true], 'without scopes a token reads');
  assert.is((await opened(the)).readOnly, undefined);

  const other = await addMember(gateway);
  const theirs = await addShown(gateway, other.id);
  const refused = await call(gateway, token, openScreen, { id: theirs });
  assert.equal([refused.code, refused.body.live, refused.body.url], ['500', undefined, undefined]);
  const both = { machines: [{ id }, { id: theirs }] };
  assert.is((await call(gateway, token, listThumbnails, both)).code, '500');
});

test('a token without the scope of screens opens none', async (the) => {
  const { gateway, member, id } = the;
  for (const wanted of [
    { feature: 'devices', scopes: ['devices:read', 'devices:write'] },
    { feature: 'notices', scopes: 'all' },
  ]) {
    const token = await mint(gateway, { member, ...wanted });
    for (const [one, input] of [
      [openScreen, { id }],
      [listThumbnails, { machines: [{ id }] }],
    ] as const) {
      const { status, code } = await call(gateway, token, one, input);
      assert.equal([status, code], [403, '4030'], wanted.feature);
    }
  }
  const devices = await mint(gateway, { member, feature: 'devices', scopes: 'all' });
  assert.is((await call(gateway, devices, openScreen, { id })).code, '1');
});

test('a member allows screens by choosing them, and not by a link that allows everything else', async (the) => {
  const { gateway } = the;
  const features = { before: null, without: 'devices notices', with: 'devices screen' };
  for (const [name, allowed] of Object.entries(features)) {
    const { id: member } = await addMember(gateway);
    await link(gateway, member, 'p_shop', allowed);
    const isAllowed = name === 'with';
    const own = await ask(gateway, { member, feature: 'screen' });
    const named = await ask(gateway, { member, feature: 'devices', scopes: ['devices:read', 'screen:read'] });
    for (const { error, connectUrl } of [own, named]) {
      assert.is(error, isAllowed ? undefined : 'feature_not_linked', name);
      if (!isAllowed) assert.match(connectUrl, 'connectPartner');
    }
    const id = await addShown(gateway, member);
    for (const scopes of ['all', undefined]) {
      const token = await mint(gateway, { member, feature: 'devices', ...(scopes && { scopes }) });
      const { code } = await call(gateway, token, openScreen, { id });
      assert.is(code, isAllowed ? '1' : '4030', `${name} ${scopes}`);
    }
  }
});

test('a partner’s page reads a picture with the tag of the one before, and not once it has expired', async (the) => {
  const { gateway } = the;
  const { url } = await opened(the);
  const asked = await fetch(gateway.url + url, {
    method: 'OPTIONS',
    headers: {
      origin: shop,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    },
  });
  assert.match(asked.headers.get('access-control-allow-headers')!, /if-none-match/i);
  const { status, headers } = await fetch(gateway.url + url, { headers: { origin: shop } });
  assert.equal([status, headers.get('access-control-allow-origin')], [204, shop]);
  assert.match(headers.get('access-control-expose-headers')!, /etag/i);
  gateway.clock.ahead = 61_000;
  assert.is((await fetch(gateway.url + url)).status, 404);
});

test('only the page that was given the address of a live picture opens it, within a minute', async (the) => {
  const { gateway } = the;
  const { live } = await opened(the);
  for (const origin of [secondShop, 'https://forum.example', gateway.url, undefined])
    assert.is(await statusFrom(the, live, origin), 404, origin);
  assert.is(await statusFrom(the, live, shop), 101);
  gateway.clock.ahead = 61_000;
  assert.is(await statusFrom(the, live, shop), 404);
});

test('a touch in a page whose token only reads reaches no phone', async (the) => {
  const { provider } = the;
  const reading = await watch(the, ['screen:read']);
  reading.socket.send(touch);
  reading.look({ at: 7 });
  await reading.until(() => reading.news.some(({ at }) => at === 7)); // it was received after the touch
  const writing = await watch(the);
  assert.is(await reading.closed(), liveEnd.taken);
  writing.socket.send(rotation);
  await writing.until(() => provider.controls.length > 0);
  assert.equal(provider.controls, [rotation]);
  writing.socket.close();
});

test('a live picture outlives the token that is replaced, and ends with one that is not', async (the) => {
  const { gateway, member } = the;
  const token = await mint(gateway, { member, feature: 'screen', scopes: every, ttl: 60 });
  const page = await watch(the, every, token);
  gateway.clock.ahead = 100_000;
  await sweepEmbeds(gateway.db.run, Date.now() + gateway.clock.ahead);
  page.look();
  const { url } = await opened(the); // with its next token
  assert.ok((await fetch(gateway.url + url)).ok);
  gateway.clock.ahead = 150_000;
  page.look();
  assert.ok(page.isOpen());
  page.socket.close();

  const { url: later } = await opened(
    the,
    every,
    await mint(gateway, { member, feature: 'screen', ttl: 30 }),
  );
  await gateway.db.run.deleteFrom('embed_token').where('member', '=', member).execute();
  assert.is((await fetch(gateway.url + later)).status, 404);
});

const ends: Record<string, (the: Context) => Promise<unknown>> = {
  'the member ends the link': ({ gateway, member }) =>
    gateway.db.tx((tx) => endLink(tx, { partner: 'p_shop', member }, Date.now())),
  'the member no longer allows screens': ({ gateway, member }) =>
    gateway.db.tx((tx) => allow(tx, { partner: 'p_shop', member }, 'devices notices', Date.now())),
  'the operator switches the partner off': ({ gateway }) =>
    gateway.db.run.insertInto('partner_disabled').values({ partner: 'p_shop', at: new Date() }).execute(),
};
for (const [what, end] of Object.entries(ends))
  test(`a live picture in a partner’s page ends when ${what}`, async (the) => {
    const { gateway, member } = the;
    const devices = await mint(gateway, { member, feature: 'devices', scopes: 'all' });
    const page = await watch(the, every, devices);
    const { url } = await opened(the, every, devices);
    await end(the);
    assert.is((await fetch(gateway.url + url)).status, 404);
    assert.is(await page.closed(), liveEnd.ended);
    await gateway.db.run.deleteFrom('partner_disabled').where('partner', '=', 'p_shop').execute();
  });

test.run();
