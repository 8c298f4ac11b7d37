import type { Page } from '@playwright/test';
import { operator } from './support/desk';
import { arrive, expect, field, openDevices, ownMember, screen, test } from './support/journey';

const balance = 'pages/mine/balance';
const record = 'pages/mine/withDrawRecord';
const movements = 'pages/mine/movements';

async function goTo(page: Page, path: string) {
  await page.goto(`/#/${path}`);
  await arrive(page, path.split('?')[0]!);
}

const submit = (page: Page) => page.locator('[data-screen]:visible [type=submit]').click();
const here = (page: Page, path: string) => screen(page, path);
const total = (page: Page, name: 'Balance' | 'On hold') =>
  here(page, balance)
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) });

/** Remits `yuan` to the balance, which the desk finds on its account. */
async function recharge(page: Page, baseURL: string, username: string, yuan: string) {
  await goTo(page, 'pages/mine/otherPay');
  const remit = here(page, 'pages/mine/otherPay');
  await field(page, 'amount').fill(yuan);
  await field(page, 'phone').fill('13800138000');
  const buffer = await page.screenshot();
  await remit
    .locator('input[type=file]')
    .setInputFiles({ name: 'voucher.png', mimeType: 'image/png', buffer });
  await expect(remit.getByRole('button', { name: /remove image/i })).toBeVisible();
  await expect(remit.getByText(/uploading/i)).toHaveCount(0);
  await remit.getByRole('button', { name: /^submit$/i }).click();
  await expect(remit.getByText('In review')).toBeVisible();
  const [, id] = new RegExp(`id: "(\\S+)"\\nmember: "${username}"\\n`).exec(
    await operator(baseURL, 'remittance', 'list'),
  )!;
  await operator(baseURL, 'remittance', 'approve', id!);
}

