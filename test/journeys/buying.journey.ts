import type { Page } from '@playwright/test';
import { operator } from './support/desk';
import { arrive, demo, expect, field, openDevices, ownMember, screen, tab, test } from './support/journey';

const pay = '/#/pages/mine/pay?productId=p-starter&quantity=1';

/** Goes to the payment of one starter machine, chooses a way, and confirms the amount where nothing else does. */
async function choose(page: Page, way: RegExp) {
  await page.goto(pay);
  await arrive(page, 'pages/mine/pay');
  await screen(page, 'pages/mine/pay').getByText(way).first().click();
  await screen(page, 'pages/mine/pay').getByRole('button', { name: 'Pay ¥99.00' }).click();
  if (/USDT|Bank transfer/.test(way.source)) return;
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('¥99.00');
  await question.getByRole('button', { name: 'Pay ¥99.00' }).click();
}

const result = (page: Page) => screen(page, 'pages/mine/paymentResult');
const orderNo = (page: Page) => /orderNo=(\w+)/.exec(page.url())![1]!;

async function newestDevice(page: Page) {
  await page.goto('/#/pages/tabbar/index');
  await arrive(page, 'pages/tabbar/index');
  return screen(page, 'pages/tabbar/index')
    .getByRole('listitem')
    .filter({ hasText: 'Running tasks' })
    .first();
}

test('from the package to a machine in the list, paid with the balance', { tag: '@react' }, async ({
  page,
}) => {
  await openDevices(page, ownMember('rich'));
  await page.goto('/#/pages/mine/rechargeScore');
  await arrive(page, 'pages/mine/rechargeScore');
  await screen(page, 'pages/mine/rechargeScore')
    .getByRole('button', { name: /buy now/i })
    .click();
  await arrive(page, 'pages/mine/pay');
  await choose(page, /^Balance/);
  await expect(result(page)).toContainText('Payment successful');
  await expect(await newestDevice(page)).toContainText('Starter');
});

test('two quick taps, and one that is repeated, make one order', { tag: '@rarely' }, async ({ page }) => {
  await openDevices(page, ownMember('rich'));
  const orders = new Set<string>();
  page.on('response', async (response) => {
    if (response.url().endsWith('txOrder/addByMoney')) orders.add((await response.json()).body.orderNo);
  });
  await page.goto(pay);
  await arrive(page, 'pages/mine/pay');
  await screen(page, 'pages/mine/pay')
    .getByText(/^Balance/)
    .first()
    .click();
  await screen(page, 'pages/mine/pay').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay ¥99.00' }).dblclick();
  await expect(result(page)).toContainText('Payment successful');
  expect(orders.size).toBe(1);
});

for (const [way, kind, tag] of [
  ['Card', 'new', []],
  ['WeChat Pay', 'chinese', ['@rarely']], // the screens are those of a card; each provider's notices have server tests
  ['Alipay', 'chinese', ['@rarely']],
] satisfies [string, 'new' | 'chinese', string[]][]) {
  test(`${way}: the page of the provider is a labelled sandbox, and its notice makes the order paid`, {
    tag,
  }, async ({ page }) => {
    await openDevices(page, ownMember(kind));
    await choose(page, new RegExp(way));
    await expect(page.getByText(/SANDBOX/).first()).toBeVisible();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(result(page)).toContainText('Payment successful');
    await expect(result(page)).toContainText('1 of 1 online');
    // a member with the first cloud phone can continue at once: to the first account, on that cloud phone
    await result(page).getByRole('link', { name: 'Link your first account' }).click();
    await arrive(page, 'pages/member/addMember');
    const account = `first_${way.toLowerCase().replace(' ', '_')}`; // an account is linked by one member only
    await expect(screen(page, 'pages/member/addMember')).toContainText(/CP-|M1/);
    await field(page, 'account').fill(account);
    await page.getByRole('button', { name: 'Link account' }).click();
    await arrive(page, 'pages/member/memberList');
    await expect(screen(page, 'pages/member/memberList')).toContainText(account);
    await tab(page, /Devices/).click();
    await expect(await newestDevice(page)).toContainText('Starter');
  });
}

test('a declined card buys nothing, and the member sees that it was declined', { tag: '@rarely' }, async ({
  page,
}) => {
  await openDevices(page, ownMember('rich'));
  await choose(page, /Card/);
  await page.getByRole('button', { name: /^Decline/ }).click();
  await expect(result(page)).toBeVisible();
  await expect(result(page)).not.toContainText('Payment successful');
});

