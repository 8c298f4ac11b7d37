import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../src/contract/member/auth';
import { getInfo, logout } from '../../src/contract/member/auth';
import * as wallet from '../../src/contract/money/wallet';
import { embedToken } from '../../src/contract/site/web';
import * as notices from '../../src/contract/support/notices';
import { signatureOf } from '../../src/server/embed/signed-request';
import { readSettings } from '../../src/server/settings/settings';
import { call, env } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { credit } from './support/wallet';

const ours = 'https://cloudphone.localhost';
const sites = ['https://help.example', 'http://localhost:8099'];

interface Context {
  gateway: TestGateway;
  ann: { token: string; userId: string };
  bob: { token: string; userId: string };
}
const test = suite<Context>('web view');
test.before(async (context) => {
  const gateway = await openGateway({
    env: { ...env, PUBLIC_URL: ours, WEB_VIEW_ORIGINS: sites.join(' , ') },
  });
  const ann = await addMember(gateway, { username: 'ann', phone: '13800138000' });
  const bob = await addMember(gateway, { username: 'bob', phone: '13900139000' });
  await credit(gateway, ann.id, 'balance', 500_00);
  await credit(gateway, bob.id, 'balance', 7_00);
  Object.assign(context, { gateway, bob: await gateway.signIn(bob.id) });
});
test.before.each(async (context) => {
  const found = await context.gateway.db.run
    .selectFrom('member')
    .select('id')
    .where('username', '=', 'ann')
    .executeTakeFirstOrThrow();
  context.ann = await context.gateway.signIn(found.id);
});
test.after(({ gateway }) => gateway.close());

const mint = async ({ gateway }: Context, who: Context['ann'], feature = 'wallet') => {
  const { body } = await gateway.send(embedToken, { feature }, who);
  return body.token as string;
};
/** As a page of ours calls. */
const asOurs = { origin: ours, appid: 'embed' };

test('a member’s own page shows what is theirs, and nothing of anybody else', async (the) => {
  const { gateway, ann, bob } = the;
  const answers = [];
  for (const who of [ann, bob])
    answers.push(await call(gateway, await mint(the, who), session.balance, {}, asOurs));
  assert.equal(
    answers.map(({ body }) => body.balance),
    [500_00, 7_00],
  );
  const { body } = await call(gateway, await mint(the, ann), getInfo, { userId: bob.userId }, asOurs);
  assert.is(body.userInfo.userId, ann.userId);
});

test('a signed-out visitor gets no token, and an embed’s token gets no other', async (the) => {
  const { gateway, ann } = the;
  const { code } = await gateway.send(embedToken, { feature: 'wallet' });
  assert.is(code, '510');
  const again = await call(gateway, await mint(the, ann), embedToken, { feature: 'wallet' }, asOurs);
  assert.is(again.code, '4030');
});

test('a token is for one feature, and a feature that is none is refused', async (the) => {
  const { gateway, ann } = the;
  const { code } = await call(gateway, await mint(the, ann), notices.listNotices, {}, asOurs);
  assert.is(code, '4030');
  for (const feature of ['admin', '', '__proto__', 'toString'])
    assert.is((await gateway.send(embedToken, { feature }, ann)).code, '5001');
});

test('another page cannot use it, nor can a partner’s', async (the) => {
  const token = await mint(the, the.ann);
  for (const origin of ['https://shop.example', 'https://evil.example', 'null', '', `${ours}.evil.example`]) {
    const { status, code } = await call(the.gateway, token, session.balance, {}, { ...asOurs, origin });
    assert.equal([status, code], [403, '4031']);
  }
});

test('it ends with the session, and by itself after five minutes', async (the) => {
  const { gateway, ann } = the;
  const token = await mint(the, ann);
  await gateway.send(logout, {}, ann);
  assert.is((await call(gateway, token, session.balance, {}, asOurs)).code, '510');
  const other = await mint(the, the.bob);
  gateway.clock.ahead = 301_000;
  const late = await call(gateway, other, session.balance, {}, asOurs);
  gateway.clock.ahead = 0;
  assert.is(late.code, '510');
});

test('nobody signs in as us, and there is no frame document of ours', async ({ gateway }) => {
  for (const secret of ['undefined', '', 'nobody']) {
    const [timestamp, nonce] = [String(Date.now()), `nonce-nonce-nonce-${secret.length}`];
    const body = JSON.stringify({ member: 'ann', feature: 'wallet', origin: ours });
    const response = await fetch(`${gateway.url}/embed/v1/tokens`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-partner-id': 'own',
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signatureOf(secret, timestamp, nonce, body),
      },
      body,
    });
    assert.is(response.status, 401);
  }
  assert.is.not((await fetch(`${gateway.url}/frame/own`)).status, 200);
});

test('money is only prepared, and confirmed in a document that our own pages may frame', async (the) => {
  const { gateway, ann } = the;
  const { body } = await call(gateway, await mint(the, ann), wallet.applyWithdrawal, {}, asOurs);
  assert.ok(body.problems); // in its scopes, and checked like anywhere
  assert.not.ok(body.id);
});

test('the phone gets the list of sites that it may open, and the page may frame only those', async ({
  gateway,
}) => {
  const ctx = {
    UniqueKey: 'MobileMemberSysParams',
    Method: 'GetSysConfig',
    ObjectData: ['webViewOrigins'],
  };
  const { body } = await gateway.send('service/invoke', ctx);
  assert.equal(body.ObjectData, [{ c_class: 'webViewOrigins', c_value: sites.join(' ') }]);
  const policy = (await fetch(gateway.url)).headers.get('content-security-policy')!;
  assert.match(policy, `frame-src 'self' ${sites.join(' ')};`);
});

test('a list with anything but exact origins stops the start, and says which', () => {
  const wrong = [
    'help.example',
    'https://help.example/',
    'https://help.example/path',
    'https://*.example',
    'https://Help.example',
    'https://help.example:443',
    'https://user@help.example',
    'https://a;b.example',
    'https://hélp.example',
    'http://help.example',
    'http://localhost.evil.example',
    'http://[::1]:80',
    'data:text/html',
    "'self'",
    '*',
    ours,
  ];
  for (const one of wrong)
    assert.throws(
      () => readSettings({ PUBLIC_URL: ours, WEB_VIEW_ORIGINS: one }),
      (error: Error) => error.message.includes(`WEB_VIEW_ORIGINS: ${one}`),
      one,
    );
  assert.equal(readSettings({}).webViewOrigins, []);
});

test.run();
