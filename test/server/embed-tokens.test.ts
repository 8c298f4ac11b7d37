import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../src/contract/member/auth';
import { readSettings } from '../../src/server/settings/settings';
import { ask, askSigned, call, env, link, mint, otherSecret, secondShop, shop } from './support/embed';
import { addMember, codeFor, password } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { production } from './support/production';
import { desk } from './support/wallet';

const tokens = suite<{ gateway: TestGateway; member: string }>('embed tokens');

tokens.before(async (context) => {
  context.gateway = await openGateway({ env });
  const { id } = await addMember(context.gateway, { username: 'ann', email: 'ann@example.com' });
  await link(context.gateway, id);
  context.member = id;
});
tokens.after(({ gateway }) => gateway.close());
tokens.before.each(({ gateway }) => {
  gateway.clock.ahead = 0;
});

tokens('a partner’s server gets a token for its member, one feature and one page', async (the) => {
  const { gateway, member } = the;
  const { status, code, data } = await ask(gateway, { member });
  assert.is(status, 200);
  assert.is(code, 0);
  assert.match(data.token, /^et_[\w-]{43}$/);
  assert.is(data.expiresIn, 300);
  assert.ok(data.requestId);
  assert.is((await call(gateway, data.token, session.balance)).code, '1');
});

tokens(
  'a token says whose it is, the same each time and another for each partner and member',
  async (the) => {
    const { gateway, member } = the;
    const subject = async (wanted: object, as = {}) => (await ask(gateway, wanted, as)).data.subject;
    const hers = await subject({ member });
    assert.match(hers, /^[\w-]{22}$/);
    assert.is(await subject({ member, feature: 'orders' }), hers);
    assert.not.match(hers, member);
    const other = await addMember(gateway);
    for (const partner of ['p_shop', 'p_forum']) await link(gateway, other.id, partner);
    const theirs = await subject({ member: other.id });
    assert.is.not(theirs, hers);
    const forum = { member: other.id, feature: 'notices', origin: 'https://forum.example' };
    assert.is.not(await subject(forum, { partner: 'p_forum', secret: otherSecret }), theirs);
  },
);

tokens('a token gets all scopes of the feature, and the embed learns which ones it has', async (the) => {
  const { gateway, member } = the;
  const allowed = async (wanted: object) =>
    (await call(gateway, await mint(gateway, { member, ...wanted }), session.getInfo)).body.scopes;
  assert.equal(await allowed({ scopes: 'all' }), ['wallet:read', 'withdraw:prepare', 'payout:prepare']);
  assert.equal(await allowed({}), ['wallet:read']);
  assert.is((await ask(gateway, { member, scopes: 'most' })).error, 'request_invalid');
});

tokens('the stored form of a token cannot be used as a token', async ({ gateway, member }) => {
  const token = await mint(gateway, { member });
  const rows = await gateway.db.run.selectFrom('embed_token').selectAll().execute();
  assert.not.match(JSON.stringify(rows), token.slice(3));
});

tokens('a token lives as long as was asked for, and fifteen minutes at most', async ({ gateway, member }) => {
  const short = await mint(gateway, { member, ttl: 60 });
  const { data } = await ask(gateway, { member, ttl: 900 });
  assert.is(data.expiresIn, 900);
  assert.is((await ask(gateway, { member, ttl: 901 })).error, 'request_invalid');
  gateway.clock.ahead = 61_000;
  assert.is((await call(gateway, short, session.balance)).code, '510');
  assert.is((await call(gateway, data.token, session.balance)).code, '1');
  gateway.clock.ahead = 901_000;
  assert.is((await call(gateway, data.token, session.balance)).code, '510');
});

