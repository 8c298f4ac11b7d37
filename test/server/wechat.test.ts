import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import { sandboxCode, wechatSandbox } from '../../src/server/auth/wechat/sandbox';
import { redeem } from '../../src/server/auth/wechat/tickets';
import { createWechat, type Wechat } from '../../src/server/auth/wechat/wechat';
import { DomainError } from '../../src/server/kernel/domain-error';
import { readSettings } from '../../src/server/settings/settings';
import { addMember, password, registration } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { production } from './support/production';

const test = suite<{ gateway: TestGateway }>('wechat');
test.before(async (context) => {
  context.gateway = await openGateway({ env: { PUBLIC_URL: 'https://app.localhost/shop' } });
});
test.after(({ gateway }) => gateway.close());

const minute = 60_000;
const code = (openId: string) => sandboxCode(openId, Date.now());
const redeemed = async (gateway: TestGateway, openId: string): Promise<string> =>
  (await gateway.send(calls.getOpenIdByCode, { code: code(openId) })).body.ticket;

test('a member whose WeChat nobody knows registers, and signs in with WeChat from then on', async ({
  gateway,
}) => {
  const first = (await gateway.send(calls.getOpenIdByCode, { code: code('wx-new') })).body;
  assert.is(first.bound, false);
  assert.match((await gateway.send(calls.wechatLogin, { ticket: first.ticket })).message, /No account/);

  const form = await registration(gateway, { username: 'viaWechat', contact: 'wechat@example.com' });
  const registered = await gateway.send(calls.wechatRegister, { ...form, ticket: first.ticket });
  assert.is(registered.code, '1');

  const again = (await gateway.send(calls.getOpenIdByCode, { code: code('wx-new') })).body;
  assert.is(again.bound, true);
  const { body } = await gateway.send(calls.wechatLogin, { ticket: again.ticket });
  assert.is(body.userInfo.userId, registered.body.userInfo.userId);
  assert.is(
    (await gateway.send(calls.getInfo, {}, { token: body.token, userId: body.userInfo.userId })).code,
    '1',
  );
});

test('a member joins an account to WeChat with its password', async ({ gateway }) => {
  const { id } = await addMember(gateway, { username: 'joiner' });
  const ticket = await redeemed(gateway, 'wx-joiner');
  const form = { ticket, account: 'joiner', agreed: true };
  const wrong = await gateway.send(calls.wechatBind, { ...form, password: 'mistaken1' });
  assert.match(wrong.message, /password is wrong/);
  assert.is((await gateway.send(calls.wechatBind, { ...form, password })).body.userInfo.userId, id);
  const login = await gateway.send(calls.wechatLogin, { ticket: await redeemed(gateway, 'wx-joiner') });
  assert.is(login.body.userInfo.userId, id);
});

test('a WeChat that belongs to an account is not given to another', async ({ gateway }) => {
  await addMember(gateway, { username: 'owner1' });
  await addMember(gateway, { username: 'other1' });
  const bind = async (account: string) =>
    gateway.send(calls.wechatBind, {
      ticket: await redeemed(gateway, 'wx-owned'),
      account,
      password,
      agreed: true,
    });
  assert.is((await bind('owner1')).code, '1');
  assert.match((await bind('other1')).message, /another account/);
  const form = await registration(gateway, { username: 'other2', contact: 'other2@example.com' });
  const registering = { ...form, ticket: await redeemed(gateway, 'wx-owned') };
  assert.match((await gateway.send(calls.wechatRegister, registering)).message, /another account/);
});

test('a gateway of the Chinese version lets nobody of the other in through WeChat', async ({ gateway }) => {
  const { id } = await addMember(gateway, { username: 'abroad', country: 'intl' });
  const { bound_at, open_id } = { bound_at: new Date(), open_id: 'wx-abroad' };
  const chinese = await openGateway({ env: { COUNTRY: 'cn' }, database: gateway.db });
  const form = { account: 'abroad', password, agreed: true };
  const bind = async () =>
    (await chinese.send(calls.wechatBind, { ...form, ticket: await redeemed(chinese, open_id) })).message;
  assert.match(await bind(), 'international');
  await gateway.db.run.insertInto('wechat_identity').values({ open_id, member: id, bound_at }).execute();
  const ticket = await redeemed(chinese, open_id);
  assert.match((await chinese.send(calls.wechatLogin, { ticket })).message, 'international');
  await chinese.close();
});