test('a canceled payment says so and is paid in another way; going back to the old page charges nothing', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, ownMember('rich'));
  await choose(page, /Card/);
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await expect(result(page)).toContainText('Payment canceled');
  await expect(result(page)).toContainText('Nothing was charged.');
  await result(page).getByRole('link', { name: 'Pay another way' }).click();
  await arrive(page, 'pages/mine/pay');
  const other = screen(page, 'pages/mine/pay');
  await expect(other.getByRole('radio', { name: /^Balance/ })).toBeChecked();
  await other.getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await expect(result(page)).toContainText('Payment successful');
  await expect(result(page).getByRole('link', { name: 'Sign the contract' })).toBeVisible();
  for (const before of ['the result of the card', 'the page of the card']) {
    await page.goBack();
    await expect(result(page), before).toContainText('Payment successful');
  }
});

test('an order whose payment page was closed after paying shows as paid on return', {
  tag: '@rarely',
}, async ({ page, context }) => {
  await openDevices(page, ownMember('rich'));
  await choose(page, /Card/);
  await expect(page.getByText(/SANDBOX/).first()).toBeVisible();
  const bank = await context.newPage();
  await bank.goto(page.url());
  await bank.getByRole('button', { name: /^Pay/ }).click();
  await expect(result(bank)).toBeVisible();
  const number = orderNo(bank);
  await bank.close();
  await page.goto(`/#/pages/orderDetail?orderNo=${number}`);
  await arrive(page, 'pages/orderDetail');
  await expect(screen(page, 'pages/orderDetail')).toContainText('Paid');
});

test('USDT: the exact amount to an address of the order’s own, seen on the chain', {
  tag: '@rarely',
}, async ({ page, context }) => {
  test.setTimeout(60_000);
  await openDevices(page, ownMember('rich'));
  await choose(page, /USDT/);
  await arrive(page, 'pages/mine/orderAddress');
  const order = screen(page, 'pages/mine/orderAddress');
  await expect(order).toContainText(/T[1-9A-HJ-NP-Za-km-z]{33}/);
  await expect(order).toContainText(/\d+\.\d+ USDT/);
  await expect(order).toContainText(/00:(29|30):\d\d/);
  const wallet = await context.newPage();
  await wallet.goto(`/dev/pay/usdt/${orderNo(page)}`);
  await expect(wallet.getByText(/SANDBOX/).first()).toBeVisible();
  await wallet.getByRole('button').first().click();
  await wallet.waitForLoadState();
  await order.getByRole('link', { name: /i have sent it/i }).click();
  await expect(result(page)).toContainText('Payment successful', { timeout: 30_000 });
});

test('remittance: a voucher, an audit by a person, then the machine', { tag: '@rarely' }, async ({
  page,
  baseURL,
}) => {
  await openDevices(page, ownMember('rich'));
  await choose(page, /Bank transfer/);
  await arrive(page, 'pages/mine/otherPay');
  const remit = screen(page, 'pages/mine/otherPay');
  const number = orderNo(page);
  await remit.getByRole('button', { name: /^submit$/i }).click();
  await expect(page.getByText('Upload proof of transfer')).toBeVisible();
  const voucher = await page.screenshot();
  await remit
    .locator('input[type=file]')
    .setInputFiles({ name: 'voucher.png', mimeType: 'image/png', buffer: voucher });
  await field(page, 'phone').fill('13800138000');
  await expect(remit.getByRole('button', { name: /remove image/i })).toBeVisible();
  await expect(remit.getByText(/uploading/i)).toHaveCount(0);
  await remit.getByRole('button', { name: /^submit$/i }).click();
  await page.waitForURL((url) => !url.href.includes('otherPay'));
  await page.goto(`/#/pages/orderDetail?orderNo=${number}`);
  const detail = screen(page, 'pages/orderDetail');
  await expect(detail).toContainText('Confirming');

  const [, id] = new RegExp(`id: "(\\S+)"\\nmember: \\S+\\norderNo: "${number}"`).exec(
    await operator(baseURL!, 'remittance', 'list'),
  )!;
  await operator(baseURL!, 'remittance', 'approve', id!);
  await page.reload();
  await expect(detail).toContainText('Paid');
  expect(JSON.parse(await operator(baseURL!, 'ledger', 'check'))).toEqual({ inOrder: true, broken: {} });
});