const wrong: [string, string, number, object, object][] = [
  ['signed with another secret', 'signature_wrong', 401, {}, { secret: otherSecret }],
  ['not signed', 'signature_wrong', 401, {}, { signature: '' }],
  ['from nobody known', 'partner_unknown', 401, {}, { partner: 'p_nobody' }],
  ['of two minutes ago', 'clock_wrong', 401, {}, { timestamp: Date.now() - 120_000 }],
  ['with a nonce that is easily guessed', 'request_invalid', 400, {}, { nonce: '1' }],
  ['for a feature there is none of', 'feature_not_allowed', 403, { feature: 'session' }, {}],
  ['for a page that is not the partner’s', 'origin_not_allowed', 403, { origin: 'https://evil.example' }, {}],
  ['for a part of its origin', 'origin_not_allowed', 403, { origin: `${shop}.evil.example` }, {}],
  ['for a member it does not know', 'member_not_linked', 403, { member: 'somebody' }, {}],
  ['to confirm', 'scope_not_allowed', 403, { scopes: ['withdraw:confirm'] }, {}],
  ['with a scope of another feature', 'scope_not_allowed', 403, { scopes: ['chat:write'] }, {}],
  ['with something nobody asked for', 'request_invalid', 400, { admin: true }, {}],
  ['by a name of more than 100 characters', 'request_invalid', 400, { member: 'm'.repeat(101) }, {}],
  ['by a name of 100 that it does not know', 'member_not_linked', 403, { member: 'm'.repeat(100) }, {}],
  ['for an address of more than 300', 'request_invalid', 400, { origin: `${shop}/${'o'.repeat(300)}` }, {}],
  ['for more than twenty scopes', 'request_invalid', 400, { scopes: Array(21).fill('wallet:read') }, {}],
  ['for less than half a minute', 'request_invalid', 400, { ttl: 29 }, {}],
];
for (const [what, error, status, wanted, as] of wrong)
  tokens(`no token for a request ${what}`, async ({ gateway, member }) => {
    const answer = await ask(gateway, { member, ...wanted }, as);
    assert.is(answer.error, error);
    assert.is(answer.status, status);
    assert.ok(answer.message && answer.requestId);
    assert.is(answer.data, undefined);
  });

tokens('a partner’s clock may be a minute off, and not more', async ({ gateway, member }) => {
  const beside = await openGateway({ env, database: gateway.db });
  const now = Date.now();
  Object.defineProperty(beside.clock, 'ahead', { get: () => now - Date.now() }); // the clock stands still
  const minted = async (timestamp: number) => {
    const { error, message } = await ask(beside, { member }, { timestamp });
    return error ? [error, message] : 'a token';
  };
  assert.is(await minted(now - 60_000), 'a token');
  const off = ['clock_wrong', 'X-Timestamp is more than 60 s off, or not in milliseconds'];
  for (const timestamp of [now - 60_100, now + 60_100, now / 1000 + 0.5])
    assert.equal(await minted(timestamp), off, `${timestamp}`);
  await beside.close();
});

tokens('no token for a body that was changed on the way', async ({ gateway, member }) => {
  const nonce = randomUUID();
  const signature = 'f'.repeat(64);
  assert.is((await ask(gateway, { member }, { nonce, signature })).error, 'signature_wrong');
});

tokens('a request that is sent twice gets one token', async ({ gateway, member }) => {
  const nonce = randomUUID();
  const both = await Promise.all([ask(gateway, { member }, { nonce }), ask(gateway, { member }, { nonce })]);
  assert.equal(both.map(({ code }) => code).sort(), [0, 401]);
  assert.is(both.find(({ code }) => code)!.error, 'nonce_reused');
});

tokens('one partner gets no token for the member or the feature of another', async ({ gateway, member }) => {
  const forum = { partner: 'p_forum', secret: otherSecret };
  const page = { origin: 'https://forum.example', feature: 'notices' };
  assert.is((await ask(gateway, { member, ...page }, forum)).error, 'member_not_linked');
  await link(gateway, member, 'p_forum');
  assert.is((await ask(gateway, { member, ...page }, forum)).code, 0);
  assert.is((await ask(gateway, { member, ...page, feature: 'wallet' }, forum)).error, 'feature_not_allowed');
});

tokens('a script that asks for tokens without end is stopped', async ({ gateway }) => {
  const other = await addMember(gateway);
  await link(gateway, other.id);
  await gateway.db.run
    .insertInto('throttle')
    .values({ key: `mint:p_shop:${other.id}`, count: 120, until: new Date(Date.now() + 60_000) })
    .execute();
  const answer = await ask(gateway, { member: other.id });
  assert.is(answer.status, 429);
  assert.is(answer.error, 'rate_limited');
});

const alive = async (gateway: TestGateway, token: string) =>
  (await call(gateway, token, session.balance)).code === '1';

