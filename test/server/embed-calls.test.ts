import { createHash, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as session from '../../src/contract/member/auth';
import * as wallet from '../../src/contract/money/wallet';
import * as messages from '../../src/contract/support/messages';
import * as support from '../../src/contract/support/work-orders';
import { tokenOf } from '../../src/server/http/wire';
import { call, env, link, mint, otherSecret, secondShop, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { credit } from './support/wallet';

const calls = suite<{ gateway: TestGateway; member: string; token: string }>('embed calls');

calls.before(async (context) => {
  context.gateway = await openGateway({ env });
  const { id } = await addMember(context.gateway, { username: 'ann', phone: '13800138000' });
  await link(context.gateway, id);
  await credit(context.gateway, id, 'balance', 500_00);
  context.member = id;
  context.token = await mint(context.gateway, { member: id });
});
calls.after(({ gateway }) => gateway.close());
calls.before.each(({ gateway }) => {
  gateway.clock.ahead = 0;
});

calls('a page reads what its member owns, without asking anybody’s leave beforehand', async (the) => {
  const { gateway, token } = the;
  const { status, code, body, headers } = await call(gateway, token, session.balance);
  assert.is(status, 200);
  assert.is(code, '1');
  assert.is(body.balance, 500_00);
  assert.is(headers.get('access-control-allow-origin'), shop);
  assert.match(headers.get('vary')!, /Origin/i);
  assert.is(headers.get('access-control-allow-credentials'), null);
  assert.match(headers.get('access-control-expose-headers')!, /x-request-id/i);
  assert.ok(headers.get('x-request-id'));
  assert.is(headers.get('set-cookie'), null);
  assert.is(headers.get('cache-control'), 'no-store');
});

calls('an answer comes in the language of the third line', async ({ gateway, token }) => {
  const english = await call(gateway, token, wallet.getWithdrawal, { id: 'none' });
  const chinese = await call(gateway, token, wallet.getWithdrawal, { id: 'none' }, { language: 'zh_CN' });
  assert.is(english.code, '500');
  assert.match(chinese.message, /\p{Script=Han}/u);
  assert.not.match(english.message, /\p{Script=Han}/u);
});

calls(
  'a page learns no contact of its member, nor what they sign in with',
  async ({ gateway, token, member }) => {
    const { body } = await call(gateway, token, session.getInfo);
    assert.is(body.userInfo.userId, member);
    assert.is(body.userInfo.phone + body.userInfo.username + body.userInfo.inviteCode, '');
    assert.is(body.userInfo.email, undefined);
  },
);

calls('another page cannot use a token, and reads why', async ({ gateway, token }) => {
  for (const origin of ['https://evil.example', secondShop, `${shop}.evil.example`, 'null']) {
    const { status, code, headers, body } = await call(gateway, token, session.balance, {}, { origin });
    assert.is(status, 403);
    assert.is(code, '4031');
    assert.is(headers.get('access-control-allow-origin'), origin);
    assert.is(body.balance, undefined);
  }
});

calls('a request without an origin cannot use a token', async ({ gateway, token }) => {
  const { code } = await call(gateway, token, session.balance, {}, { origin: '' });
  assert.is(code, '4031');
});

calls('a page that is nobody’s reads no other answer', async ({ gateway }) => {
  const { code, headers } = await call(
    gateway,
    'et_none',
    session.balance,
    {},
    { origin: 'https://evil.example' },
  );
  assert.is(code, '510');
  assert.is(headers.get('access-control-allow-origin'), null);
});

calls('our frame document in the partner’s page may use it, and that of another partner not', async (the) => {
  const { gateway, token } = the;
  const own = { origin: gateway.url };
  const framed = (partner: string) => ({ headers: { referer: `${gateway.url}/frame/${partner}` } });
  for (const at of ['p_shop', 'p_shop?feature=wallet&locale=en'])
    assert.is((await call(gateway, token, session.balance, {}, { ...own, ...framed(at) })).code, '1', at);
  assert.is((await call(gateway, token, session.balance, {}, { ...own, ...framed('p_forum') })).code, '4031');
  assert.is((await call(gateway, token, session.balance, {}, { ...own, appid: 'p_forum' })).code, '4031');
});

calls('a token for one feature opens no other', async ({ gateway, token, member }) => {
  for (const other of [support.listWorkOrders, messages.listMessages, orders.listOrders]) {
    const { status, code } = await call(gateway, token, other);
    assert.equal([status, code], [403, '4030']);
  }
  const notices = await mint(gateway, { member, feature: 'notices' });
  assert.is((await call(gateway, notices, messages.readTotal)).code, '1');
  assert.is((await call(gateway, notices, session.balance)).code, '4030');
});

calls('a token that only reads prepares nothing', async ({ gateway, token, member }) => {
  const form = { source: 'balance', amount: 100_00, accountId: 'any', requestKey: randomUUID() };
  assert.is((await call(gateway, token, wallet.applyWithdrawal, form)).code, '4030');
  assert.is((await call(gateway, token, wallet.revokeWithdrawal, form)).code, '4030');
  const desk = await mint(gateway, { member, feature: 'work-orders' });
  assert.is((await call(gateway, desk, support.addWorkOrder, {})).code, '4030');
});

calls('no token opens what only our own pages do', async ({ gateway, member }) => {
  const scopes = ['wallet:read', 'withdraw:prepare', 'payout:prepare'];
  const token = await mint(gateway, { member, scopes });
  for (const path of [
    'admin/txUser/transferUserScore',
    'txUser/modifyPhone',
    'txUser/login',
    'txUser/logout',
    'txOrder/addByMoney',
    'txUser/findRecipient',
  ])
    assert.is((await call(gateway, token, { path })).code, '4030', path);
});

calls('one member’s token reads nothing of another’s', async ({ gateway }) => {
  const other = await addMember(gateway);
  await link(gateway, other.id);
  const token = await mint(gateway, { member: other.id });
  assert.is((await call(gateway, token, session.balance)).body.balance, 0);
});

calls('a request that is sent twice is answered once', async ({ gateway, token }) => {
  const uuid = randomUUID();
  assert.is((await call(gateway, token, session.balance, {}, { uuid })).code, '1');
  const again = await call(gateway, token, session.balance, {}, { uuid });
  assert.equal([again.status, again.code], [400, '4002']);
  assert.is(again.headers.get('access-control-allow-origin'), shop);
});

calls('a phone whose clock is wrong receives the right time', async ({ gateway, token }) => {
  const late = await call(gateway, token, session.balance, {}, { timestamp: Date.now() - 400_000 });
  assert.equal([late.status, late.code], [400, '4001']);
  assert.ok(Math.abs(late.body.serverTime - Date.now()) < 60_000);
});

calls('a request that was changed in transit is refused', async ({ gateway, token }) => {
  for (const signedBy of ['et_another', gateway.settings.signingSecret]) {
    const { status, code } = await call(gateway, token, session.balance, {}, { signedBy });
    assert.equal([status, code], [401, '4010']);
  }
});

calls('text without an embed token is not a call', async ({ gateway, member }) => {
  const { token } = await gateway.signIn(member);
  const { status, code } = await call(gateway, token, session.balance);
  assert.equal([status, code], [415, '4150']);
  for (const body of ['', '{}', 'a\nb', '{}\n\n\n\n']) {
    const reply = await gateway.sendRaw('txUser/balance', body, {
      'content-type': 'text/plain',
      origin: shop,
    });
    assert.ok(reply.status === 415 || reply.status === 400, `${JSON.stringify(body)}: ${reply.status}`);
  }
});

calls('an embed token is no session', async ({ gateway, token, member }) => {
  const { status, code } = await gateway.send(session.balance, {}, { token, userId: member });
  assert.equal([status, code], [200, '510']);
});

calls('a token that nobody has any more says so with 510', async ({ gateway, member }) => {
  assert.is((await call(gateway, 'et_unknown', session.balance)).code, '510');
  const token = await mint(gateway, { member, ttl: 30 });
  gateway.clock.ahead = 31_000;
  assert.is((await call(gateway, token, session.balance)).code, '510');
});

calls(
  'a partner that is disabled while a token lives is refused with that reason',
  async ({ gateway, token }) => {
    const row = { partner: 'p_shop', at: new Date() };
    await gateway.db.run.insertInto('partner_disabled').values(row).execute();
    const { status, code } = await call(gateway, token, session.balance);
    await gateway.db.run.deleteFrom('partner_disabled').execute();
    assert.equal([status, code], [403, '4032']);
  },
);

calls('a partner uses its own tokens only', async ({ gateway, member }) => {
  await link(gateway, member, 'p_forum');
  const forum = { partner: 'p_forum', secret: otherSecret };
  const wanted = { member, feature: 'notices', origin: 'https://forum.example' };
  const token = await mint(gateway, wanted, forum);
  assert.is((await call(gateway, token, messages.readTotal)).code, '4031');
  const page = { origin: 'https://forum.example' };
  assert.is((await call(gateway, token, messages.readTotal, {}, page)).code, '1');
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Sends a picture as an embed does: in a form, signed with the token. */
async function upload({ url }: TestGateway, authToken: string, origin = shop) {
  const md5 = createHash('md5').update(png).digest('hex');
  const header = { uuid: randomUUID(), appid: 'p_shop', authToken, timestamp: Date.now() };
  const data = { field: 'imageFile', name: 'a.png', size: png.length, md5 };
  const payload = JSON.stringify({ header, body: { data } });
  const body = new FormData();
  body.append('payload', payload);
  body.append('imageFile', new Blob([png], { type: 'image/png' }), 'a.png');
  const headers = { Token: tokenOf(authToken, payload), authorization: `Bearer ${authToken}`, origin };
  const response = await fetch(`${url}/api/upload`, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as any) };
}

calls('a page uploads pictures for a work order only', async ({ gateway, member, token }) => {
  const scopes = ['work-orders:read', 'work-orders:write'];
  const writer = await mint(gateway, { member, feature: 'work-orders', scopes });
  const sent = await upload(gateway, writer);
  assert.is(sent.code, 200);
  const { owner } = await gateway.db.run
    .selectFrom('picture')
    .select('owner')
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow();
  assert.is(owner, member);
  assert.is((await upload(gateway, token)).header.res_code, '4030');
  assert.is((await upload(gateway, writer, 'https://evil.example')).header.res_code, '4031');
  assert.is((await upload(gateway, 'et_unknown')).code, 510);
});

calls.run();
