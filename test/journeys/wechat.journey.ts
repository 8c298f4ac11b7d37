import type { Page } from '@playwright/test';
import { notice } from '../server/support/wechat';
import { agents, type FakeWechat, fakeWechat, type WechatCalls } from '../support/wechat-bridge';
import {
  arrive,
  demo,
  expect,
  field,
  openSignedIn,
  ownMember,
  picture,
  screen,
  test,
  type Who,
} from './support/journey';
import { openWechatGateway } from './support/wechat-gateway';

const own = openWechatGateway();
let origin = '';

test.use({ userAgent: agents.android });
test.beforeAll(() => {
  origin = own.gateway.url.replace('127.0.0.1', 'localhost');
});
test.beforeEach(({ told }) => {
  // the SDK's own report of where it runs, which the page's rules keep back
  told.expected.push(/open\.weixin\.qq\.com\/sdk\/report/);
});

/**
 * WeChat's browser, which does what `fake` says, and its page of permissions, where somebody of that name agrees. `spent`: codes that it
 * brings back first.
 */
async function inWechat(page: Page, who: string, fake: Partial<FakeWechat> = {}, spent: string[] = []) {
  await page.addInitScript(fakeWechat, { system: 'android', ...fake } as FakeWechat);
  await page.route('https://open.weixin.qq.com/connect/**', (route) => {
    const { searchParams } = new URL(route.request().url());
    const back = new URL(searchParams.get('redirect_uri')!);
    const code = spent.shift() ?? `code-${who}`;
    back.searchParams.set('code', code);
    back.searchParams.set('state', searchParams.get('state')!);
    return route.fulfill({ status: 302, headers: { location: back.href } });
  });
}
const calls = (page: Page, name: string) =>
  page.evaluate(
    (name) =>
      (window as unknown as { wechatCalls: WechatCalls }).wechatCalls
        .filter(([called]) => called === name)
        .map(([, data]) => data),
    name,
  );

