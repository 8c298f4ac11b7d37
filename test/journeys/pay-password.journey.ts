import type { Page } from '@playwright/test';
import { arrive, demo, expect, field, openSignedIn, received, screen, test } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

const balance = 'pages/mine/balance';
const record = 'pages/mine/withDrawRecord';

test.describe.configure({ mode: 'default' }); // one gateway, as it is unless somebody sets it otherwise
let gateway: { url: string; stop(): Promise<unknown> } | undefined;
test.beforeAll(async () => {
  test.setTimeout(90_000); // a gateway that starts
  gateway = await startOwnGateway({});
});
test.afterAll(async () => {
  await gateway?.stop();
});

const dialog = (page: Page) => page.getByRole('dialog').last();
const boxes = (page: Page) => dialog(page).locator('input[name="payPassword"]');

/** A withdrawal up to where the payment password is asked for. */
async function withdraw(page: Page, yuan: string, language: 'en' | 'zh' = 'en') {
  await openSignedIn(page, demo, `${gateway!.url}/#/${balance}`);
  await arrive(page, balance);
  await field(page, 'amount').fill(yuan);
  await screen(page, balance).locator('form button[type="submit"]').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: language === 'en' ? `Withdraw ¥${yuan}.00` : new RegExp(`¥${yuan}.00`) })
    .click();
  await expect(boxes(page)).toBeVisible();
}

test('a withdrawal asks for the payment password; a wrong one charges nothing, the right one continues', async ({
  page,
}) => {
  await withdraw(page, '110');
  await expect(dialog(page)).toContainText('¥110.00');
  await boxes(page).pressSequentially('000001');
  await expect(dialog(page).getByRole('alert')).toContainText('Wrong payment password. Tries left: 4');
  await expect(boxes(page)).toHaveValue('');
  await boxes(page).pressSequentially('202611');
  await arrive(page, record);
  await expect(screen(page, record)).toContainText('¥110.00');
});

test('a member who closes the sheet has withdrawn nothing', { tag: '@rarely' }, async ({ page }) => {
  await withdraw(page, '127');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Enter your payment password');
  await page.goto('about:blank'); // they come back later
  await page.goto(`${gateway!.url}/#/${record}`);
  await arrive(page, record);
  await expect(screen(page, record)).not.toContainText('¥127.00');
});

test('a forgotten payment password is set anew by a code, and then asked for', { tag: '@rarely' }, async ({
  page,
}) => {
  await withdraw(page, '130');
  await dialog(page)
    .getByRole('button', { name: /Forgot it/ })
    .click();
  await expect(dialog(page)).toContainText('withdrawals wait for a while');
  await boxes(page).pressSequentially('123456');
  await dialog(page).getByRole('button', { name: 'Get code' }).click();
  await expect(dialog(page).getByRole('button', { name: /^Resend/ })).toBeDisabled();
  const [code] = /\d{6}/.exec(await received(page, '+6591234567', gateway!.url))!;
  await dialog(page).locator('input[name="code"]').fill(code);
  await dialog(page).getByRole('button', { name: 'Set payment password' }).click();
  await expect(dialog(page)).toContainText('too easy to guess');
  await boxes(page).fill('');
  await boxes(page).pressSequentially('730918');
  await dialog(page).getByRole('button', { name: 'Set payment password' }).click();
  await expect(page.getByText('Payment password set').first()).toBeVisible();
  await boxes(page).pressSequentially('730918');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('a password was reset');
});
