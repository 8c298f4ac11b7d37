import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import { Failure } from '../../src/core/http/failure';
import * as session from '../../src/features/auth/routes';
import { memoryStore } from '../../src/platform/browser/store';
import { begin, credentials, fill, picture, refusal, reply, signedIn, visit } from '../support/sign-in';

const wechatUrl = 'https://open.weixin.qq.com/connect/oauth2/authorize?appid=a&state=s%2D1#wechat_redirect';
const away = reply(calls.authorizeUrl, { url: wechatUrl, sandbox: false });

/** The tab of somebody who went to WeChat on the way to their balance. */
const atWechat = () => {
  const tab = memoryStore();
  tab.set('wechatState', 's-1');
  tab.set('wechatFrom', '/pages/mine/balance');
  return tab;
};
const returned = { code: 'c1', state: 's-1' };

test('a visitor is asked before going to WeChat, and the state that must come back is kept', async () => {
  const tab = memoryStore();
  const screen = await visit(session.wechatAuthorization, { fromUrl: '/pages/mine/balance' }, [away], {
    tab,
  });
  await screen.sees('You are currently not authorized. Do you want to authorize?');
  assert.not.match(screen.text(), 'Test mode');
  await screen.until(
    'the address',
    () =>
      screen.app.queries
        .entry(calls.authorizeUrl, { returnTo: '#/pages/login/wechatAuthorization' })
        .state.peek().value,
  );
  await screen.tap('Authorize');
  assert.equal(screen.left, [wechatUrl]);
  assert.is(tab.get('wechatState'), 's-1');
  assert.is(tab.get('wechatFrom'), '/pages/mine/balance');
  screen.close();
});

test('a stand-in for WeChat is called one', async () => {
  const sandbox = reply(calls.authorizeUrl, { url: 'http://app.test/dev/wechat?state=s', sandbox: true });
  const screen = await visit(session.wechatAuthorization, {}, [sandbox]);
  await screen.sees('Test mode');
  screen.close();
});

test('a member who comes back from WeChat is signed in and goes on', async () => {
  const replies = [
    reply(calls.getOpenIdByCode, { ticket: 'k1', bound: true }),
    reply(calls.wechatLogin, signedIn),
  ];
  const screen = await visit(session.wechatAuthorization, returned, replies, { tab: atWechat() });
  await screen.until('the balance', () => screen.at() === '/pages/mine/balance');
  assert.equal(screen.asked(calls.getOpenIdByCode), [{ code: 'c1' }]);
  assert.equal(screen.asked(calls.wechatLogin), [{ ticket: 'k1' }]);
  assert.is(screen.app.session.token.peek(), 't2');
  screen.close();
});

test('a member who is signed in lets WeChat know them, and is not led past it', async () => {
  const bound = reply(calls.getOpenIdByCode, { ticket: 'k1', bound: false });
  const asked = await visit(session.wechatAuthorization, { again: '1' }, [away], { who: signedIn.userInfo });
  await asked.sees('You are currently not authorized. Do you want to authorize?');
  asked.close();
  const back = await visit(session.wechatAuthorization, returned, [bound], {
    who: signedIn.userInfo,
    tab: atWechat(),
  });
  await back.until('the way on', () => back.at().startsWith('/pages/login/WeChatRegister'));
  assert.match(back.at(), 'again=1');
  back.close();
  const joins = await visit(session.wechatRegister, { ticket: 'k1', again: '1' }, [picture], {
    who: signedIn.userInfo,
  });
  await joins.sees('Password');
  assert.is.not(joins.at(), '/');
  joins.close();
});

test('WeChat is offered where it can be asked, and nowhere else', async () => {
  const browser = await visit(session.login, {}, []);
  await browser.sees('Forgot password');
  assert.not.match(browser.text(), 'Sign in with WeChat');
  browser.close();
  const inside = await visit(session.login, {}, [], { platform: { wechatSignIn: true } });
  await inside.sees('Sign in with WeChat');
  inside.close();
});

test('a WeChat identity without an account is asked for one', async () => {
  const replies = [reply(calls.getOpenIdByCode, { ticket: 'k1', bound: false })];
  const screen = await visit(session.wechatAuthorization, returned, replies, { tab: atWechat() });
  const to = '/pages/login/WeChatRegister?ticket=k1&fromUrl=%2Fpages%2Fmine%2Fbalance';
  await screen.until('the choice of an account', () => screen.at() === to);
  screen.close();
});

