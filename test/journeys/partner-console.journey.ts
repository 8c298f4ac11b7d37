import { createServer } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { mintToken } from '../../src/partner/mint';
import { codeOf, counterAt } from '../../src/server/operator/totp';
import { operatorAs } from '../server/support/operator';
import { startOwnGateway } from './support/own-gateway';

// On a gateway of its own: the partner that signs up is the operator's to approve.
let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
test.beforeAll(async () => {
  gateway = await startOwnGateway({});
});
test.afterAll(() => gateway.stop());
test.use({ viewport: { width: 1100, height: 800 }, isMobile: false, hasTouch: false });

const email = 'stranger@dev.example';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const screen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

async function mailed(): Promise<string> {
  const { messages } = (await (await fetch(`${gateway.url}/dev/outbox.json`)).json()) as any;
  return messages.find(({ address }: { address: string }) => address === email).text;
}

/** The account of the stranger, with the key of their codes. */
async function signUp(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/partners/`);
  await button(page, 'Sign up').click();
  await page.getByLabel('Email').fill(email);
  await button(page, 'Continue').click();
  await expect(page.getByText('We have sent you an email')).toBeVisible();
  await page.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(await mailed())![0]);
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

/** A page of the stranger's, with the wallet in it. */
async function openSite(account: { id: string; secret: string }) {
  const server = createServer(async (request, response) => {
    const origin = `http://localhost:${(server.address() as { port: number }).port}`;
    if (request.method !== 'POST')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<script type="module" src="${gateway.url}/v1/embed.js"></script><cloudphone-wallet partner="${account.id}" token-endpoint="/token" loading="eager"></cloudphone-wallet>`,
        );
    const token = await mintToken(
      { gateway: gateway.url, ...account },
      { member: 'ann', feature: 'wallet', scopes: ['wallet:read'], origin },
    );
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
  });
  await new Promise<void>((settle) => server.listen(0, settle));
  return { origin: `http://localhost:${(server.address() as { port: number }).port}`, server };
}

const operator = (...args: string[]) => operatorAs({ desk: gateway.url }, 'dev-operator-token', {}, args);

test('a stranger signs up, shows the wallet with a test key, and has a live key once approved', async ({
  page,
  context,
}) => {
  await signUp(page);
  const id = await page.locator('dd code').first().innerText();
  const account = { id, secret: await makeKey(page) };
  const { origin, server } = await openSite(account);
  await addOrigin(page, origin);
  expect((await operator('partner', 'link', id, 'demo', 'ann')).code).toBe(0);
  const site = await context.newPage();
  await site.goto(origin);
  await expect(site.locator('cloudphone-wallet').getByText('¥', { exact: false }).first()).toBeVisible();

  await screen(page, 'Requests');
  await expect(page.getByRole('listitem').filter({ hasText: '200 tokens' }).first()).toContainText('ann');
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
    member: 'ann',
    feature: 'wallet',
    scopes: ['wallet:read'],
    origin: shop,
  });
  expect(token).toMatch(/^et_/);
  server.close();
});
