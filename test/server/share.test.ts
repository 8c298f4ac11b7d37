import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { miniCode, type ShareData, wechatShare } from '../../src/contract/member/share';
import { fresh } from '../../src/server/share/access-token';
import { credential, forget } from '../../src/server/share/credentials';
import { takeMediaTicket } from '../../src/server/share/media-ticket';
import { shareSignature, ticketOf } from '../../src/server/share/ticket';
import { openTestDb } from './support/database';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { appId, codePicture, miniAppId, miniEnv, openWechat, wechatEnv } from './support/wechat';

interface Context {
  wechat: Server;
  asked: string[];
  gateway: TestGateway;
  closed: TestGateway;
}
const test = suite<Context>('share');
test.before(async (context) => {
  context.asked = [];
  context.wechat = createServer((request, response) => {
    context.asked.push(request.url ?? '');
    const isToken = request.url === '/cgi-bin/stable_token';
    response.end(
      JSON.stringify(
        isToken
          ? { access_token: 'a1', expires_in: 7200 }
          : { ticket: 'ticket-1', expires_in: 7200, errcode: 0 },
      ),
    );
  });
  await new Promise<void>((ready) => context.wechat.listen(0, '127.0.0.1', ready));
  context.gateway = await openGateway({
    env: {
      PUBLIC_URL: 'https://cloudphone.localhost',
      WECHAT_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 'secret-of-ours',
      WECHAT_API_URL: `http://127.0.0.1:${(context.wechat.address() as AddressInfo).port}`,
    },
  });
  context.closed = await openGateway();
});
test.after(async ({ gateway, closed, wechat }) => {
  await gateway.close();
  await closed.close();
  wechat.closeAllConnections();
  wechat.close();
});

test('the signature is that of WeChat’s own example', () => {
  const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg';
  const sign = (url: string) => shareSignature(ticket, 'Wm3WZYTPz0wzccnW', 1414587457, url);
  assert.is(sign('http://mp.weixin.qq.com?params=value'), '0f9de62fce790f9a083d5c99e95740ceb90c27ed');
  assert.is(sign('http://mp.weixin.qq.com?params=value#x'), '0f9de62fce790f9a083d5c99e95740ceb90c27ed');
  assert.is(sign('http://mp.weixin.qq.com'), 'f4d90daf4b3bca3078ab155816175ba34c443a7b');
});

test('a page gets what the JS-SDK is configured with, as a JSON string; WeChat is asked for one ticket', async ({
  gateway,
  asked,
}) => {
  for (const url of ['https://cloudphone.localhost/?from=timeline', 'https://cloudphone.localhost']) {
    const { code, body } = await gateway.send(wechatShare, { url });
    assert.is(code, '1');
    const data: ShareData = JSON.parse(body.data);
    assert.equal([data.appId, data.debug], ['wx1', false]);
    for (const api of ['checkJsApi', 'scanQRCode', 'chooseWXPay'])
      assert.ok(data.jsApiList.includes(api), api);
    assert.ok(Math.abs(data.timestamp - Date.now() / 1000) < 60, 'in seconds');
    assert.is(data.signature, shareSignature('ticket-1', data.nonceStr, data.timestamp, url));
    assert.not.match(body.data, 'ticket-1');
  }
  assert.equal(asked, ['/cgi-bin/stable_token', '/cgi-bin/ticket/getticket?access_token=a1&type=jsapi']);
});