test("somebody else's code is not sent", async () => {
  const screen = await visit(session.wechatAuthorization, { code: 'c1', state: 'other' }, [away], {
    tab: atWechat(),
  });
  await screen.sees('This sign-in was not started here.');
  assert.equal(screen.asked(calls.getOpenIdByCode), []);
  screen.close();
});

for (const [why, answer] of [
  [
    'is refused',
    refusal(calls.getOpenIdByCode, { message: "WeChat isn't responding, please try again later" }),
  ],
  ['gets lost', reply(calls.getOpenIdByCode, new Failure('offline'))],
] as const) {
  test(`when the login call ${why}, an alert says that open services will not work`, async () => {
    const screen = await visit(session.wechatAuthorization, returned, [answer, away], { tab: atWechat() });
    await screen.sees('The login interface call failed. Open services will not work.');
    await screen.tap('OK');
    await screen.sees('Sign-in failed');
    assert.is(screen.at(), '/pages/login/wechatAuthorization', 'without the code');
    assert.is(screen.asked(calls.getOpenIdByCode).length, 1, 'which is not tried again by itself');
    await screen.tap('Authorize again');
    await screen.until('WeChat', () => screen.left.length > 0);
    assert.equal(screen.left, [wechatUrl], 'but by going through WeChat once more');
    screen.close();
  });
}

for (const fresh of [true, false])
  test(`a code leaves the address at once${fresh ? '' : '; a reload before the answer continues with it'}`, async () => {
    const tab = atWechat();
    const known = [
      reply(calls.getOpenIdByCode, { ticket: 'k1', bound: true }),
      reply(calls.wechatLogin, signedIn),
    ];
    if (!fresh) {
      const lost = await visit(
        session.wechatAuthorization,
        returned,
        [reply(calls.getOpenIdByCode, new Promise<never>(() => {}))],
        { tab },
      );
      await lost.until('the question', () => lost.asked(calls.getOpenIdByCode).length);
      assert.is(lost.at(), '/pages/login/wechatAuthorization');
      lost.close();
    }
    const screen = await visit(session.wechatAuthorization, fresh ? returned : {}, known, { tab });
    await screen.until('the balance', () => screen.at() === '/pages/mine/balance');
    assert.equal(screen.asked(calls.getOpenIdByCode), [{ code: 'c1' }]);
    assert.equal(
      ['wechatState', 'wechatReturn'].map((key) => tab.get(key)),
      [undefined, undefined],
    );
    screen.close();
    const again = await visit(session.wechatAuthorization, {}, [away], { tab });
    await again.sees('Do you want to authorize?');
    again.close();
  });

test('a code that nobody waited for any more is not tried after five minutes', async () => {
  const tab = atWechat();
  tab.set('wechatReturn', JSON.stringify([Date.now() - 5 * 60_000, returned]));
  const screen = await visit(session.wechatAuthorization, {}, [away], { tab });
  await screen.sees('Do you want to authorize?');
  assert.equal(screen.asked(calls.getOpenIdByCode), []);
  screen.close();
});

test('a WeChat identity gets a new account', async () => {
  const screen = await visit(session.wechatRegister, { ticket: 'k1' }, [
    picture,
    reply(calls.wechatRegister, signedIn),
  ]);
  await begin(screen);
  await screen.agree();
  await screen.submit();
  assert.is(screen.asked(calls.wechatRegister)[0].ticket, 'k1');
  assert.is(screen.app.session.token.peek(), 't2');
  screen.close();
});

test('or one that exists, and what was typed for the other choice stays', async () => {
  const screen = await visit(session.wechatRegister, { ticket: 'k1' }, [
    picture,
    reply(calls.wechatBind, signedIn),
  ]);
  await screen.type('Phone or email', '13800138000');
  await screen.tap('I have an account');
  await fill(screen, credentials);
  await screen.tap('New account');
  assert.is((await screen.field('Phone or email')).value, '13800138000');
  await screen.tap('I have an account');
  await screen.agree();
  await screen.submit();
  assert.equal(screen.asked(calls.wechatBind), [
    { ticket: 'k1', account: 'dana@example.com', password: 'cloud2026', agreed: true },
  ]);
  assert.is(screen.app.session.token.peek(), 't2');
  screen.close();
});

test.run();
