import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import md5 from 'blueimp-md5';
import { embedBody } from '../../src/contract/embed/embed';
import { balance as getBalance } from '../../src/contract/member/auth';
import { embedToken } from '../../src/contract/site/web';
import { prepare, proceed, secured } from './support/embed-money';
import { arrive, demo, expect, openDevices, openSignedIn, screen, signIn, test } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

const path = 'pages/member/webView';
const wallet = `/#/${path}?type=wallet`;
const inside = (page: Page) => screen(page, path).locator('cloudphone-wallet');
const balance = (page: Page) =>
  inside(page)
    .getByText(/¥[\d,]+\.\d\d/)
    .first();

/** Our page shows the wallet and waits for nothing. */
async function shown(page: Page) {
  await expect(balance(page)).toBeVisible({ timeout: 15_000 });
  await expect(inside(page).locator('[data-screen]')).not.toHaveAttribute('aria-busy', 'true');
}

/** The next embed token that a page is given. */
const nextToken = async (page: Page): Promise<string> => {
  const response = await page.waitForResponse((one) => one.url().endsWith(embedToken.path));
  return (await response.json()).body.token;
};

test('a member opens the wallet inside the app, leaves it and comes back', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/\/v1\/embed\.js/.test(request.url()) && request.resourceType() === 'script')
      scripts.push(request.url());
  });
  await openSignedIn(page, demo, wallet);
  await shown(page);
  const before = await balance(page).textContent();

  await page.goto('/#/pages/tabbar/mine');
  await arrive(page, 'pages/tabbar/mine');
  await expect(page.locator('cloudphone-wallet')).toHaveCount(0);
  await page.goBack();
  await shown(page);
  expect(await balance(page).textContent()).toBe(before);
  expect(scripts).toHaveLength(1);

  await inside(page).getByRole('link', { name: 'Withdrawal history' }).click();
  await expect(inside(page).getByRole('heading', { name: 'Withdrawal history' })).toBeVisible();
  await screen(page, path).getByRole('button', { name: 'Back' }).first().click(); // of the page, not of the wallet
  await arrive(page, 'pages/tabbar/index');
});

/** The gateway's response to a token, requested as our page does. */
async function said(origin: string, authToken: string): Promise<{ code: string; balance?: number }> {
  const header = { uuid: randomUUID(), appid: 'embed', authToken, timestamp: Date.now() };
  const response = await fetch(`${origin}/api/${getBalance.path}`, {
    method: 'POST',
    body: embedBody(header, {}, 'en_US', md5),
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin },
  });
  const answer = await response.json();
  return { code: answer.header.res_code, balance: answer.body.balance };
}

test('the shown data belongs to the signed-in member, and disappears when the session ends', {
  tag: '@rarely',
}, async ({ page, baseURL }) => {
  const [token] = await Promise.all([nextToken(page), signIn(page, demo, wallet)]);
  await shown(page);
  const theirs = await said(baseURL!, token);
  expect(theirs.code).toBe('1');
  await page.goto('/#/pages/tabbar/mine');
  await arrive(page, 'pages/tabbar/mine');
  await page.getByRole('button', { name: /sign out/i }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /sign out/i })
    .click();
  await expect(screen(page, 'pages/login/login')).toBeVisible();
  expect(await said(baseURL!, token)).toEqual({ code: '510' });

  const chinese = { account: 'democn', password: demo.password };
  const [other] = await Promise.all([nextToken(page), signIn(page, chinese, wallet)]);
  await shown(page);
  const answer = await said(baseURL!, other);
  expect(answer.code).toBe('1');
  expect(answer.balance).not.toBe(theirs.balance);
});