test('of several gateways that need or renew a ticket at once, only one asks WeChat', async () => {
  const wechat = await openWechat();
  const db = await openTestDb();
  const account = { appId, appSecret: 's', api: wechat.url };
  const asks = () => Promise.all(Array.from({ length: 4 }, () => ticketOf(db.run, account, now)));
  let now = Date.now();
  wechat.state.slow = 300;
  assert.equal(await asks(), ['ticket-1', 'ticket-1', 'ticket-1', 'ticket-1']);
  assert.equal([wechat.state.tokens, wechat.state.tickets], [1, 1]);
  now += 7_000_000; // minutes before its end: nobody waits while it is renewed
  const got = await asks();
  assert.equal(got.filter((ticket) => ticket === 'ticket-2').length, 1);
  assert.equal(got.filter((ticket) => ticket === 'ticket-1').length, 3);
  assert.equal([wechat.state.tokens, wechat.state.tickets], [2, 2]);
  now += 7_100_000;
  wechat.state.withdrawn.add(`token-${appId}-2`); // the secret was changed
  await forget(db.run, { appId, kind: 'jsapi_ticket' });
  await db.run
    .updateTable('wechat_credential')
    .set({ expires_at: new Date(now + 1e9) })
    .where('kind', '=', 'access_token')
    .execute();
  assert.is(await ticketOf(db.run, account, now), 'ticket-3');
  assert.is(wechat.state.tokens, 3, 'a token that WeChat has withdrawn is replaced');
  await wechat.close();
  assert.is(await ticketOf(db.run, account, now), 'ticket-3', 'which is known without WeChat');
  now += 8_000_000;
  const unreachable = await ticketOf(db.run, account, now).catch((error) => error.key);
  assert.is(unreachable, 'wechatUnreachable');
  await db.close();
});

test('a member’s code of the mini-program is made by WeChat once, with their invite code, and kept', async () => {
  const wechat = await openWechat();
  const gateway = await openGateway({ env: { ...wechatEnv(wechat.url), ...miniEnv } });
  const me = await addMember(gateway);
  const as = await gateway.signIn(me.id);
  const ask = () => gateway.send(miniCode, {}, as);
  const asked = () => wechat.state.asked.filter(({ url }) => /getwxacodeunlimit/.test(url));
  const picture = `data:image/jpeg;base64,${(await codePicture()).toString('base64')}`;
  assert.equal([(await ask()).body, (await ask()).body], [{ picture }, { picture }]);
  const { invite_code } = await gateway.db.run
    .selectFrom('member')
    .select('invite_code')
    .where('id', '=', me.id)
    .executeTakeFirstOrThrow();
  assert.is(asked().length, 1, 'and not asked for again');
  const { query, body } = asked()[0];
  assert.equal({ ...query }, { access_token: `token-${miniAppId}-1` }, 'the token of the mini-program');
  assert.equal(body, { scene: `i=${invite_code}`, page: 'pages/web/web', width: 430 });
  assert.match(body.scene, /^[\w=]{3,32}$/);

  const other = await gateway.signIn((await addMember(gateway)).id);
  wechat.state.withdrawn.add(`token-${miniAppId}-1`); // the secret was changed
  assert.is((await gateway.send(miniCode, {}, other)).code, '1');
  assert.is(wechat.state.tokens, 2, 'a token that WeChat has withdrawn is replaced, once');
  assert.is(asked().length, 3);
  await gateway.close();
  await wechat.close();
});

