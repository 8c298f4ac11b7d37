import type { Page, Response } from '@playwright/test';
import { arrive, demo, expect, field, received, screen, signIn, test } from './support/journey';

/** By the form, in all of these. */
async function openDevices(page: Page) {
  await signIn(page);
  await arrive(page, 'pages/tabbar/index');
}

const fresh = () => `m${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.slice(0, 18);

test('somebody new registers with the code from a mail, and lands where they wanted to go', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const username = fresh();
  const mail = `${username}@example.com`;
  const pictures: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('txUser/randomCode')) pictures.push(response);
  });
  await page.goto('/#/pages/list/earnings');
  await screen(page, 'pages/login/login')
    .getByRole('link', { name: /create account/i })
    .first()
    .click();
  await arrive(page, 'pages/login/register');

  await field(page, 'username').fill(username);
  await field(page, 'contact').fill(mail);
  await expect.poll(() => pictures.length).toBeGreaterThan(0);
  const { body } = await pictures.pop()!.json();
  const text = await received(page, `picture ${body.id}`);
  await field(page, 'randomCode').fill(text);
  await page.getByRole('button', { name: /get code/i }).click();
  await expect(page.getByRole('button', { name: /^Resend \((5\d|60) s\)$/ })).toBeDisabled();
  const [code] = /\d{6}/.exec(await received(page, mail))!;
  await page.reload(); // neither what was typed nor the code's timer is lost
  await expect(page.getByRole('button', { name: /^Resend \(\d+ s\)$/ })).toBeDisabled();
  await field(page, 'code').fill(code);
  await page.getByRole('button', { name: 'Next' }).click();
  await field(page, 'password').fill('lantern42');
  await page.goBack(); // to the first step, and no further
  await expect(field(page, 'username')).toHaveValue(username);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(field(page, 'password')).toHaveValue('lantern42');
  await field(page, 'confirm').fill('lantern42');
  await page.getByRole('checkbox').check();
  await screen(page, 'pages/login/register')
    .getByRole('button', { name: /create account/i })
    .click();
  await arrive(page, 'pages/list/earnings');
  await expect(page).toHaveTitle(/·/);

  await page.goto('/#/');
  await expect(page.getByText('No devices available yet!')).toBeVisible();
});

test('a member signs in, reloads and is still signed in, signs out and is not', { tag: '@react' }, async ({
  page,
}) => {
  await openDevices(page);
  await page.reload();
  await arrive(page, 'pages/tabbar/index');
  await page.goto('/#/pages/tabbar/mine');
  await page.getByRole('button', { name: /sign out/i }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /sign out/i })
    .click();
  await arrive(page, 'pages/login/login');
  await page.goto('/#/pages/list/earnings');
  await arrive(page, 'pages/login/login');
});

test('a wrong password is refused in words, and what was typed stays', async ({ page }) => {
  await signIn(page, { account: 'nobodyhere', password: 'wrongpass1' });
  await expect(screen(page, 'pages/login/login').getByRole('alert')).toBeVisible();
  await expect(field(page, 'account')).toHaveValue('nobodyhere');
});

test('the form says what is wrong with each field before anything is sent', { tag: '@rarely' }, async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/api/txUser/register') && sent.push(request.url()));
  await page.goto('/#/pages/login/register');
  await arrive(page, 'pages/login/register');
  await field(page, 'username').fill('a_');
  await field(page, 'contact').fill('12345678901');
  await page.getByRole('button', { name: 'Next' }).click();
  for (const words of [
    'Username should be 3-18 digits or a combination of letters or numbers',
    'Enter a valid phone number or email',
    'Please fill this in',
  ]) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
  await field(page, 'username').fill(fresh());
  await field(page, 'contact').fill('dana@example.com');
  await field(page, 'code').fill('123456');
  await page.getByRole('button', { name: 'Next' }).click();
  await field(page, 'password').fill('123456');
  await field(page, 'confirm').fill('123457');
  await screen(page, 'pages/login/register')
    .getByRole('button', { name: /create account/i })
    .click();
  for (const words of [
    'This password is too easy to guess',
    'The passwords entered twice are inconsistent',
    'Please read and agree to the user agreement!',
  ]) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
  expect(sent).toEqual([]);
});

test('an invite code in the address leads to register, which says who invited', async ({ page }) => {
  for (const behind of ['/', '/pages/login/login', '/pages/login/register']) {
    await page.goto('about:blank');
    await page.goto(`/?inviteCode=DEMO2026#${behind}`);
    await arrive(page, 'pages/login/register');
    await expect(page.getByText('Invited by Dana Demo')).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
  }
});

test('an invite code that comes into a running app leads to register with it', { tag: '@rarely' }, async ({
  page,
}) => {
  // The list of every screen's files comes late: until then the page knows the files of its first screens only.
  let release = () => {};
  const called = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/a\/\w+\.json$/, async (route) => {
    await called;
    await route.continue();
  });
  await page.goto('/');
  await arrive(page, 'pages/login/login');
  const opened = page.waitForEvent('framenavigated');
  await page.evaluate(() => {
    location.hash = '#/pages/tabbar/index?inviteCode=DEMO2026';
  });
  await opened;
  await page.waitForFunction(() => location.hash.includes('register'));
  release();
  await arrive(page, 'pages/login/register');
  await expect(page.getByText('Invited by Dana Demo')).toBeVisible();
});

test('a session that ended on the server is reported once, and sign-in leads back to the same screen', async ({
  page,
}) => {
  await openDevices(page);
  await page.goto('/#/pages/list/earnings');
  await arrive(page, 'pages/list/earnings');
  const other = await page.context().newPage();
  await other.goto('/#/pages/tabbar/mine');
  await other.getByRole('button', { name: /sign out/i }).click();
  await other
    .getByRole('alertdialog')
    .getByRole('button', { name: /sign out/i })
    .click();
  await arrive(other, 'pages/login/login');

  await page.goto('/#/');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Your current login has expired, please log in again!');
  await expect(dialog).toHaveCount(1);
  await dialog.getByRole('button').click();
  await arrive(page, 'pages/login/login');
});

test('with the jump flag an ended session is a toast, and the sign-in screen three seconds later', {
  tag: '@rarely',
}, async ({ page }) => {
  // as a gateway with LOGIN_JUMP=on says it
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('{&quot;base', '{&quot;jump&quot;:true,&quot;base');
    await route.fulfill({ response, body });
  });
  await openDevices(page);
  expect(await page.evaluate(() => localStorage.getItem('jump'))).toBe('1');
  await page.evaluate(() => {
    const session = JSON.parse(sessionStorage.getItem('session')!);
    sessionStorage.setItem('session', JSON.stringify({ ...session, token: 'x'.repeat(43) }));
  });
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Your current login has expired' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(screen(page, 'pages/tabbar/index')).toBeVisible();
  await expect(screen(page, 'pages/login/login')).toBeVisible({ timeout: 5000 });
});

test('with its storage blocked the app still works, and forgets when it is left', { tag: '@rarely' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  await openDevices(page);
  await page.getByRole('link', { name: /^me$/i }).click();
  await arrive(page, 'pages/tabbar/mine');
  await page.reload();
  await arrive(page, 'pages/login/login');
});

test('with its storage full the app still works', { tag: '@rarely' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openDevices(page);
});

test('two quick taps sign in once', { tag: '@rarely' }, async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('txUser/login')) sent++;
  });
  await page.goto('/');
  await field(page, 'account').fill(demo.account);
  await field(page, 'password').fill(demo.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^sign in$/i }).dblclick();
  await arrive(page, 'pages/tabbar/index');
  expect(sent).toBe(1);
});