test('an address of no feature is reported as unknown, and a link leads back', { tag: '@rarely' }, async ({
  page,
}) => {
  await openDevices(page);
  await page.goto(`/#/${path}?type=loans`);
  await expect(screen(page, path)).toContainText("Can't open “loans” here.");
  await screen(page, path).getByRole('button', { name: 'Back' }).last().click();
  await arrive(page, 'pages/tabbar/index');
  await page.goto(`/#/${path}`);
  await expect(screen(page, path)).toContainText('This link is incomplete');
});

test.describe('on a gateway with sites', () => {
  const gateway = { url: '', stop: async () => {} };
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const away = `http://127.0.0.1:${(site.address() as AddressInfo).port}/away`;
    response.end(
      request.url === '/help'
        ? `<!doctype html><h1>Help</h1><p id="top"></p><script>
            try { top.location.href; document.getElementById('top').textContent = 'sees the page around'; }
            catch { document.getElementById('top').textContent = 'sees nothing around'; }
            try { if (top !== self) top.location = 'https://evil.example/'; } catch {}
          </script><a href="${away}">away</a>`
        : '<!doctype html><h1>Elsewhere</h1>',
    );
  });
  let origin = '';
  test.beforeAll(async () => {
    test.setTimeout(90_000);
    await new Promise<void>((settle) => site.listen(0, () => settle()));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    Object.assign(gateway, await startOwnGateway({ WEB_VIEW_ORIGINS: origin, PAY_PASSWORD_FROM: 'off' }));
  });
  test.afterAll(async () => {
    await gateway.stop();
    site.closeAllConnections();
    site.close();
  });
  const at = (url: string) => `${gateway.url}/#/${path}?url=${encodeURIComponent(url)}`;

  test('a site of the list is shown under its name, cannot touch the app, and stays where it is', async ({
    page,
    told,
  }) => {
    told.expected.push(/Content Security Policy|sandbox|Unsafe|Framing/i);
    await openSignedIn(page, demo, at(`${origin}/help`));
    const view = screen(page, path);
    const { host } = new URL(origin);
    await expect(view.getByRole('heading', { level: 1 })).toHaveText(host);
    const frame = view.locator('iframe').contentFrame();
    await expect(frame.getByText('sees nothing around')).toBeVisible();
    expect(page.url()).toContain(gateway.url);

    // the same server by another name is another site
    await frame.getByRole('link', { name: 'away' }).click();
    await expect(frame.getByText('Help')).toHaveCount(0);
    await expect(frame.getByText('Elsewhere')).toHaveCount(0);

    await view.getByRole('button', { name: 'Open in browser' }).click();
    await page.waitForURL(`${origin}/help`);
  });

  test('any other address is refused by its name, and nothing of it is asked for', {
    tag: '@rarely',
  }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openSignedIn(page, demo, at(`${origin}@evil.example/`));
    await expect(screen(page, path)).toContainText("evil.example can't be opened here");
    for (const [url, said] of [
      ['https://help.example./', "help.example. can't be opened here"],
      [`${gateway.url}/`, `${new URL(gateway.url).host} can't be opened here`],
      ['javascript:alert(1)', "This link can't be opened"],
      ['data:text/html,<h1>x', "This link can't be opened"],
    ]) {
      await page.goto(at(url!));
      await expect(screen(page, path)).toContainText(said!);
      await expect(page.locator('iframe')).toHaveCount(0);
    }
    expect(asked.filter((one) => !one.startsWith(gateway.url))).toEqual([]);
  });

  test('money is confirmed in our secure document here, too', { tag: '@rarely' }, async ({ page }) => {
    await openSignedIn(page, demo, gateway.url + wallet); // its money is counted by nobody else
    await shown(page);
    await prepare(inside(page), 100);
    await expect(secured(inside(page)).getByText('¥100.00').first()).toBeVisible();
    const button = await proceed(inside(page));
    await expect(button).toBeEnabled();
    await button.click();
    await expect(inside(page).locator('dialog iframe')).toHaveCount(0);
    await expect(inside(page).getByText('¥100.00').first()).toBeVisible();
  });
});