test('the reason for a missing mini-program code is shown; a refusal of WeChat is not cached', async ({
  closed,
}) => {
  const wechat = await openWechat();
  const gateway = await openGateway({ env: { ...wechatEnv(wechat.url), ...miniEnv } });
  const as = await gateway.signIn((await addMember(gateway)).id);
  const refused = async (codeError: object | string) => {
    wechat.state.codeError = codeError;
    const { code, message } = await gateway.send(miniCode, {}, as);
    return `${code} ${message}`;
  };
  assert.match(await refused({ errcode: 41030, errmsg: 'invalid page' }), /^500 .*not published yet/);
  assert.match(
    await refused({ errcode: 45009, errmsg: 'reach max api daily quota limit' }),
    /^500 .*in a minute/,
  );
  assert.match(await refused({ errcode: 40129, errmsg: 'invalid scene' }), /^500 .*isn't responding/);
  assert.match(await refused({ errcode: -1, errmsg: 'system error' }), /^500 .*isn't responding/);
  assert.match(await refused('<html>busy</html>'), /^500 .*isn't responding/);
  wechat.state.codeError = undefined;
  assert.is((await gateway.send(miniCode, {}, as)).code, '1');
  const before = wechat.state.tokens;
  const always = await gateway.signIn((await addMember(gateway)).id);
  wechat.state.codeError = { errcode: 40001, errmsg: 'invalid credential' };
  assert.match((await gateway.send(miniCode, {}, always)).message, /isn't responding/);
  assert.is(wechat.state.tokens, before + 1, 'one other token is tried, and not one after the other');
  const none = await closed.signIn((await addMember(closed)).id);
  assert.match((await closed.send(miniCode, {}, none)).message, /No mini-program is set up here/);
  assert.is((await closed.send(miniCode, {})).code, '510');
  await gateway.close();
  await wechat.close();
});

test('a page of somebody else’s is not signed, and nothing is without an account', async ({
  gateway,
  closed,
}) => {
  for (const url of ['https://evil.example/', 'https://cloudphone.localhost.evil.example/', 'x'])
    assert.is((await gateway.send(wechatShare, { url })).code, '500', url);
  assert.is((await closed.send(wechatShare, { url: 'http://localhost:8080/' })).code, '500');
});

test('a credential that WeChat took back is asked for again, another account’s and another kind are kept', async () => {
  const db = await openTestDb();
  const now = Date.now();
  const which = [
    { appId: 'wx1', kind: 'access_token' },
    { appId: 'wx1', kind: 'jsapi_ticket' },
    { appId: 'wx2', kind: 'access_token' },
  ] as const;
  const values = async (fresh: string) => {
    const renew = async () => ({ value: fresh, expiresIn: 7200 });
    return Promise.all(which.map((one) => credential(db.run, one, now, renew)));
  };
  assert.equal(await values('old'), ['old', 'old', 'old']);
  await forget(db.run, which[0]);
  assert.equal(await values('new'), ['new', 'old', 'old']);
  await db.close();
});

test('a gateway that reads an old credential while another renews it uses the new one, and renews no more', async () => {
  const db = await openTestDb();
  const now = Date.now();
  const which = { appId: 'wx1', kind: 'access_token' } as const;
  const renewed: string[] = [];
  const renew = (value: string) => async () => {
    renewed.push(value);
    return { value, expiresIn: 7200 };
  };
  assert.is(await credential(db.run, which, now, renew('of the other')), 'of the other');
  let looks = 0;
  const late = db.run.withPlugin({
    transformQuery: ({ node }) => node,
    // its first look was before the other one had renewed it
    transformResult: async ({ result }) => (looks++ ? result : { ...result, rows: [] }),
  });
  assert.is(await credential(late, which, now, renew('own')), 'of the other');
  assert.equal(renewed, ['of the other']);
  await db.close();
});

test('a ticket for a file that is gone is free for nobody', async ({ gateway }) => {
  const { run } = gateway.db;
  assert.is(await takeMediaTicket(run, 'gone', Date.now()), undefined);
  await addRows(gateway, 'media_ticket', [{ hash: 'free', expires_at: new Date(Date.now() + 60_000) }]);
  assert.equal(await takeMediaTicket(run, 'free', Date.now()), {});
});

test('an upload waits for another one with the same ticket, and goes on once that counts as aborted', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const now = Date.now();
  const [expires_at, claimed_until] = [new Date(now + 60_000), new Date(now + 300)];
  await addRows(gateway, 'media_ticket', [{ hash: 'claimed', expires_at, claimed_until }]);
  assert.equal(await takeMediaTicket(run, 'claimed', now), {});
});

test('a token of WeChat is a text with something in it', () => {
  assert.equal(fresh('a', '7200'), { value: 'a', expiresIn: 7200 });
  for (const value of [undefined, '', 5, {}]) assert.throws(() => fresh(value, 7200));
});

test.run();
