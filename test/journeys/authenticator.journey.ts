import type { Page } from '@playwright/test';
import { codeOf, counterAt } from '../../src/server/kernel/totp';
import {
  arrive,
  expect,
  field,
  openSignedIn,
  ownMember,
  screen,
  signIn,
  test,
  type Who,
} from './support/journey';

const safety = 'pages/mine/signedIn';
const add = 'pages/mine/addAuthenticator';
const end = 'pages/mine/endAuthenticator';
const dialog = (page: Page) => page.getByRole('dialog').last();

/** The code of an app that has the key; `later`: of the next half minute, which the gateway accepts too. */
const codeNow = (key: string, later = 0) => codeOf(key, counterAt(Date.now()) + later);

/** Adds an authenticator app; gives its key and the recovery codes. */
async function addApp(page: Page, who: Who): Promise<{ key: string; recovery: string[] }> {
  await openSignedIn(page, who, `/#/${safety}`);
  await arrive(page, safety);
  await screen(page, safety).getByRole('link', { name: 'Add an authenticator app' }).click();
  await arrive(page, add);
  await field(page, 'password').fill(who.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  const key = (await page.locator('[data-key]').innerText()).replace(/\s/g, '');
  await field(page, 'code').fill(codeNow(key, -1));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Recovery codes').last()).toBeVisible();
  const recovery = (await screen(page, add).innerText()).match(/\b[a-z2-7]{5}-[a-z2-7]{5}\b/g) ?? [];
  expect(recovery).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await arrive(page, safety);
  await expect(screen(page, safety)).toContainText('Recovery codes left: 10');
  return { key, recovery };
}

async function signOut(page: Page) {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
}

test('a member adds an authenticator app, and signs in with a code of it, or with a recovery code', async ({
  page,
}) => {
  const who = ownMember('new');
  const { key, recovery } = await addApp(page, who);
  await signOut(page);
  await signIn(page, who, `/#/${safety}`);
  await dialog(page).locator('[name="secondCode"]').fill('000000');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Tries left: 4');
  await dialog(page).locator('[name="secondCode"]').fill(codeNow(key));
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await arrive(page, safety);

  await signOut(page);
  await signIn(page, who, `/#/${safety}`);
  await dialog(page).locator('[name="secondCode"]').fill(recovery[0]!);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await arrive(page, safety);
  await expect(screen(page, safety)).toContainText('Recovery codes left: 9');

  await screen(page, safety).getByRole('link', { name: 'Remove authenticator app' }).click();
  await arrive(page, end);
  await field(page, 'secondCode').fill(recovery[1]!);
  await field(page, 'password').fill(who.password);
  await page.getByRole('button', { name: 'Remove' }).click();
  await arrive(page, safety);
  await expect(screen(page, safety).getByRole('link', { name: 'Add an authenticator app' })).toBeVisible();
});

test('a member who closes the second step is not signed in, and sees how to go on', {
  tag: '@rarely',
}, async ({ page }) => {
  const who = ownMember('new');
  await addApp(page, who);
  await signOut(page);
  await signIn(page, who, '/');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the code from your authenticator app');
});