/** Adds a bank card, from wherever there is a link to it, and comes back. */
async function addCard(page: Page) {
  await page.locator('[data-screen]:visible').getByRole('link', { name: 'Add card' }).click();
  await arrive(page, 'pages/mine/accountManage');
  await field(page, 'holder').fill('Dana Demo');
  await field(page, 'cardNumber').fill('6222 0212 3456 7890');
  const accounts = here(page, 'pages/mine/accountManage');
  await accounts.getByRole('button', { name: /Choose a bank/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hang Seng Bank', exact: true }).click();
  await field(page, 'openingBranch').fill('Central');
  await submit(page);
  await arrive(page, balance);
}

const sheet = (page: Page) => page.getByRole('dialog');
const confirm = (page: Page, amount: string) =>
  sheet(page).getByRole('button', { name: `Withdraw ${amount}` });

/** Applies and answers the id of the withdrawal, whose record is shown then. */
async function apply(page: Page, yuan: string, amount: string, remark = ''): Promise<string> {
  await goTo(page, balance);
  await field(page, 'amount').fill(yuan);
  await field(page, 'remark').fill(remark);
  await submit(page);
  await expect(sheet(page)).toContainText(`Withdraw ${amount}?`);
  await confirm(page, amount).click();
  await arrive(page, record);
  return /id=([\w-]+)/.exec(page.url())![1]!;
}

/** As when the phone is taken out of the pocket. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a member adds an account, applies, and sees each state on the way to the bank', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const who = ownMember('new');
  await openDevices(page, who);
  await goTo(page, balance);
  await expect(here(page, balance)).toContainText('Nothing to withdraw yet');
  await recharge(page, baseURL!, who.account, '1000');

  await goTo(page, balance);
  await comeBack(page);
  await expect(total(page, 'Balance')).toContainText('¥1,000.00');
  await expect(here(page, balance)).toContainText('No payout account yet. Add one to withdraw.');
  await field(page, 'amount').fill('99.99');
  await submit(page);
  await expect(here(page, balance)).toContainText('At least ¥100.00');
  await field(page, 'amount').fill('600');
  await field(page, 'remark').fill('First one');
  await addCard(page);
  await expect(field(page, 'amount')).toHaveValue('600');
  await expect(field(page, 'remark')).toHaveValue('First one');
  await expect(here(page, balance)).toContainText('Hang Seng Bank');

  await submit(page);
  for (const words of ['Withdraw ¥600.00?', 'Balance', 'Hang Seng Bank •••• 7890', 'Fee', 'Expected by'])
    await expect(sheet(page)).toContainText(words);
  await confirm(page, '¥600.00').click();
  await arrive(page, record);
  await expect(here(page, record)).toContainText('¥600.00Requested');
  const id = /id=([\w-]+)/.exec(page.url())![1]!;

  await operator(baseURL!, 'withdrawal', 'approve', id);
  await comeBack(page);
  await expect(here(page, record)).toContainText('¥600.00Approved');
  await expect(here(page, record).getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0);
  await operator(baseURL!, 'withdrawal', 'remit', id, 'BANK-4711');
  await goTo(page, record);
  const only = here(page, record).getByRole('listitem');
  await expect(only).toHaveCount(1);
  await expect(only).toContainText('¥600.00Paid out');
  await expect(only).toContainText('BANK-4711');

  // from a total to what made it, and from there to what is behind it
  await goTo(page, balance);
  await expect(total(page, 'On hold')).toContainText('¥0.00');
  await total(page, 'Balance').click();
  await arrive(page, movements);
  const made = here(page, movements);
  await expect(made).toContainText('¥400.00');
  for (const [at, words] of ['−¥600.00', '+¥1,000.00'].entries())
    await expect(made.getByRole('listitem').nth(at)).toContainText(words);
  await made.getByRole('link', { name: /Withdrawal request/ }).click();
  await arrive(page, record);
  await expect(here(page, record)).toContainText('BANK-4711');
  await here(page, record).getByRole('link', { name: 'On hold' }).click();
  await arrive(page, movements);
  await expect(made.getByRole('listitem')).toHaveCount(2);
  await expect(made).toContainText('Withdrawal paid out');
  expect(JSON.parse(await operator(baseURL!, 'ledger', 'check'))).toEqual({ inOrder: true, broken: {} });
});

test('a rejected withdrawal returns with the reason, and a revoked one returns too', {
  tag: '@rarely',
}, async ({ page, baseURL }) => {
  test.setTimeout(90_000);
  await openDevices(page, ownMember('chinese'));
  await goTo(page, balance);
  const [before] = /¥[\d,.]+/.exec(await total(page, 'Balance').innerText())!;
  const id = await apply(page, '150', '¥150.00');
  await operator(baseURL!, 'withdrawal', 'reject', id, 'The', 'names', 'differ');
  await comeBack(page);
  await expect(here(page, record)).toContainText('¥150.00Rejected');
  await expect(here(page, record)).toContainText('Reason: The names differ');

  await apply(page, '160', '¥160.00');
  await expect(here(page, record)).toContainText('¥160.00Requested');
  await here(page, record).getByRole('button', { name: 'Cancel withdrawal' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Cancel this ¥160.00 withdrawal?');
  await question.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(here(page, record)).toContainText('¥160.00Canceled');

  await goTo(page, balance);
  await expect(total(page, 'Balance')).toContainText(before);
  await goTo(page, record);
  await here(page, record).getByRole('tab', { name: 'Rejected' }).click();
  await expect(here(page, record).getByRole('listitem').first()).toContainText('Reason: The names differ');
});

test('two phones withdraw the whole balance at once: one succeeds, the other is refused', {
  tag: '@rarely', // test/server/wallet has them withdraw at once
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(90_000);
  const who = ownMember('new');
  await openDevices(page, who);
  await recharge(page, baseURL!, who.account, '1000');
  await goTo(page, balance);
  await addCard(page);
  const other = await browser.newContext();
  const second = await other.newPage();
  await openDevices(second, who);
  const phones = [page, second];
  const [whole] = /¥[\d,.]+/.exec(await total(page, 'Balance').innerText())!;
  for (const one of phones) {
    await goTo(one, balance);
    await here(one, balance).getByRole('button', { name: 'All' }).click();
    await submit(one);
    await expect(sheet(one)).toContainText(`Withdraw ${whole}?`);
  }
  await Promise.all(phones.map((one) => confirm(one, whole!).click()));

  const told = (one: Page) =>
    one.url().includes(record)
      ? 'done'
      : sheet(one)
          .getByRole('alert')
          .textContent({ timeout: 500 })
          .catch(() => undefined);
  await expect
    .poll(async () => (await Promise.all(phones.map(told))).sort())
    .toEqual(['Insufficient payable balance!', 'done']);
  await page.reload(); // whichever it was
  await goTo(page, balance);
  await expect(total(page, 'Balance')).toContainText('¥0.00');
  await expect(total(page, 'On hold')).toContainText(whole!);
  await goTo(page, record);
  await expect(here(page, record).getByRole('listitem')).toHaveCount(1);
  await other.close();
});

test('after a lost answer the member finds out, also after a reload, and the money is taken once', async ({
  page,
  told,
}) => {
  test.setTimeout(90_000);
  told.expected.push(/ERR_FAILED/);
  const remark = `Lost ${Date.now()}`;
  await openDevices(page, ownMember('rich'));
  await goTo(page, balance);
  await here(page, balance).getByText('Shop balance ·').click();
  await field(page, 'amount').fill('55');
  await field(page, 'remark').fill(remark);
  await submit(page);
  let arrived = 0;
  await page.route('**/txWithdraw/apply', async (route) => {
    await route.fetch();
    arrived++;
    await route.abort();
  });
  await confirm(page, '¥55.00').click();
  await expect(sheet(page)).toContainText(
    "We couldn't confirm your withdrawal. It's safe to try again: you won't be charged twice.",
  );
  await confirm(page, '¥55.00').click();
  await expect.poll(() => arrived).toBe(2);
  await page.unroute('**/txWithdraw/apply');

  await page.reload();
  await arrive(page, balance);
  await expect(here(page, balance)).toContainText("We couldn't confirm your ¥55.00 withdrawal.");
  await here(page, balance).getByRole('button', { name: 'Check status' }).click();
  await confirm(page, '¥55.00').click();
  await arrive(page, record);
  await expect(here(page, record)).toContainText('¥55.00Requested');
  await goTo(page, record);
  await expect(here(page, record).getByRole('listitem').filter({ hasText: remark })).toHaveCount(1);
  await goTo(page, balance);
  await expect(here(page, balance)).not.toContainText("We couldn't confirm");
  await expect(field(page, 'amount')).toHaveValue('');
});