/** Back from WeChat, which does not know them: a member says which account is theirs. */
async function linkAccount(page: Page, who: Who) {
  await arrive(page, 'pages/login/WeChatRegister');
  await page.getByText('I have an account').click();
  await field(page, 'account').fill(who.account);
  await field(page, 'password').fill(who.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign in and link' }).click();
}
/** Lets WeChat know a member who has an account. */
async function join(page: Page, who: Who, at = '/') {
  await page.goto(`${origin}${at}`);
  await arrive(page, 'pages/login/login');
  await page.getByRole('link', { name: 'Sign in with WeChat' }).click();
  await expect(page.getByText('You are currently not authorized. Do you want to authorize?')).toBeVisible();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await linkAccount(page, who);
}

test('a code that WeChat refuses leaves the address, and going through WeChat again signs in', {
  tag: '@rarely',
}, async ({ page }) => {
  const who = ownMember('chinese');
  await inWechat(page, 'hal', {}, ['spent-1']);
  await page.goto(`${origin}/`);
  await arrive(page, 'pages/login/login');
  await page.getByRole('link', { name: 'Sign in with WeChat' }).click();
  await page.getByRole('button', { name: 'Authorize' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('The login interface call failed. Open services will not work.');
  await alert.getByRole('button', { name: 'OK' }).click();
  const asking = screen(page, 'pages/login/wechatAuthorization');
  await expect(asking.getByRole('alert')).toContainText("WeChat's permission has expired");
  expect(page.url()).not.toMatch(/code|state/);
  await page.reload();
  await expect(page.getByText('Do you want to authorize?')).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await linkAccount(page, who);
  await arrive(page, 'pages/tabbar/index');
});

const pay = '/#/pages/mine/pay?productId=p-starter&quantity=1';
const result = (page: Page) => screen(page, 'pages/mine/paymentResult');
async function buy(page: Page) {
  await page.goto(`${origin}${pay}`);
  await arrive(page, 'pages/mine/pay');
  await screen(page, 'pages/mine/pay')
    .getByText(/WeChat Pay/)
    .first()
    .click();
  await screen(page, 'pages/mine/pay').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay ¥99.00' }).click();
}

test('a member lets WeChat know them, and the next time WeChat signs them in; no code stays in the address', async ({
  page,
}) => {
  const who = ownMember('chinese');
  await inWechat(page, 'ann');
  await join(page, who);
  await arrive(page, 'pages/tabbar/index');
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.goto(`${origin}/?from=singlemessage#/pages/list/earnings`);
  await arrive(page, 'pages/login/login');
  await page.getByRole('link', { name: 'Sign in with WeChat' }).click();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await arrive(page, 'pages/list/earnings');
  expect(page.url()).not.toMatch(/code|state/);
});

test('inside WeChat an order is paid by its own sheet, and the server says so', async ({ page }) => {
  await inWechat(page, 'bo');
  await join(page, ownMember('chinese'));
  await arrive(page, 'pages/tabbar/index');
  own.wechat.state.prompt = true;
  await buy(page);
  await expect(result(page)).toContainText('Payment successful');
  own.wechat.state.prompt = false;
  const [data] = await calls(page, 'getBrandWCPayRequest');
  expect(data).toMatchObject({ signType: 'RSA', appId: 'wx8888888888888888' });
  expect(data?.timeStamp).toMatch(/^\d{10}$/);
  expect(data?.package).toMatch(/^prepay_id=wx-/);
});

for (const [said, shown, again, tag] of [
  ['cancel', 'Payment canceled', 'Pay now', ['@rarely']],
  ['fail', 'This payment was declined', 'Pay again', ['@rarely']],
] satisfies [string, string, string, string[]][])
  test(`WeChat’s "${said}" is queried once, then shown, and the member can retry`, { tag }, async ({
    page,
  }) => {
    await inWechat(page, `cy-${said}`, {
      answers: { getBrandWCPayRequest: { err_msg: `get_brand_wcpay_request:${said}` } },
    });
    await join(page, ownMember('chinese'));
    await arrive(page, 'pages/tabbar/index');
    await buy(page);
    await expect(result(page)).toContainText(shown);
    await expect(result(page).getByRole('link', { name: again })).toBeVisible();
  });

test('WeChat says nothing: the member comes back, the notice arrives, and the order is paid', {
  tag: '@rarely',
}, async ({ page }) => {
  await inWechat(page, 'dee', { answers: { getBrandWCPayRequest: 'silent' } });
  await join(page, ownMember('chinese'));
  await arrive(page, 'pages/tabbar/index');
  await buy(page);
  await expect.poll(() => calls(page, 'getBrandWCPayRequest')).toHaveLength(1);
  const [id = ''] = [...own.wechat.state.trades.keys()].slice(-1);
  const answer = await fetch(`${own.gateway.url}/pay/notice/wechat`, {
    method: 'POST',
    ...notice(own.wechat.pay(id)),
  });
  expect(answer.status).toBe(200);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(result(page)).toContainText('Payment successful');
});

test('a member whom WeChat does not know is led to it before they pay, and back', { tag: '@rarely' }, async ({
  page,
}) => {
  const who = ownMember('chinese');
  await inWechat(page, 'eve');
  await openSignedIn(page, who, `${origin}/`);
  await arrive(page, 'pages/tabbar/index');
  await buy(page);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('link', { name: /WeChat/ }).click();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await arrive(page, 'pages/login/WeChatRegister');
  await field(page, 'account').fill(who.account);
  await field(page, 'password').fill(who.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign in and link' }).click();
  await arrive(page, 'pages/mine/pay');
  own.wechat.state.prompt = true;
  await page.getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await expect(result(page)).toContainText('Payment successful');
  own.wechat.state.prompt = false;
});

test('an invitation is put into WeChat’s menu, and the poster is a picture to touch and hold', {
  tag: '@rarely',
}, async ({ page }) => {
  await inWechat(page, 'fay');
  await openSignedIn(page, demo, `${origin}/#/pages/mine/poster`);
  await arrive(page, 'pages/mine/poster');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Use the ··· menu at the top right to send it.')).toBeVisible();
  const [card] = await calls(page, 'updateAppMessageShareData');
  expect(card?.link).toMatch(new RegExp(`^${origin}/.*inviteCode=\\w+$`));
  expect(card?.imgUrl).toBe(`${origin}/icon-192.png`);
  await page.getByRole('link', { name: /save/i }).click();
  await arrive(page, 'pages/mine/wxPoster');
  const poster = page.getByRole('img').first();
  await expect(poster).toHaveAttribute('src', /^data:image/);
  const held = await poster.evaluate((image) => {
    const { pointerEvents, userSelect } = getComputedStyle(image);
    return { pointerEvents, userSelect };
  });
  expect(held).toEqual({ pointerEvents: 'auto', userSelect: 'auto' });
});

test('a code is scanned, an address comes from WeChat, a picture from its album', async ({ page }) => {
  const localData = `data:image/jgp;base64,${picture.buffer.toString('base64').replace(/(.{40})/g, '$1\n')}`;
  await inWechat(page, 'gus', {
    answers: {
      scanQRCode: { err_msg: 'scanQRCode:ok', resultStr: `${origin}/#/pages/login/register?inviteCode=AB12` },
      getLocalImgData: { err_msg: 'getLocalImgData:ok', localData },
    },
  });
  const lee = { account: 'lee', password: demo.password }; // has promotion value to give
  await openSignedIn(page, lee, `${origin}/#/pages/mine/transferScore`);
  await arrive(page, 'pages/mine/transferScore');
  await page.getByRole('button', { name: /scan/i }).click();
  await expect(field(page, 'account')).toHaveValue('AB12');

  await page.goto(`${origin}/#/pages/mine/createAddress`);
  await arrive(page, 'pages/mine/createAddress');
  await page.getByRole('button', { name: 'Import from address book' }).click();
  await expect(field(page, 'username')).toHaveValue('林慧');
  await expect(field(page, 'userphone')).toHaveValue('13800138000');
  await expect(screen(page, 'pages/mine/createAddress')).toContainText('西湖区');

  await page.goto(`${origin}/#/pages/mine/createWorkOrder`);
  await arrive(page, 'pages/mine/createWorkOrder');
  await page.locator('label', { hasText: 'Add image' }).click();
  await expect(page.getByRole('button', { name: /remove image/i })).toBeVisible();
  await expect(page.getByText(/uploading/i)).toHaveCount(0);
  const [asked] = await calls(page, 'chooseImage');
  expect(asked).toMatchObject({ count: 1, sizeType: ['compressed'], sourceType: ['album'] });
});

test('outside of WeChat it is not offered, and none of it is loaded', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: agents.android.replace(/MicroMessenger.*/, '') });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (/\.js$/.test(response.url())) scripts.push(await response.text().catch(() => ''));
  });
  await page.goto(`${origin}/`);
  await arrive(page, 'pages/login/login');
  await expect(page.getByText('Sign in with WeChat')).toHaveCount(0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((text) => /WeixinJSBridge|preVerifyJSAPI/.test(text))).toEqual([]);
  await context.close();
});