test('a registration that WeChat does not complete leaves no member behind', async ({ gateway }) => {
  const ticket = await redeemed(gateway, 'wx-twice');
  const forms = [
    await registration(gateway, { username: 'twin1', contact: 'twin1@example.com' }),
    await registration(gateway, { username: 'twin2', contact: 'twin2@example.com' }),
  ];
  const answers = await Promise.all(
    forms.map((form) => gateway.send(calls.wechatRegister, { ...form, ticket })),
  );
  assert.equal(answers.map(({ code }) => code).sort(), ['1', '500']);
  const twins = await gateway.db.run
    .selectFrom('member')
    .select('id')
    .where('username', 'like', 'twin%')
    .execute();
  assert.is(twins.length, 1);
});

test('the same code gives the same ticket for five minutes, in its own network only', async ({ gateway }) => {
  const same = code('wx-same');
  const [first, second] = await Promise.all([
    gateway.send(calls.getOpenIdByCode, { code: same }),
    gateway.send(calls.getOpenIdByCode, { code: same }),
  ]);
  assert.match(first!.body.ticket, /^.{20,}$/);
  assert.equal(first!.body, second!.body);
  const own = code('wx-own');
  const wechat: Wechat = { sandbox: false, authorizeUrl: () => '', openIdOf: async () => 'wx-own' };
  const from = (ip: string, later = 0) =>
    redeem(wechat, { db: gateway.db, now: Date.now() + later, ip }, own).catch(({ key }) => key);
  const { ticket } = await from('2001:db8:1:2::3');
  assert.is((await from('2001:db8:1:2::4', minute)).ticket, ticket);
  assert.is(await from('2001:db8:1:3::3', minute), 'wechatCodeSpent');
  assert.is(await from('2001:db8:1:2::3', 5 * minute + 1000), 'wechatCodeSpent');
});

test('WeChat is asked once for a code, however often it comes at the same moment', async ({ gateway }) => {
  let ctx = 0;
  const wechat: Wechat = {
    sandbox: false,
    authorizeUrl: () => '',
    async openIdOf() {
      if (ctx++) throw new DomainError('wechatCodeSpent');
      await new Promise((answer) => setTimeout(answer, 50));
      return 'wx-counted';
    },
  };
  const asking = { ...gateway, now: Date.now(), ip: '127.0.0.1' } as unknown as Parameters<typeof redeem>[1];
  const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(wechat, asking, 'counted-code')));
  assert.is(ctx, 1);
  assert.equal(new Set(answers.map(({ ticket, openId }) => `${ticket} ${openId}`)).size, 1);
});

test('a code that WeChat did not take may be tried again', async ({ gateway }) => {
  let ctx = 0;
  const wechat: Wechat = {
    sandbox: false,
    authorizeUrl: () => '',
    async openIdOf() {
      if (!ctx++) throw new DomainError('wechatUnreachable');
      return 'wx-later';
    },
  };
  const asking = { ...gateway, now: Date.now(), ip: '127.0.0.1' } as unknown as Parameters<typeof redeem>[1];
  assert.is(
    await redeem(wechat, asking, 'later-code').catch((error: DomainError) => error.key),
    'wechatUnreachable',
  );
  assert.is((await redeem(wechat, asking, 'later-code')).openId, 'wx-later');
});

test('the member whom WeChat names is signed in, and nobody if it names nobody', async () => {
  const openIdOf = (answer: object) =>
    createWechat(
      { appId: 'wx', appSecret: 'secret' },
      { fetch: async () => new Response(JSON.stringify(answer)) },
    )
      .openIdOf('code')
      .catch((error: DomainError) => error.key);
  assert.is(await openIdOf({ openid: 'wx-mei' }), 'wx-mei');
  for (const answer of [{ openid: '' }, { openid: 7 }, {}])
    assert.is(await openIdOf(answer), 'wechatUnreachable', JSON.stringify(answer));
});

test('a made-up code or ticket opens nothing', async ({ gateway }) => {
  const made = await gateway.send(calls.getOpenIdByCode, { code: 'made-up' });
  assert.is(made.code, '500');
  assert.match(made.message, /permission has expired/);
  const { code: refused, message } = await gateway.send(calls.wechatLogin, { ticket: randomUUID() });
  assert.is(refused, '500');
  assert.match(message, /Timed out/);
});

test('a ticket serves one member for ten minutes, and no other ever', async ({ gateway }) => {
  const { id } = await addMember(gateway, { username: 'single' });
  const ticket = await redeemed(gateway, 'wx-single');
  const bind = (account: string) =>
    gateway.send(calls.wechatBind, { ticket, account, password, agreed: true });
  assert.is((await bind('single')).code, '1');
  assert.is(
    (await gateway.send(calls.wechatLogin, { ticket })).body.userInfo.userId,
    id,
    'an answer may get lost',
  );

  // The identity moves to somebody else; the ticket does not move with it.
  const other = await addMember(gateway, { username: 'single2' });
  await gateway.db.run
    .updateTable('wechat_identity')
    .set({ member: other.id })
    .where('open_id', '=', 'wx-single')
    .execute();
  assert.match((await gateway.send(calls.wechatLogin, { ticket })).message, /Timed out/);

  const fresh = await redeemed(gateway, 'wx-single');
  gateway.clock.ahead += 10 * minute + 1000;
  assert.match((await gateway.send(calls.wechatLogin, { ticket: fresh })).message, /Timed out/);
});

