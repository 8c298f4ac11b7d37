import type { Page } from '@playwright/test';
import { arrive, expect, openDevices, ownMember, screen, scrollDown, tab, test } from './support/journey';

test('somebody signed out is asked to sign in, and then gets the screen that was asked for', async ({
  page,
}) => {
  await page.goto('/#/pages/list/earnings');
  await arrive(page, 'pages/login/login');
  expect(page.url()).toContain('fromUrl=');
});

test('the pay screen is open to somebody signed out', async ({ page }) => {
  await page.goto('/#/pages/mine/pay');
  await arrive(page, 'pages/mine/pay');
});

test('a tab is left, out of reach meanwhile, and found as it was, scrolled and all', async ({ page }) => {
  await openDevices(page);
  const list = screen(page, 'pages/tabbar/index');
  await scrollDown(page, 700);
  await list.evaluate((node) => node.setAttribute('data-mark', 'same'));
  await tab(page, /^me$/i).click();
  await arrive(page, 'pages/tabbar/mine');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(list).toBeHidden();
  const link = page.locator('[data-screen="pages/tabbar/index"] a[href]').first();
  await link.evaluate((node) => node.focus());
  await expect(link, 'the keyboard does not reach a hidden tab').not.toBeFocused();
  await tab(page, /devices/i).click();
  await expect(list).toHaveAttribute('data-mark', 'same');
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(700);
});

test('back from a device order finds the list as long and as far down as it was', { tag: '@react' }, async ({
  page,
}) => {
  await openDevices(page);
  const items = screen(page, 'pages/tabbar/index').getByRole('listitem').filter({ hasText: 'Running tasks' });
  await expect(items.nth(10)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => items.count()).toBeGreaterThan(20);
  const count = await items.count();
  const link = items.nth(20).getByRole('link').first();
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await link.click();
  await arrive(page, 'pages/list/equList');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await arrive(page, 'pages/tabbar/index');
  expect(await items.count()).toBe(count);
  await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), before)).toBeLessThan(5);
});

test('an unknown address says so and leads home', async ({ page }) => {
  await openDevices(page);
  await page.goto('/#/pages/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: /back to home/i }).click();
  await arrive(page, 'pages/tabbar/index');
});

test('a link that lacks its parameter says that it is incomplete, and names it for developers', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page);
  await page.goto('/#/pages/orderDetail');
  await expect(page.getByRole('alert')).toContainText('This link is incomplete. Go back and open it again.');
  await expect(page.locator('[data-missing]')).toHaveAttribute('data-missing', 'orderNo');
});

test('a stray % in the address harms nobody', { tag: '@rarely' }, async ({ page }) => {
  await openDevices(page);
  await page.goto('/#/pages/%E0%A4%A?x=%');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('every tab has its title, and only one is current', { tag: '@rarely' }, async ({ page }) => {
  await openDevices(page);
  for (const [name, path] of [
    ['Accounts', 'pages/member/memberList'],
    ['Feed', 'pages/tabbar/dynamic'],
    ['Logs', 'pages/tabbar/order'],
    ['Me', 'pages/tabbar/mine'],
    ['Devices', 'pages/tabbar/index'],
  ] as const) {
    await tab(page, new RegExp(name)).click();
    await arrive(page, path);
    await expect(page).toHaveTitle(/ · Cloudphone$/);
    await expect(page.locator('nav [aria-current="page"]')).toHaveCount(1);
  }
});

test('the badge of dynamic shows what is unread, and nothing on the sign-in screen asks for it', {
  tag: '@rarely',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('txCircle/unreadCount')) asked.push(page.url());
  });
  await page.goto('/#/pages/login/register');
  await arrive(page, 'pages/login/register');
  await openDevices(page);
  await expect(tab(page, /feed/i)).toContainText(/[1-9]/);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => /login/.test(url))).toEqual([]);
});

test('without a cloud machine the link helper asks to buy one first, and leads to the shop', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, ownMember('new'));
  await page.goto('/#/pages/tabbar/mine');
  await arrive(page, 'pages/tabbar/mine');
  await page.locator('a[href="#/pages/mine/pointsMall"]').last().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Buy a cloud phone first');
  await dialog.getByRole('button', { name: /view plans/i }).click();
  await arrive(page, 'pages/mine/rechargeScore');
  await page.goto('/#/pages/mine/pointsMall');
  await expect(page.getByText('Buy a cloud phone first')).toBeVisible();
});

/** Of the screen that is opened next: files are named by their hashes alone, and what all screens need is there. */
const screensFile = /\/a\/[^/]+\.js$/;

test('a screen that cannot be downloaded says so, and the retry really retries', async ({ page, told }) => {
  told.expected.push(/ERR_FAILED/);
  await openDevices(page);
  await page.route(screensFile, (route) => route.abort());
  await page.goto('/#/pages/list/earnings');
  await expect(page.getByRole('alert')).toContainText('could not be downloaded');
  await page.getByRole('button', { name: /try again/i }).click();
  await expect(page.getByRole('alert')).toContainText('could not be downloaded');
  await page.unroute(screensFile);
  await page.getByRole('button', { name: /try again/i }).click();
  await arrive(page, 'pages/list/earnings');
});

