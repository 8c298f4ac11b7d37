import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { listDevices, listMachines } from '../../src/contract/buying/devices';
import { answerWatch, currentWatch, endWatch } from '../../src/contract/buying/watches';
import { client } from '../../src/embed/npm/server';
import { arrived, arrivedInFrame, embed, expect, listen, ours, test } from './support/embed-host';
import { arrive, callAs, demo, openSignedIn, ownMember } from './support/journey';

const site = process.env.PARTNER_URL!;
const shown = ['wallet', 'work-orders', 'notices'];

/** Signs in to the shop, as one of its shoppers. */
async function enter(page: Page, who: string, path = '/') {
  await page.goto(site);
  const status = await page.evaluate(
    (who) =>
      fetch('/sign-in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ who }),
      }).then(({ status }) => status),
    who,
  );
  expect(status).toBe(200);
  await page.goto(`${site}${path}`);
}
const pick = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test.beforeEach(({ told }) => {
  told.expected.push(/401/); // before anybody has signed in to the shop
});

for (const [path, tag] of [
  ['/', ['@rarely']], // what can be done under a strict policy can be done without one
  ['/strict', ['@rarely']],
] satisfies [string, string[]][])
  test(`the example partner’s page ${path} has all three widgets, its own look and its own language`, {
    tag,
  }, async ({ page }) => {
    test.setTimeout(90_000);
    await page.addInitScript(() => {
      (globalThis as any).broken = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        (globalThis as any).broken.push(violatedDirective),
      );
    });
    await enter(page, 'demo', path);
    for (const feature of shown) await embed(page, feature).scrollIntoViewIfNeeded();
    for (const feature of shown) await arrived(page, feature);
    await expect(page.getByText('SANDBOX')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'wallet: cp-content' })).toBeVisible();

    const button = embed(page).getByRole('link', { name: /^(Withdraw|申请提现)$/ });
    const colors = [];
    for (const theme of ['Harbour', 'Night', 'Kraft']) {
      await pick(page, theme);
      await expect
        .poll(() => button.evaluate((node) => getComputedStyle(node).backgroundColor))
        .not.toBe(colors.at(-1));
      colors.push(await button.evaluate((node) => getComputedStyle(node).backgroundColor));
      // in the page and its shadow roots, at once: gathering what passes, and summing up frames that there are none of, took three times as long
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
      const { violations } = await axe.analyze();
      expect(violations.map(({ id, nodes }) => `${theme} ${id} ${nodes[0]!.target}`)).toEqual([]);
    }
    expect(new Set(colors).size).toBe(3);

    await pick(page, '简体中文');
    await expect(button).toHaveText('申请提现');
    await pick(page, '框架内');
    const frame = await arrivedInFrame(page);
    await expect(frame.getByRole('link', { name: '申请提现' })).toHaveCSS('background-color', colors[2]!);
    expect(await page.evaluate(() => (globalThis as any).broken)).toEqual([]);
  });

test('the shop’s token endpoint is for its own pages, and for who is signed in there', {
  tag: '@rarely',
}, async ({ page, host }) => {
  await enter(page, 'nobody');
  await embed(page).scrollIntoViewIfNeeded();
  await expect(embed(page).getByRole('alert').first()).toContainText('Please sign in on this site');
  await enter(page, 'demo');
  await arrived(page);
  await pick(page, 'nobody');
  await expect(embed(page).getByRole('alert').first()).toContainText('Please sign in on this site');

  await enter(page, 'demo');
  const cookie = (await page.context().cookies(site)).map(({ name, value }) => `${name}=${value}`).join('; ');
  const ask = (headers: Record<string, string>, body: object = { feature: 'wallet', reason: 'use' }) =>
    fetch(`${site}/cp/embed-token`, { method: 'POST', headers, body: JSON.stringify(body) });
  const right = { origin: site, 'content-type': 'application/json', cookie };
  const given = await (await ask(right)).json();
  expect(given).toEqual({
    token: expect.stringMatching(/^et_/),
    expiresIn: 300,
    subject: expect.stringMatching(/./),
  });
  for (const [what, headers] of Object.entries({
    'another site': { ...right, origin: host.origin },
    'a form': { ...right, 'content-type': 'text/plain' },
    'nobody’s page': { 'content-type': 'application/json', cookie },
    'another site, by fetch metadata': { ...right, 'sec-fetch-site': 'cross-site' },
  }))
    expect((await ask(headers)).status, what).toBe(403);
  expect((await ask({ ...right, cookie: cookie.replace('demo.', 'democn.') })).status).toBe(401);
  expect((await ask(right, { feature: 'loans', reason: 'use' })).status).toBe(400);
  expect((await ask(right, { feature: 'constructor', reason: 'use' })).status).toBe(400);
});

