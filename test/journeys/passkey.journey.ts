import type { CDPSession, Page } from '@playwright/test';
import { arrive, demo, expect, field, openSignedIn, ownMember, screen, test } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

const safety = 'pages/mine/signedIn';
const balance = 'pages/mine/balance';
const record = 'pages/mine/withDrawRecord';
const payPassword = '202611';

/** By name: no passkey is bound to an address of numbers. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost');

test.beforeEach(() => test.slow());
const dialog = (page: Page) => page.getByRole('dialog').last();

/** A phone whose screen lock verifies its owner; `verifies(false)`: it recognizes nobody any more. */
async function phoneOf(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function addPasskey(page: Page, origin: string, who = demo) {
  await openSignedIn(page, who, `${origin}/#/${safety}`);
  await arrive(page, safety);
  await screen(page, safety).getByRole('link', { name: 'Add a passkey' }).click();
  await arrive(page, 'pages/mine/addPasskey');
  await field(page, 'password').fill(who.password);
  if (who === demo) await field(page, 'payPassword').pressSequentially(payPassword);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  // the gateway loads what checks passkeys with the first one: 20 MB
  await expect(screen(page, safety)).toContainText('My phone', { timeout: 60_000 });
}

test('a member signs in with a passkey', async ({ page }) => {
  const origin = named(process.env.BASE_URL!);
  await phoneOf(page);
  await addPasskey(page, origin, ownMember('new'));
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await page.goto(`${origin}/#/${balance}`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await arrive(page, balance);
});

test.describe('on a gateway that confirms payments', { tag: '@rarely' }, () => {
  test.describe.configure({ mode: 'default' }); // one gateway, on which a new passkey confirms payments at once
  let gateway: { url: string; stop(): Promise<unknown> } | undefined;
  let origin = '';
  test.beforeAll(async () => {
    test.setTimeout(90_000); // a gateway that starts
    gateway = await startOwnGateway({ PAYOUT_REST_HOURS: 0 });
    origin = named(gateway.url);
  });
  test.afterAll(async () => {
    await gateway?.stop();
  });

  /** A withdrawal up to the sheet that asks who the member is. */
  async function withdraw(page: Page, yuan: string) {
    await page.goto(`${origin}/#/${balance}`);
    await arrive(page, balance);
    await field(page, 'amount').fill(yuan);
    await screen(page, balance).locator('form button[type="submit"]').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Withdraw ¥${yuan}.00` })
      .click();
    await expect(dialog(page).locator('input[name="payPassword"]')).toBeVisible();
  }

  test('a member confirms a withdrawal and an order with a passkey in place of the payment password', async ({
    page,
  }) => {
    const phone = await phoneOf(page);
    await addPasskey(page, origin);
    await withdraw(page, '112');
    await phone.verifies(false);
    await dialog(page).getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('No passkey was used');
    await phone.verifies(true);
    await dialog(page).getByRole('button', { name: 'Use a passkey instead' }).click();
    await arrive(page, record);
    await expect(screen(page, record)).toContainText('¥112.00');

    await page.goto(`${origin}/#/pages/mine/pay?productId=p-starter&quantity=1`);
    const pay = screen(page, 'pages/mine/pay');
    await arrive(page, 'pages/mine/pay');
    await pay
      .getByText(/^Balance/)
      .first()
      .click();
    await pay.getByRole('button', { name: 'Pay ¥99.00' }).click();
    await dialog(page).getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(screen(page, 'pages/mine/paymentResult')).toContainText('Payment successful');
  });

  test('a member with a passkey may still type the payment password', async ({ page }) => {
    await phoneOf(page);
    await addPasskey(page, origin);
    await withdraw(page, '113');
    await dialog(page).locator('input[name="payPassword"]').pressSequentially(payPassword);
    await arrive(page, record);
    await expect(screen(page, record)).toContainText('¥113.00');
  });
});
