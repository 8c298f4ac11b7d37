import type { CDPSession, Page } from '@playwright/test';
import { arrive, expect, field, openSignedIn, ownMember, screen, test } from './support/journey';

const places = 'pages/mine/signedIn';
const adding = 'pages/mine/addPasskey';

/** Chromium's own authenticator, whose finger is always the right one. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test('a member adds a passkey and signs in with it; once it is removed it signs in no more', async ({
  page,
}) => {
  const who = ownMember('new');
  await openSignedIn(page, who, `/#/${places}`);
  await plugIn(page);
  await arrive(page, places);
  await screen(page, places).getByRole('link', { name: 'Add a passkey' }).click();
  await arrive(page, adding);
  await field(page, 'name').fill('Test phone');
  await field(page, 'password').fill(who.password);
  await screen(page, adding).getByRole('button', { name: 'Add passkey' }).click();
  await arrive(page, places);
  await expect(screen(page, places)).toContainText('Test phone');

  const signInAgain = async () => {
    await page.evaluate(() => {
      localStorage.removeItem('session');
      sessionStorage.removeItem('session');
    });
    await page.reload();
    await arrive(page, 'pages/login/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  };
  await signInAgain();
  await arrive(page, places);
  await expect(screen(page, places)).toContainText('Last used just now');

  await screen(page, places).getByRole('button', { name: 'Test phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(screen(page, places)).not.toContainText('Test phone');
  await signInAgain();
  await expect(page.getByText('This passkey was not accepted')).toBeVisible();
});