tokens('a page that signs out ends its token', async ({ gateway, member }) => {
  const token = await mint(gateway, { member });
  const kept = await mint(gateway, { member, origin: secondShop });
  const url = `${gateway.url}/embed/v1/revoke`;
  const post = (body: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
  assert.is((await post('et_nonsense')).status, 204);
  assert.is((await post(token)).status, 204);
  assert.not(await alive(gateway, token));
  assert.is((await call(gateway, kept, session.balance, {}, { origin: secondShop })).code, '1');
});

tokens('a member who signs out ends them all', async ({ gateway, member }) => {
  const token = await mint(gateway, { member });
  await gateway.send(session.logout, {}, await gateway.signIn(member));
  assert.not(await alive(gateway, token));
});

tokens('a new password ends them all', async ({ gateway, member }) => {
  const token = await mint(gateway, { member });
  const contact = 'ann@example.com';
  const code = await codeFor(gateway, 'reset', contact);
  const form = { contact, code, password: `${password}x`, confirm: `${password}x` };
  assert.is((await gateway.send(session.resetPassword, form)).code, '1');
  assert.not(await alive(gateway, token));
});

tokens('a developer learns whether the gateway knows their partner and origin', async ({ gateway }) => {
  const look = async (partner: string, origin: string) => {
    const query = new URLSearchParams({ origin });
    return (await fetch(`${gateway.url}/embed/v1/partners/${partner}?${query}`)).json();
  };
  assert.equal(await look('p_shop', shop), { known: true, listed: true });
  assert.equal(await look('p_shop', 'https://other.example'), { known: true, listed: false });
  assert.equal(await look('p_nobody', shop), { known: false, listed: false });
});

tokens('a partner that is switched off has no tokens, and gets none until it is on again', async (the) => {
  const { gateway, member } = the;
  const token = await mint(gateway, { member });
  assert.is((await desk(gateway, 'partners/p_shop/disable', {})).enabled, false);
  assert.not(await alive(gateway, token));
  assert.is((await ask(gateway, { member })).error, 'partner_disabled');
  const unlink = await askSigned(gateway, 'members', { act: 'unlink', member });
  assert.is(unlink.error, 'partner_disabled');
  await desk(gateway, 'partners/p_shop/enable', {});
  for (const act of ['disable', 'enable'])
    assert.ok((await desk(gateway, `partners/p_nobody/${act}`, {})).message, 'there is no such partner');
  assert.is((await ask(gateway, { member })).code, 0);
  await desk(gateway, 'partners/p_forum/disable', {});
  assert.is((await ask(gateway, { member })).code, 0, 'another partner is switched off');
  await desk(gateway, 'partners/p_forum/enable', {});
});

tokens('the desk takes a member away from a partner, with the tokens', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  await link(gateway, id);
  const token = await mint(gateway, { member: id });
  assert.ok(await alive(gateway, token));
  await desk(gateway, 'partners/p_shop/unlink', { reference: id });
  assert.not(await alive(gateway, token));
  const { items } = await desk(gateway, 'partners');
  assert.equal(
    items.map((one: { id: string }) => one.id),
    ['p_shop', 'p_forum'],
  );
});

const settings = suite('partners in the settings');
const long = '0123456789abcdef'.repeat(2);
const read = (partner: object, more = {}) =>
  readSettings({
    PARTNERS: JSON.stringify([{ id: 'p_1', name: 'One', secret: long, origins: [shop], ...partner }]),
    ...more,
  });

settings('a partner has all features unless some are named', () => {
  assert.ok(read({}).partners[0]!.features.includes('wallet'));
  assert.equal(read({ features: ['notices'] }).partners[0]!.features, ['notices']);
});

const mistakes: [string, object, RegExp][] = [
  ['no origin', { origins: [] }, /must hold an origin/],
  ['a short secret', { secret: 'short' }, /secret: must have at least 32/],
  ['a secret of one character', { secret: 'a'.repeat(32) }, /secret: must have at least 8 different/],
  ['an id of another kind', { id: 'shop' }, /id: must be p_/],
  ['an unknown feature', { features: ['admin'] }, /features.0: must be among/],
  ['a typing error', { orgins: [] }, /orgins/],
];
for (const [what, partner, says] of mistakes)
  settings(`${what} stops the start with a clear message`, () => {
    assert.throws(
      () => read(partner),
      (error: Error) => says.test(error.message),
    );
  });

settings('the demo shop is where PARTNER_PORT says, and nowhere in production', () => {
  const [demo] = readSettings({ PARTNER_PORT: '9191' }).partners;
  assert.equal(demo!.origins, ['http://localhost:9191', 'http://127.0.0.1:9191']);
  assert.equal(readSettings(production).partners, []);
  const { partnerProblems } = read({ origins: ['http://localhost:8081'] }, production);
  assert.match(partnerProblems.join(), /must begin with https/);
  assert.throws(() => read({ secret: demo!.keys[0]!.secret }, production), /one of your own/);
});

tokens.run();
settings.run();