test('a member whose balance is too small sees that, and keeps the order’s price', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, ownMember('new'));
  await page.goto(pay);
  await arrive(page, 'pages/mine/pay');
  await expect(screen(page, 'pages/mine/pay')).toContainText('Insufficient payable balance!');
});

test('somebody signed out sees what is to be paid, signs in, and is back at the payment', async ({
  page,
}) => {
  await page.goto(pay);
  await arrive(page, 'pages/mine/pay');
  await screen(page, 'pages/mine/pay')
    .getByRole('link', { name: /sign in/i })
    .first()
    .click();
  await field(page, 'account').fill(demo.account);
  await field(page, 'password').fill(demo.password);
  await page.getByRole('checkbox').check();
  await page.locator('button[type=submit]').click();
  await arrive(page, 'pages/mine/pay');
  await expect(screen(page, 'pages/mine/pay')).toContainText('¥99.00');
});

for (const [what, total, tag] of [
  ['Points', '390 points', ['@rarely']], // points.journey.ts buys with points
  ['Cloud beans', '60 cloud beans', ['@rarely']],
] satisfies [string, string, string[]][]) {
  test(`${what} buy goods, which travel to the address that was given`, { tag }, async ({ page }) => {
    await openDevices(page, ownMember('rich'));
    await page.goto('/#/pages/mine/pay?productId=p-stand&quantity=1');
    await arrive(page, 'pages/mine/pay');
    const screenOf = screen(page, 'pages/mine/pay');
    await screenOf.getByText('Add a shipping address').click();
    await arrive(page, 'pages/mine/shippingAddress');
    await page.getByRole('link', { name: 'Add address' }).click();
    await arrive(page, 'pages/mine/createAddress');
    await field(page, 'username').fill('Dana Demo');
    await field(page, 'userphone').fill('13800138000');
    await field(page, 'address').fill('12 Rack Street, Shelf 3');
    await page.getByRole('button', { name: 'Save address' }).click();
    await arrive(page, 'pages/mine/shippingAddress');
    await page.getByRole('link', { name: 'Continue' }).click();
    await arrive(page, 'pages/mine/pay');
    await expect(screenOf).toContainText('12 Rack Street');
    await screenOf.getByRole('radio', { name: what }).first().click();
    await screenOf.getByRole('button', { name: `Pay ${total}` }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Pay ${total}` })
      .click();
    await expect(result(page)).toContainText('Payment successful');
    await page.goto(`/#/pages/orderDetail?orderNo=${orderNo(page)}`);
    await arrive(page, 'pages/orderDetail');
    await expect(screen(page, 'pages/orderDetail')).toContainText('12 Rack Street');
  });
}

test('a paid order’s contract is read, signed with a finger, and signed for good', async ({ page }) => {
  await openDevices(page, ownMember('rich'));
  await choose(page, /^Balance/);
  await expect(result(page)).toContainText('Payment successful');
  const number = orderNo(page);
  await page.goto(`/#/pages/mine/signTask?orderNo=${number}`);
  await arrive(page, 'pages/mine/signTask');
  const contract = screen(page, 'pages/mine/signTask');
  await contract.getByRole('link', { name: /sign/i }).click();
  await arrive(page, 'pages/mine/signature');

  const paper = screen(page, 'pages/mine/signature');
  await field(page, 'idNumber').fill('110101199003078510');
  await expect(paper).toContainText('real ID numbers rarely end like this');
  await paper.getByText('Passport').click();
  await expect(paper).not.toContainText('real ID numbers rarely end like this');
  await field(page, 'name').fill('Dana Demo');
  await field(page, 'idNumber').fill('E12345678');
  const box = (await paper.locator('canvas').boundingBox())!;
  await page.mouse.move(box.x + 30, box.y + 60);
  await page.mouse.down();
  for (let at = 0; at < 20; at++) await page.mouse.move(box.x + 30 + at * 10, box.y + 60 + (at % 5) * 12);
  await page.mouse.up();
  await expect(paper.locator('canvas')).toHaveCSS('touch-action', 'none'); // a finger that draws scrolls nothing
  await paper.getByRole('button', { name: /^sign contract$/i }).click();
  await page.waitForURL((url) => !url.href.includes('pages/mine/signature'));
  await page.goto(`/#/pages/mine/payOrderDetail?orderNo=${number}`);
  await arrive(page, 'pages/mine/payOrderDetail');
  await expect(screen(page, 'pages/mine/payOrderDetail')).toContainText(/Contract\s*Signed/);
});
