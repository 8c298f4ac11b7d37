import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { mintToken } from '../../src/partner/mint';
import { codeOf, counterAt } from '../../src/server/kernel/totp';
import { freePort } from '../../tools/programs/gateway.mjs';
import { operatorAs } from '../server/support/operator';
import { startOwnGateway } from './support/own-gateway';

// On a gateway of its own: the partner that signs up is the operator's to approve.
let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
test.beforeAll(async () => {
  gateway = await startOwnGateway({});
});
test.afterAll(() => gateway.stop());
test.use({ viewport: { width: 1100, height: 800 }, isMobile: false, hasTouch: false });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const screen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

async function mailed(email: string): Promise<string> {
  const { messages } = (await (await fetch(`${gateway.url}/dev/outbox.json`)).json()) as any;
  return messages.find(({ address }: { address: string }) => address === email).text;
}

/** The account of the stranger, with the key of their codes. */
async function signUp(page: Page, email = 'stranger@dev.example'): Promise<void> {
  await page.goto(`${gateway.url}/partners/`);
  await button(page, 'Sign up').click();
  await page.getByLabel('Email').fill(email);
  await button(page, 'Continue').click();
  await expect(page.getByText('We have sent you an email')).toBeVisible();
  await page.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(await mailed(email))![0]);
  await button(page, 'Continue').click();
  const key = await page.locator('form > code').innerText();
  await page.getByLabel('Company').fill('Strangers Ltd');
  await page.getByLabel('New password').fill('a long enough phrase');
  await page.getByLabel('Code from your authenticator app').fill(codeOf(key, counterAt(Date.now())));
  await button(page, 'Sign up').click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
}

/** The secret of a new key, as it is shown once. */
async function makeKey(page: Page): Promise<string> {
  await screen(page, 'Keys');
  await button(page, 'Create key').click();
  return page.locator('.secret code').innerText();
}

async function addOrigin(page: Page, origin: string): Promise<void> {
  await screen(page, 'Origins');
  await page.getByRole('textbox', { name: 'Origin' }).fill(origin);
  await button(page, 'Add').click();
  await expect(page.getByRole('listitem').filter({ hasText: origin })).toBeVisible();
}

/** The server that the quickstart prints, as it stands there, for the customer `demo`. Resolves once it answers. */
async function startQuickstart(env: Record<string, string>) {
  const [, code = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync('docs/embedding/quickstart.md', 'utf8')) ?? [];
  const args = ['--input-type=module', '--eval', code];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'inherit' });
  const answers = () =>
    fetch(`http://localhost:${env.PORT}/cp/embed-token`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(true);
  return child;
}

/** The stranger's own site: the page of the quickstart, with `/cp/…` passed on to its server, as a development server does. */
async function openSite(account: { id: string; secret: string }) {
  const site = createServer(async (request, response) => {
    const { method, url, headers } = request;
    if (!url?.startsWith('/cp/'))
      return response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'sid=a-session-of-yours' })
        .end(
          `<script type="module" src="${gateway.url}/v1/embed.js"></script><cloudphone-wallet partner="${account.id}" token-endpoint="/cp/embed-token"></cloudphone-wallet>`,
        );
    const { origin = '', cookie = '' } = headers;
    const body = await new Response(Readable.toWeb(request) as ReadableStream).text();
    const passed = await fetch(`http://localhost:${port}${url}`, {
      method: method ?? 'GET',
      headers: { origin, cookie },
      body,
    });
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
  });
  await new Promise<void>((settle) => site.listen(0, settle));
  const origin = `http://localhost:${(site.address() as { port: number }).port}`;
  const port = String(await freePort());
  const server = await startQuickstart({
    CLOUDPHONE_SECRET: account.secret,
    CLOUDPHONE: gateway.url,
    PARTNER: account.id,
    ORIGIN: origin,
    PORT: port,
  });
  return {
    origin,
    close() {
      server.kill();
      site.close();
    },
  };
}

const operator = (...args: string[]) => operatorAs({ desk: gateway.url }, 'dev-operator-token', {}, args);

test('a stranger signs up, shows the wallet with a test key, and has a live key once approved', async ({
  page,
  context,
}) => {
  const began = Date.now();
  await signUp(page);
  const id = await page.locator('dd code').first().innerText();
  const account = { id, secret: await makeKey(page) };
  const { origin, close } = await openSite(account);
  await addOrigin(page, origin);
  await screen(page, 'Sandbox');
  await page.getByLabel('Your id for the customer').fill('demo');
  await page.getByLabel('Password').fill('try-it-out-9');
  await button(page, 'Add').click();
  await expect(page.getByRole('heading', { name: 'Withdrawals' })).toBeVisible();
  const site = await context.newPage();
  await site.goto(origin);
  await expect(site.locator('cloudphone-wallet')).toContainText('¥5,000.00');

  await screen(page, 'Requests');
  await expect(page.getByRole('listitem').filter({ hasText: '200 tokens' }).first()).toContainText('demo');
  await screen(page, 'Overview');
  await page.getByLabel('Your site').fill('https://strangers.example');
  await page.getByLabel('What you offer, and to whom').fill('Lamps');
  await button(page, 'Request to go live').click();
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  expect((await operator('partner', 'approve', id)).code).toBe(0);

  await page.getByLabel('Mode').selectOption('live');
  const live = { gateway: gateway.url, id, secret: await makeKey(page) };
  const shop = 'https://strangers.example';
  await addOrigin(page, shop);
  const { token } = await mintToken(live, {
    member: 'demo',
    feature: 'wallet',
    scopes: ['wallet:read'],
    origin: shop,
  });
  expect(token).toMatch(/^et_/);
  close();
  // what the documents say, so that it stays true
  const [, stated] =
    /in less than (\d+) seconds/.exec(readFileSync('docs/embedding/console.md', 'utf8')) ?? [];
  expect((Date.now() - began) / 1000).toBeLessThan(Number(stated));
});

