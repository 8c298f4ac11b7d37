import type { Page } from '@playwright/test';
import { client } from '../../src/embed/npm/server';
import type { Refused } from '../../src/partner/mint';
import {
  arrived,
  arrivedInFrame,
  element,
  embed,
  expect,
  listen,
  ours,
  partner,
  script,
  test,
} from './support/embed-host';
import { arrive, openSignedIn, ownMember, screen } from './support/journey';

/** Reads what our page of consent asks, and agrees. */
async function agree(page: Page, origin: string, customer: string) {
  await arrive(page, 'pages/mine/connectPartner');
  const consent = screen(page, 'pages/mine/connectPartner');
  await expect(consent.getByText(origin)).toBeVisible();
  await expect(consent.getByText(customer).first()).toBeVisible();
  await expect(consent.getByText('Wallet: balance')).toBeVisible();
  await page.getByRole('button', { name: 'Connect' }).click();
}

test('a customer without an account link agrees to it on our own origin and sees the wallet on return', async ({
  page,
  host,
  told,
}) => {
  told.expected.push(/403/);
  const warned: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
  const heard = await listen(page);
  const customer = `customer-${Date.now()}`;
  host.customer = customer;
  host.answer = ({ feature }) => host.mint(feature, { member: customer });
  await openSignedIn(page, ownMember('new'), ours);
  await host.open(page, element('wallet') + script);
  await expect(embed(page).getByRole('alert').first()).toHaveText('Connect your Cloudphone account first.');
  const connect = embed(page).getByRole('link', { name: 'Connect' });
  await expect(connect).toHaveAttribute(
    'href',
    new RegExp(`^${ours}/#/pages/mine/connectPartner\\?request=`),
  );
  expect(await heard()).toContain('error member_not_linked');
  await expect.poll(() => warned.filter((one) => one.includes('member_not_linked')).length).toBe(1);

  const [ourPage] = await Promise.all([page.context().waitForEvent('page'), connect.click()]);
  await agree(ourPage, host.origin, customer);
  await arrived(ourPage); // back on the shop's page, where it is theirs
  await ourPage.close();

  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await arrived(page);
  await expect(embed(page).getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
});

test('a customer reads who asks before they sign in, allows some of it, and later the rest or nothing', {
  tag: '@rarely',
}, async ({ page, host, told }) => {
  told.expected.push(/403/);
  const customer = `some-${Date.now()}`;
  host.customer = customer;
  host.answer = ({ feature }) => host.mint(feature, { member: customer });
  await host.open(page, element('wallet') + script);
  const connect = embed(page).getByRole('link', { name: 'Connect' });
  const url = (await connect.getAttribute('href'))!;
  await page.goto(url);
  const consent = screen(page, 'pages/mine/connectPartner');
  await expect(consent).toContainText(host.origin);
  await expect(consent.getByRole('link', { name: 'Sign in to go on' })).toBeVisible();
  await expect(consent.getByRole('checkbox')).toHaveCount(0);
  await consent.getByRole('button', { name: 'Decline' }).click();
  await page.waitForURL(/error=access_denied/);

  await openSignedIn(page, ownMember('new'), url);
  const rest = consent.getByRole('checkbox');
  await rest.first().waitFor();
  for (const box of await rest.all()) await box.uncheck();
  await consent.getByRole('button', { name: 'Connect' }).click();
  await expect(consent.getByRole('alert')).toHaveText('Choose at least one');
  await consent.getByRole('checkbox', { name: /^Notices/ }).check();
  await consent.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(`${host.origin}/**`);
  await host.open(page, element('wallet') + element('notices') + script);
  await arrived(page, 'notices');
  const [ourPage] = await Promise.all([page.context().waitForEvent('page'), connect.click()]);
  const again = screen(ourPage, 'pages/mine/connectPartner');
  await expect(again.getByRole('checkbox', { name: /^Wallet/ })).toBeChecked(); // what they came from
  await expect(again.getByRole('checkbox', { name: /^Online support/ })).not.toBeChecked();
  await again.getByRole('button', { name: 'Connect' }).click();
  await arrived(ourPage);
});

test('a member who sends their own connect link to another does not get access to that account', async ({
  page,
  host,
}) => {
  const mallory = `mallory-${Date.now()}`;
  const { body } = await host.mint('wallet', { member: mallory }).then(
    () => ({ body: undefined }),
    (refusal: Refused) => refusal,
  );
  host.customer = 'somebody-else'; // has a session of their own in the shop
  await openSignedIn(page, ownMember('new'), body!.connectUrl);
  await agree(page, host.origin, mallory);
  await expect(page.getByText('Not connected: code_refused')).toBeVisible();
  await expect(host.mint('wallet', { member: mallory })).rejects.toThrow('member_not_linked');
  host.customer = mallory; // the code was spent by being shown
  await page.reload();
  await expect(page.getByText('Not connected: code_refused')).toBeVisible();
  await expect(host.mint('wallet', { member: mallory })).rejects.toThrow('member_not_linked');
});

const mistakes: [name: string, attributes: string, said: RegExp][] = [
  [
    'a route that there is none of',
    'route="/balance"',
    /route_unknown\. .*Given: \/balance\. Valid: .*pages\/mine\/balance/,
  ],
  [
    'a mode that there is none of',
    'mode="frame"',
    /option_unknown\. .*Given: mode="frame"\. Valid: shadow, iframe/,
  ],
  [
    'an attribute written otherwise',
    'token_endpoint="/x"',
    /fetch_token_missing\. .*token_endpoint does not exist\. Did you mean token-endpoint/,
  ],
  [
    'a partner that there is none of',
    'mode="iframe" partner="p_nobody"',
    /partner_unknown\. .*Given: p_nobody/,
  ],
];
for (const [name, attributes, said] of mistakes)
  test(`${name} logs one line in the console, with a link to a page that explains it`, {
    tag: '@rarely',
  }, async ({ page, host, told }) => {
    told.expected.push(/frame-ancestors|Failed to load resource|ancestor|404/);
    const warned: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
    const plain = element('wallet', attributes);
    const html = attributes.includes('token_') ? plain.replace('token-endpoint="/token"', '') : plain;
    await host.open(
      page,
      (attributes.includes('partner') ? html.replace(`partner="${partner}"`, '') : html) + script,
    );
    const ours = () => warned.filter((one) => one.startsWith('Cloudphone:'));
    await expect.poll(ours, { timeout: 15_000 }).toEqual([expect.stringMatching(said)]);
    const [, address = ''] = /(http\S+)$/.exec(ours()[0]!) ?? [];
    const code = new URL(address).hash.slice(1);
    const explained = await page.request.get(address);
    expect(explained.status()).toBe(200);
    expect(await explained.text()).toContain(`id="${code}"`);
  });

test('after sign-out an embed takes up no room, and shows the next customer’s data without a reload', async ({
  page,
  host,
}) => {
  await host.open(page, element('wallet') + script);
  await arrived(page);
  await page.evaluate(() => (globalThis as any).CloudPhone.logout());
  await expect(embed(page)).toBeHidden();
  host.answer = ({ feature }) => host.mint(feature, { member: 'democn' });
  await embed(page).evaluate((node: any) => node.refresh());
  await arrived(page);
  expect(host.asked.length).toBe(2);
});

test('without a connection refresh keeps the wallet that is shown, and goes on when there is one', async ({
  page,
  host,
  told,
  context,
}) => {
  told.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  await host.open(page, element('wallet') + script);
  await arrived(page);
  await context.setOffline(true);
  await embed(page).evaluate((node: any) => node.refresh());
  await expect(embed(page).getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
  await expect(embed(page)).toHaveJSProperty('state', 'ready');
  await context.setOffline(false);
  await embed(page).evaluate((node: any) => node.refresh());
  await expect(embed(page).getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
});

test('a partner’s theme reaches tags, radius and the strongest card; an invalid value is reported', async ({
  page,
  host,
}) => {
  const warned: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
  const style = `<style>cloudphone-work-orders{--cp-color-primary:#a3130b;--cp-color-on-primary:#fff;--cp-radius:0;--cp-font-size:40px}
    cloudphone-wallet{--cp-color-primary:#a3130b;--cp-color-on-primary:#fff;--cp-color-strong:#401010;--cp-color-on-strong:#fff;--cp-radius:potato}</style>`;
  await host.open(page, element('work-orders') + element('wallet') + script, style);
  await arrived(page, 'work-orders');
  await arrived(page, 'wallet');
  const of = (feature: string, name: string) =>
    embed(page, feature)
      .locator('.cp')
      .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name).trim(), name);
  const [r = 0, g = 0, b = 0] = (await of('work-orders', '--cp-soft')).match(/\d+/g)!.map(Number);
  expect(r).toBeGreaterThan(g + 10);
  expect(r).toBeGreaterThan(b + 10);
  expect(await of('work-orders', 'font-size')).toBe('20px');
  const button = embed(page, 'work-orders').getByRole('link', { name: 'Add problem' });
  await expect(button).toHaveCSS('border-radius', '0px');
  await expect(embed(page).locator('[data-night]').first()).toHaveCSS('background-color', 'rgb(64, 16, 16)');
  expect(warned.join()).toMatch(/--cp-radius cannot be potato/);
  expect(warned.join()).toMatch(/font-size 40px is out of bounds: 20px is used/);
});

for (const mode of ['shadow', 'iframe'])
  test(`a customer who is unlinked meanwhile sees the way to connect and no balance, in ${mode} mode`, {
    tag: '@rarely',
  }, async ({ page, host, told }) => {
    told.expected.push(/40[13]/);
    const heard = await listen(page);
    const who = ownMember('rich');
    host.answer = ({ feature }) => host.mint(feature, { member: who.account });
    await host.open(page, element('wallet', `mode="${mode}"`) + script);
    const inside = mode === 'iframe' ? await arrivedInFrame(page) : embed(page);
    await expect(inside.getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
    await client({ gateway: ours, partner, secret: process.env.PARTNER_SECRET! }).unlinkMember({
      member: who.account,
    });
    await inside.getByRole('link', { name: 'Withdrawal history' }).click(); // the next call is refused
    await expect(inside.getByText('Connect your Cloudphone account first.')).toBeVisible();
    await expect(inside.getByText('¥')).toHaveCount(0);
    expect(await heard()).toContain('error member_not_linked');
  });