test('WeChat comes back to our own address only', async ({ gateway }) => {
  const ask = async (returnTo: string) => (await gateway.send(calls.authorizeUrl, { returnTo })).body;
  const { url, sandbox } = await ask('#/pages/login/wechatAuthorization?fromUrl=%2F');
  assert.is(sandbox, true);
  const { searchParams } = new URL(url);
  assert.is(
    searchParams.get('redirect_uri'),
    'https://app.localhost/shop/#/pages/login/wechatAuthorization?fromUrl=%2F',
  );
  assert.ok(searchParams.get('state')!.length >= 20);
  assert.ok((await ask('https://app.localhost/shop?x=1#/')).url);
  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'https://app.localhost.evil.example/shop/',
    'https://app.localhost@evil.example/shop/',
    'https://me@app.localhost/shop/',
    'https://:you@app.localhost/shop/',
    'https://app.localhost/shopping',
    'https://app.localhost/shop/../admin',
    'http://app.localhost/shop/',
    'javascript:alert(1)',
  ])
    assert.equal((await ask(elsewhere)).problems, { returnTo: { rule: 'wrong' } }, elsewhere);
});

test.run();

const adapters = suite('wechat adapters');

adapters('the sandbox says that it is one, and comes back with code and state before the hash', async () => {
  const settings = readSettings({ PUBLIC_URL: 'https://app.localhost' });
  const app = fastify();
  wechatSandbox(app, settings);
  const query = new URLSearchParams({
    redirect_uri: 'https://app.localhost/?a=1#/pages/x?y=2',
    state: '"><b>s',
  });
  const { body, headers } = await app.inject(`/dev/wechat/authorize?${query}`);
  assert.match(body, /SANDBOX/);
  assert.match(body, /This is not WeChat/);
  const chinese = { url: `/dev/wechat/authorize?${query}`, headers: { 'accept-language': 'zh-CN' } };
  assert.match((await app.inject(chinese)).body, /lang="zh".*这不是微信/s);
  assert.not.match(body, /<b>/);
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  const link = /href="([^"]+)"/.exec(body)![1]!.replace(/&amp;/g, '&');
  assert.match(
    link,
    /^https:\/\/app\.localhost\/\?a=1&code=sandbox\.wx-demo-ann\.\d+\.\w+&state=[^#]+#\/pages\/x\?y=2$/,
  );
  const away = await app.inject('/dev/wechat/authorize?redirect_uri=https://evil.example/');
  assert.is(away.statusCode, 400);
  assert.not.match(away.body, /evil/);
});

adapters('there is no sandbox in production, nor beside a real account', async () => {
  for (const env of [production, { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's' }]) {
    const app = fastify();
    wechatSandbox(app, readSettings(env));
    assert.is((await app.inject('/dev/wechat/authorize')).statusCode, 404);
  }
});

adapters('the real adapter asks WeChat as it wants to be asked', async () => {
  const answers: Record<string, string> = {
    good: '{"access_token":"secret","openid":"o-1"}',
    used: '{"errcode":40163,"errmsg":"code been used"}',
    busy: '{"errcode":-1,"errmsg":"system error"}',
    broken: '<html>',
  };
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url!);
    const ctx = new URL(request.url!, 'http://x').searchParams.get('code')!;
    response.setHeader('content-type', 'text/plain').end(answers[ctx]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wechat = createWechat({ appId: 'wx1', appSecret: 's&c' }, { api });
  const key = (error: DomainError) => error.key;

  assert.is(await wechat.openIdOf('good'), 'o-1');
  assert.is(
    paths[0],
    '/sns/oauth2/access_token?appid=wx1&secret=s%26c&code=good&grant_type=authorization_code',
  );
  assert.is(await wechat.openIdOf('used').catch(key), 'wechatCodeSpent');
  assert.is(await wechat.openIdOf('busy').catch(key), 'wechatUnreachable');
  assert.is(await wechat.openIdOf('broken').catch(key), 'wechatUnreachable');
  await new Promise((closed) => server.close(closed));
  assert.is(await wechat.openIdOf('good').catch(key), 'wechatUnreachable');

  assert.is(
    wechat.authorizeUrl('https://app.localhost/#/x', 'st'),
    'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&redirect_uri=https%3A%2F%2Fapp.localhost%2F%23%2Fx' +
      '&response_type=code&scope=snsapi_base&state=st#wechat_redirect',
  );
});

adapters.run();