test('a developer themes real embeds in both schemes, sees unreadable colours, and copies the code', {
  tag: '@rarely',
}, async ({ page }) => {
  await signUp(page, 'designer@dev.example');
  await screen(page, 'Theme');
  const embed = (scheme: string) => page.frameLocator(`iframe.${scheme}`).locator('cloudphone-wallet');
  const buttonOf = (scheme: string) => embed(scheme).getByText('Withdraw', { exact: true }).first();
  const colour = (scheme: string) =>
    buttonOf(scheme).evaluate((one) => getComputedStyle(one.closest('a, button')!).backgroundColor);
  await expect(buttonOf('light')).toBeVisible();
  await expect(buttonOf('dark')).toBeVisible();
  await page.getByLabel('--cp-color-primary', { exact: true }).fill('#0b5c86');
  await expect.poll(() => colour('light')).toContain('11, 92, 134');
  await page.getByLabel('Scheme', { exact: true }).selectOption('dark');
  await page.getByLabel('--cp-color-primary', { exact: true }).fill('#7cc4ea');
  await page.getByLabel('--cp-color-on-primary', { exact: true }).fill('#10202a');
  await expect.poll(() => colour('dark')).toContain('124, 196, 234');
  await expect.poll(() => colour('light')).toContain('11, 92, 134');
  const css = page.locator('.code pre').first();
  await expect(css).toContainText('--cp-color-primary: #0b5c86;');
  await expect(css).toContainText('@media (prefers-color-scheme: dark)');
  await page.getByLabel('--cp-color-on-primary', { exact: true }).fill('#8fd0f0');
  await expect(page.getByRole('log')).toContainText('Dark: color-on-primary on color-primary has a contrast');
  await page.getByLabel('--cp-color-on-primary', { exact: true }).fill('#10202a');
  await expect(page.getByRole('log')).toContainText('No warnings');
  await button(page, 'Save').click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('--cp-color-primary', { exact: true })).toHaveValue('#0b5c86');
});

const screens = [
  'overview',
  'keys',
  'origins',
  'profile',
  'theme',
  'sandbox',
  'webhooks',
  'requests',
  'usage',
  'deprecations',
  'status',
  'people',
  'changes',
];

test('nobody is kept out of a page of the console: axe finds nothing, and nothing is wider than the window', {
  tag: '@rarely', // 56 pages; most changes touch one
}, async ({ page }) => {
  test.setTimeout(240_000);
  const check = async (what: string) => {
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
    axe.exclude('iframe'); // the same embed twice, on purpose; what is in it is looked at elsewhere
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${what} ${id} ${nodes[0]!.target} ${nodes[0]!.html}`);
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what).toBe(true);
  };
  await page.goto(`${gateway.url}/partners/`);
  await check('the door');
  await page.goto(`${gateway.url}/partners/status`);
  await expect(page.getByText('Everything works')).toBeVisible();
  await check('the public status page');
  await signUp(page, 'reader@dev.example');
  await makeKey(page);
  await addOrigin(page, 'https://*.preview.example');
  await screen(page, 'Webhooks');
  await page.getByLabel('URL').fill('http://localhost:9/hook');
  await page.getByRole('checkbox', { name: 'order.paid' }).uncheck();
  await button(page, 'Add').click();
  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByRole('button', { name: 'webhook.test' })).toBeVisible();
  await screen(page, 'Sandbox');
  await page.getByLabel('Your id for the customer').fill('ann');
  await page.getByLabel('Password').fill('try-it-out-9');
  await button(page, 'Add').click();
  await expect(page.getByRole('heading', { name: 'Withdrawals' })).toBeVisible();
  await page.getByLabel('Title').fill('Hello');
  await page.getByLabel('Text').fill('From a test');
  await button(page, 'Publish a notice').click();
  await expect(page.getByRole('status').filter({ hasText: 'Publish a notice: ann' })).toBeVisible();
  for (const [width, colorScheme, language] of [
    [1440, 'light', 'en'],
    [390, 'dark', 'zh'],
    [1440, 'dark', 'vi'],
    [390, 'light', 'zh-Hant'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.locator('header select').last().selectOption(language);
    for (const name of screens) {
      await page.evaluate((hash) => (location.hash = hash), `/${name}`);
      await expect(page.locator(`main[data-screen="${name}"]`)).toBeVisible();
      await expect(page.locator('main .quiet', { hasText: /^(Loading|正在加载|正在載入|Đang)/ })).toHaveCount(
        0,
      );
      await check(`${width} ${colorScheme} ${language} ${name}`);
    }
  }
});