test('a newcomer of the shop connects an account, and comes back to the shop, which has their wallet', {
  tag: '@rarely',
}, async ({ page, told }) => {
  told.expected.push(/403/);
  const as = { gateway: ours, partner: 'p_demo', secret: process.env.PARTNER_SECRET! };
  await client(as).unlinkMember({ member: 'newcomer' });
  await page.goto(site);
  const cloudphone = await page.evaluate(() => document.body.dataset.embeds);
  await openSignedIn(page, ownMember('new'), cloudphone);
  await enter(page, 'newcomer');
  await embed(page).scrollIntoViewIfNeeded();
  const connect = embed(page).getByRole('link', { name: 'Connect' });
  const [ourPage] = await Promise.all([page.context().waitForEvent('page'), connect.click()]);
  await arrive(ourPage, 'pages/mine/connectPartner');
  await ourPage.getByRole('button', { name: 'Connect' }).click();
  await expect(ourPage).toHaveURL(`${site}/`);
  await embed(ourPage).scrollIntoViewIfNeeded();
  await arrived(ourPage);
  await client(as).unlinkMember({ member: 'newcomer' });
});

test('in React’s StrictMode there is one embed; it calls the latest functions and goes when removed', {
  tag: '@rarely',
}, async ({ page }) => {
  const heard = await listen(page);
  await enter(page, 'demo', '/react');
  for (const feature of shown) await embed(page, feature).scrollIntoViewIfNeeded();
  for (const feature of shown) await arrived(page, feature);
  for (const feature of shown) await expect(embed(page, feature)).toHaveCount(1);
  const count = async (what: string) => (await heard()).filter((one) => one === what).length;
  expect(await count('loadstart')).toBe(3);
  await page.getByRole('button', { name: 'Rendered again' }).click();
  await page.getByRole('button', { name: 'Rendered again' }).click();
  await embed(page).getByRole('link', { name: 'Withdrawal history' }).click();
  await expect(page.getByText(/wallet: .*withDrawRecord, when rendered 2 times/)).toBeVisible();
  await page.getByRole('button', { name: 'Other theme' }).click();
  await expect(embed(page).getByRole('heading', { name: 'Withdrawal history' })).toBeVisible(); // it is where it was
  expect(await count('loadstart')).toBe(3);
  await page.getByRole('button', { name: 'Take out' }).click();
  await expect(page.locator('cloudphone-wallet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Put in' }).click();
  await arrived(page);
  expect((await heard()).filter((one) => /error/.test(one))).toEqual([]);
});

test('the playground shows the code of a widget or a mistake, its effect and the console’s messages', {
  tag: '@rarely',
}, async ({ page, told }) => {
  told.expected.push(/404/);
  await enter(page, 'demo', '/playground');
  await arrived(page);
  await page.getByLabel('Widget').selectOption('notices');
  await arrived(page, 'notices');
  await expect(embed(page)).toHaveCount(0);
  for (const [dialect, says] of [
    ['HTML', '<cloudphone-notices partner="p_demo"'],
    ['JavaScript', "mount('notices', '#here'"],
    ['React', '<Notices partner="p_demo"'],
    ['Vue', 'v-cloudphone='],
    ['Svelte', 'use:cloudphone='],
    ['Angular', 'imports: [Cloudphone]'],
  ] as const) {
    await page.getByLabel('Written in').selectOption(dialect);
    await expect(page.locator('pre')).toContainText(says);
  }
  const log = page.getByRole('list', { name: 'What the page was told' });
  for (const [mistake, says] of [
    ['no token endpoint', 'fetch_token_missing'],
    ['an endpoint that is not there', '/cp/nothing answered 404'],
    ['a route that there is none of', 'route_unknown'],
    ['a radius that is none', 'radius cannot be potato'],
  ] as const) {
    await page.getByLabel('Mistake').selectOption(mistake);
    await expect(log.getByText(says).first()).toBeVisible();
  }
});

test('the example partner’s support watches a cloud phone, and no longer once the member has ended it', {
  tag: '@rarely', // test/server/watches tests who may watch and until when, live.journey.ts shows a phone
}, async ({ page, told }) => {
  told.expected.push(/404/); // the address of the picture, once the watching has ended
  // one of the example shop's own customers: nothing but the list of who has watched changes
  const { items: orders } = await callAs(demo, listDevices, {});
  const { serialNumber } = orders.find(({ running }) => running)!;
  const { items } = await callAs(demo, listMachines, { serialNumber });
  const { id: machine } = items.find(({ online }) => online)!;
  await page.goto(`${site}/support`);
  await page.getByLabel('Id of the cloud phone').fill(machine);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Reason').fill('The game does not start');
  await page.getByRole('button', { name: 'Ask to watch' }).click();
  await expect(page.getByText('Waiting for the customer')).toBeVisible();
  const { watch } = await callAs(demo, currentWatch, { machine });
  await callAs(demo, answerWatch, { id: watch!.id, allow: true });
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('#frame img')).toBeVisible({ timeout: 15_000 });
  await callAs(demo, endWatch, { id: watch!.id });
  await expect(page.getByText('It has ended')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});
