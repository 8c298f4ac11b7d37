import { arrive, expect, openDevices, ownMember, screen, tab, test } from './support/journey';

test('a member pulls the list down and sees it refreshed', { tag: '@react' }, async ({ page }) => {
  await openDevices(page);
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  // fingers are attended to a moment after the first screen is there, which no member is quicker than
  let asked = 0;
  page.on('request', (request) => {
    if (/txDevice\/list$/.test(request.url())) asked++;
  });
  await expect(async () => {
    await touch('touchStart', 200);
    for (let y = 220; y <= 480; y += 20) await touch('touchMove', y);
    await touch('touchEnd');
    await expect.poll(() => asked, { timeout: 1000 }).toBeGreaterThan(0);
  }).toPass();
  await arrive(page, 'pages/tabbar/index');
});

test('a member pauses and resumes the tasks of a device order', {
  tag: '@rarely', // test/unit/devices pauses them, test/server/devices says which may be
}, async ({ page }) => {
  await openDevices(page, ownMember('rich'));
  const running = screen(page, 'pages/tabbar/index')
    .getByRole('link')
    .filter({ hasText: /Running tasks\s*[1-9]/ });
  await running.first().click();
  await arrive(page, 'pages/list/equList');
  const order = screen(page, 'pages/list/equList');
  await order.getByRole('button', { name: /pause all/i }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /pause/i }).click();
  await expect(page.getByText(/[1-9]\d* tasks? paused/)).toBeVisible();
  await arrive(page, 'pages/list/equList');
  await expect(order.getByRole('tab', { name: /running/i })).toHaveText(/running tasks\s*0/i);
  await order.getByRole('button', { name: /pause all/i }).click();
  await expect(page.getByText('No devices available to pause at this time!')).toBeVisible();
  await order.getByRole('button', { name: /resume all/i }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /resume/i })
    .click();
  await expect(order.getByText(/running/i).first()).toBeVisible();
});

test('a member installs an app on all of their cloud phones and reads the result of each', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, ownMember('rich'));
  await page.goto('/#/pages/list/equList');
  const fleet = screen(page, 'pages/list/equList');
  await fleet.getByRole('button', { name: 'Choose cloud phones' }).click();
  await fleet.getByRole('checkbox', { name: /^All/ }).check();
  await expect(fleet.getByRole('status').filter({ hasText: /[1-9]\d* chosen/ })).toBeVisible();
  await fleet.getByRole('button', { name: 'Install an app' }).click();
  await page.getByRole('button', { name: /Sandbox Notes/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Install an app' }).click();
  await arrive(page, 'pages/list/phoneActions');
  const action = screen(page, 'pages/list/phoneActions');
  await expect(action.getByText('Test mode: a sandbox does this.')).toBeVisible();
  await expect(action.getByText(/^(\d+) of \1 finished/)).toBeVisible({ timeout: 30_000 });
  await expect(action.getByText('Done', { exact: true }).first()).toBeVisible();
});

test('a member switches the language, and it stays', async ({ page }) => {
  await openDevices(page);
  await tab(page, /^me$/i).click();
  await arrive(page, 'pages/tabbar/mine');
  await page.getByLabel('Language').selectOption('简体中文');
  await expect(tab(page, '云手机')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await tab(page, '云手机').click();
  await expect(page).toHaveTitle(/云手机/);
  await page.reload();
  await expect(tab(page, '我的')).toBeVisible();
});

test('a Chinese browser is spoken to in Chinese, and so is the server', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ locale: 'zh-CN', baseURL: baseURL! });
  const asked = page.waitForRequest(/\/api\//);
  await page.goto('/');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  await page.goto('/#/pages/login/register');
  expect((await asked).headers()['accept-language']).toBe('zh_CN');
  await page.close();
});

test('without a connection what was seen stays, the rest says why, and a retry helps', async ({
  page,
  context,
  told,
}) => {
  told.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await openDevices(page);
  const orders = screen(page, 'pages/tabbar/index').getByRole('listitem').getByRole('link');
  await orders.first().click();
  await arrive(page, 'pages/list/equList');
  await page.goBack();
  await arrive(page, 'pages/tabbar/index');
  const count = await screen(page, 'pages/tabbar/index').getByRole('listitem').count();
  await context.setOffline(true);
  await expect(page.getByText(/you are offline/i)).toBeVisible();
  expect(await screen(page, 'pages/tabbar/index').getByRole('listitem').count()).toBe(count);
  await orders.nth(1).click();
  await expect(page.getByRole('button', { name: /try again/i }).first()).toBeVisible();
  await context.setOffline(false); // and it goes on by itself
  await expect(page.getByRole('button', { name: /try again/i })).toHaveCount(0);
  await arrive(page, 'pages/list/equList');
});

test('without a connection, a screen that was loaded before says so once', { tag: '@rarely' }, async ({
  page,
  context,
  told,
}) => {
  told.expected.push(/ERR_INTERNET_DISCONNECTED/);
  const earnings = 'pages/list/earnings';
  await openDevices(page);
  await page.goto(`/#/${earnings}`);
  await arrive(page, earnings);
  await page.goBack();
  await arrive(page, 'pages/tabbar/index');
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`/#/${earnings}`);
  await failed;
  await arrive(page, earnings);
  await expect(page.getByText(/you are offline/i)).toBeVisible();
  for (const repeated of [
    page.getByText(/network is not strong/),
    page.getByRole('button', { name: /try again/i }),
  ])
    await expect(repeated.filter({ visible: true })).toHaveCount(0);
});

test('a device order that is not there, or is somebody else’s, is refused in words', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page);
  await page.goto('/#/pages/list/equList?serialNumber=NOTMINE1');
  await expect(screen(page, 'pages/list/equList').getByRole('alert').first()).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the app opens without a connection, says so, and goes on when it is back', async ({
    page,
    context,
    told,
  }) => {
    told.expected.push(/ERR_INTERNET_DISCONNECTED/);
    await openDevices(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await arrive(page, 'pages/tabbar/index');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/you are offline/i)).toBeVisible();
    const devices = screen(page, 'pages/tabbar/index');
    await expect(devices.getByText(/^Couldn't load · Last updated (just now|\d+ min ago)/)).toBeVisible();
    await expect(devices.getByRole('listitem').first()).toBeVisible();
    await expect(devices.getByText('The network is not strong')).toHaveCount(0);
    await context.setOffline(false);
    const again = page.getByRole('button', { name: /try again/i }).first();
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 }); // or it has gone on by itself
      await expect(page.getByText(/you are offline/i)).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await arrive(page, 'pages/tabbar/index');
  });

  test('cached answers stay on the phone for their member, and are deleted on sign-out', {
    tag: '@rarely',
  }, async ({ page, context, told }) => {
    told.expected.push(/ERR_INTERNET_DISCONNECTED/);
    await openDevices(page, ownMember('rich'));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await arrive(page, 'pages/tabbar/index');
    await tab(page, /^me$/i).click();
    await arrive(page, 'pages/tabbar/mine');
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('seen')));
    await expect.poll(kept).toContainEqual(expect.stringContaining('txUser/balance'));
    await context.setOffline(true);
    await page.reload();
    await expect(screen(page, 'pages/tabbar/mine').getByText(/Last updated /)).toBeVisible();
    await screen(page, 'pages/tabbar/mine').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(screen(page, 'pages/login/login')).toBeVisible();
    expect(await kept()).toEqual([]);
    await page.goto('/#/pages/tabbar/index');
    await page.reload();
    await expect(screen(page, 'pages/login/login')).toBeVisible();
  });
});
