import type { Page } from '@playwright/test';
import { notice } from '../server/support/wechat';
import { arrive, expect, openSignedIn, ownMember, screen, test } from './support/journey';
import { openWechatGateway } from './support/wechat-gateway';

const own = openWechatGateway();

test.use({
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
});

const code = (page: Page) =>
  screen(page, 'pages/mine/orderAddress').getByRole('img', { name: 'WeChat payment code' });
const result = (page: Page) => screen(page, 'pages/mine/paymentResult');
/** The last payment that WeChat Pay was asked for. */
const trade = () => [...own.wechat.state.trades.keys()].slice(-1)[0] ?? '';

async function pay(page: Page) {
  await screen(page, 'pages/mine/pay').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay ¥99.00' }).click();
}
/** A member at a computer, before the code of an order of theirs. */
async function atTheCode(page: Page) {
  const who = ownMember('chinese');
  await openSignedIn(page, who, `${own.gateway.url}/#/pages/mine/pay?productId=p-starter&quantity=1`);
  await arrive(page, 'pages/mine/pay');
  await screen(page, 'pages/mine/pay')
    .getByText(/WeChat Pay/)
    .first()
    .click();
  await pay(page);
  await expect(code(page)).toBeVisible();
  await expect(screen(page, 'pages/mine/orderAddress')).toContainText('¥99.00');
}

test('a member scans the code with a phone and pays; the screen learns of it from the server', {
  tag: '@rarely',
}, async ({ page }) => {
  await atTheCode(page);
  await expect(screen(page, 'pages/mine/orderAddress').getByRole('timer')).toHaveText(/\d\d:\d\d:\d\d/);
  const atCode = page.url();
  const { status } = await fetch(`${own.gateway.url}/pay/notice/wechat`, {
    method: 'POST',
    ...notice(own.wechat.pay(trade())),
  });
  expect(status).toBe(200);
  await expect(result(page)).toContainText('Payment successful');
  // a member who returns to the code sees the same
  await page.goto(atCode);
  await expect(result(page)).toContainText('Payment successful');
  await expect(code(page)).toHaveCount(0);
});

test('the notice is lost: the screen asks, the server asks WeChat Pay, and the order is paid', {
  tag: '@rarely',
}, async ({ page }) => {
  await atTheCode(page);
  own.wechat.pay(trade());
  await expect(result(page)).toContainText('Payment successful');
});

test('a code that WeChat Pay has closed leads to the result, and from there to another code, which pays', {
  tag: '@rarely',
}, async ({ page }) => {
  await atTheCode(page);
  const first = trade();
  own.wechat.state.closed.add(first);
  await expect(result(page)).toContainText('This payment was declined');
  await result(page).getByRole('link', { name: 'Pay again' }).click();
  await arrive(page, 'pages/mine/pay');
  await pay(page);
  await expect(code(page)).toBeVisible();
  expect(trade()).not.toBe(first);
  own.wechat.pay(trade());
  await expect(result(page)).toContainText('Payment successful');
});

test('a code whose time is over is taken away, and says how to go on; "I have paid" asks the server', {
  tag: '@rarely',
}, async ({ page, told }) => {
  told.expected.push(/status of 400/); // a phone whose clock jumps is refused once, and told the time
  await page.clock.install();
  await atTheCode(page);
  await screen(page, 'pages/mine/orderAddress').getByRole('link', { name: 'I have paid' }).click();
  await expect(result(page)).toContainText('Nothing was charged.'); // WeChat Pay says so
  await page.goBack();
  await expect(code(page)).toBeVisible();
  await page.clock.fastForward('02:00:01');
  const over = screen(page, 'pages/mine/orderAddress');
  await expect(over.getByRole('alert')).toContainText('This code has expired.');
  await expect(code(page)).toHaveCount(0);
  await expect(over.getByRole('link', { name: 'Pay again' })).toBeVisible();
});