test('messages that cannot be downloaded are asked for again as well', { tag: '@rarely' }, async ({
  page,
  told,
}) => {
  told.expected.push(/ERR_FAILED/);
  await openDevices(page);
  await page.route(/\/a\/en-mine-.*\.json/, (route) => route.abort());
  await tab(page, /^me$/i).click();
  await expect(page.getByRole('alert')).toContainText('could not be downloaded');
  await page.unroute(/\/a\/en-mine-.*\.json/);
  await page.getByRole('button', { name: /try again/i }).click();
  await arrive(page, 'pages/tabbar/mine');
});

/** Requests for `files` fail until the member has pressed: the app tries again by itself, too. */
const failUntilPressed = (page: Page, files: RegExp) =>
  page.route(files, async (route) => {
    const pressed = await page.evaluate(() => 'pressed' in document.body.dataset);
    await (pressed ? route.continue() : route.abort());
  });
const listenForPress = (page: Page) =>
  page.evaluate(() => addEventListener('click', () => document.body.setAttribute('data-pressed', ''), true));

test('the list of all screens’ files, which comes after the first screen, is asked for again as well', {
  tag: '@rarely',
}, async ({ page, told }) => {
  told.expected.push(/ERR_FAILED/);
  await failUntilPressed(page, /\/a\/\w{8}\.json/);
  await openDevices(page);
  await page.goto('/#/pages/list/earnings');
  await expect(page.getByRole('alert')).toContainText('could not be downloaded');
  // nobody knows yet whether there is such a screen
  await expect(page.getByRole('heading', { name: "Couldn't load", exact: true })).toBeVisible();
  await expect(page.getByText('Page not found')).toHaveCount(0);
  await listenForPress(page);
  await page.getByRole('button', { name: /try again/i }).click();
  await arrive(page, 'pages/list/earnings');
});

/** The scripts that come after the first screen, as the page names them: by numbers, and by number the file. */
async function deferredScripts(page: Page) {
  const html = await (await page.request.get('/')).text();
  const [, numbers = ''] = /\brest:\[([\d,]+)\]/.exec(html) ?? [];
  const files = numbers.split(',').map((number) => new RegExp(`\\b${number}:"(\\w+\\.js)"`).exec(html)?.[1]);
  return new RegExp(`/a/(${files.join('|')})$`);
}

test('without the deferred part the first screen works, and a tab says what is missing and tries again', {
  tag: '@rarely',
}, async ({ page, told }) => {
  told.expected.push(/ERR_FAILED/);
  const scripts = await deferredScripts(page);
  const tried = page.waitForEvent('requestfailed', (request) => scripts.test(request.url()));
  await failUntilPressed(page, scripts);
  await openDevices(page);
  await tried;
  await expect(
    screen(page, 'pages/tabbar/index').getByRole('link').filter({ hasText: '×' }).first(),
  ).toBeVisible();
  await tab(page, /^me$/i).click();
  await expect(page.getByRole('alert')).toContainText('could not be downloaded');
  await listenForPress(page);
  await page.getByRole('button', { name: /try again/i }).click();
  await arrive(page, 'pages/tabbar/mine');
  await tab(page, /devices/i).click();
  await arrive(page, 'pages/tabbar/index');
});

test('a screen that a new version took away asks for a reload', async ({ page, told }) => {
  told.expected.push(/404/);
  await openDevices(page);
  await page.route(screensFile, (route) => route.fulfill({ status: 404 }));
  await page.goto('/#/pages/list/earnings');
  await expect(page.getByRole('button', { name: /reload/i })).toBeVisible();
});

test('quick taps through many screens end on the last one', async ({ page }) => {
  await openDevices(page);
  await page.evaluate(() => {
    for (const path of [
      'list/earnings',
      'mine/balance',
      'tabbar/mine',
      'list/earnings',
      'tabbar/order',
      'mine/payOrder',
    ]) {
      location.hash = `#/pages/${path}`;
    }
  });
  await arrive(page, 'pages/mine/payOrder');
});

test('a screen reader follows the member: each new screen has the focus', async ({ page }) => {
  await openDevices(page);
  await screen(page, 'pages/tabbar/index').getByRole('listitem').getByRole('link').first().click();
  await arrive(page, 'pages/list/equList');
  await expect(screen(page, 'pages/list/equList')).toBeFocused();
  await page.goBack();
  await expect(screen(page, 'pages/tabbar/index')).toBeFocused();
});

test('a tap leaves no caret in a screen that is hidden afterwards', async ({ page }) => {
  const carets = () => page.evaluate(() => getSelection()?.rangeCount);
  await openDevices(page);
  await screen(page, 'pages/tabbar/index').getByRole('heading').first().tap();
  expect(await carets()).toBe(1);
  await tab(page, 'Me').tap();
  await arrive(page, 'pages/tabbar/mine');
  expect(await carets()).toBe(0);
  await screen(page, 'pages/tabbar/mine').getByRole('heading').first().tap();
  expect(await carets()).toBe(1);
  await page.goBack();
  await arrive(page, 'pages/tabbar/index');
  expect(await carets()).toBe(0);
});

test('nothing leads back from the sign-in screen that was landed on', async ({ page }) => {
  await page.goto('/');
  await arrive(page, 'pages/login/login');
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await page.getByRole('link', { name: /create account/i }).click();
  await arrive(page, 'pages/login/register');
  await page.getByRole('button', { name: 'Back' }).click();
  await arrive(page, 'pages/login/login');
});

test('somebody who goes elsewhere while the app starts gets there', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#app > *')) return;
      observer.disconnect();
      location.hash = '#/pages/mine/pay';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await arrive(page, 'pages/mine/pay');
});
