import type { Page } from '@playwright/test';
import { getOrder, OrderState } from '../../src/contract/buying/orders';
import { actions, followed, paid, payWaiting, waitingOrder } from './support/embed-actions';
import {
  arrived,
  arrivedInFrame,
  element,
  embed,
  expect,
  type Host,
  ours,
  script,
  test,
} from './support/embed-host';
import type { Inside } from './support/embed-money';
import { callAs, ownMember, type Who } from './support/journey';

/** To what only our own pages have: promotion value is given away there. */
const toTransfer = 'Transfer promotion value';

type Mode = 'shadow' | 'iframe';
type Done = keyof typeof actions;

/** A page of the partner's with a feature in the middle of it, for a member. */
async function openFor(page: Page, host: Host, who: Who, feature: Done, mode: Mode) {
  host.answer = ({ feature }) => host.mint(feature, { member: who.account, scopes: 'all' });
  const paragraphs = '<p>What the shop says itself.</p>'.repeat(8);
  await host.open(page, paragraphs + element(feature, `mode="${mode}"`) + paragraphs + script);
}
async function insideOf(page: Page, feature: string, mode: Mode): Promise<Inside> {
  if (mode === 'iframe') return arrivedInFrame(page, feature);
  await arrived(page, feature);
  return embed(page, feature);
}

/** The everyday run plays each action in one mode; the wallet has both in embed-money.journey.ts. */
const often: Done[] = ['chat', 'work-orders', 'orders', 'devices'];
const others = (Object.keys(actions) as Done[]).filter((one) => !often.includes(one));
const half = Math.ceil(others.length / 2); // two at once
const plays: [Done[], Mode, string[]][] = [
  [often, 'shadow', ['@rarely']],
  [often, 'iframe', []],
  [others.slice(0, half), 'shadow', []],
  [others.slice(half), 'shadow', []],
  [others, 'iframe', ['@rarely']], // what is in a frame is the same, and `often` is in one each time
];
for (const [features, mode, tag] of plays)
  test(`a member does what they came for in a partner’s page, in ${mode} mode: ${features.join(', ')}`, {
    tag,
  }, async ({ page, host }) => {
    test.setTimeout(30_000 * features.length); // one after the other, and each is a journey by itself
    const who = ownMember('rich');
    for (const feature of features)
      await test.step(feature, async () => {
        await openFor(page, host, who, feature, mode);
        await actions[feature]({ inside: await insideOf(page, feature, mode), page, who });
      });
    expect(page.url()).toBe(`${host.origin}/`);
  });

const sizes = [
  { width: 360, height: 640 },
  { width: 412, height: 860 },
  { width: 1280, height: 900 },
];
for (const mode of ['shadow', 'iframe'] as const)
  test(`a member writes to the desk in a partner’s page of any size, in ${mode} mode`, {
    tag: '@rarely',
  }, async ({ page, host }) => {
    await openFor(page, host, ownMember('rich'), 'chat', mode);
    const inside = await insideOf(page, 'chat', mode);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const text = `${size.width} wide`;
      await inside.getByRole('textbox').fill(text);
      await inside.getByRole('button', { name: 'Send', exact: true }).click(); // not if anything cuts it off
      await expect(inside.getByRole('log')).toContainText(text);
    }
    await inside.getByRole('textbox').press('Enter'); // a new line on a phone, and nothing throws
    const { height } = (await embed(page, 'chat').boundingBox())!;
    expect(height).toBeLessThan(440); // its place is as high as it was before it came
  });

for (const mode of ['shadow', 'iframe'] as const)
  test(`a link to the app asks the page and opens a tab; page and frame stay, in ${mode} mode`, async ({
    page,
    host,
  }) => {
    const who = ownMember('rich');
    await openFor(page, host, who, 'promotion', mode);
    const inside = await insideOf(page, 'promotion', mode);
    const url = `${ours}/#/pages/mine/transferScore`;
    const tab = await followed({ inside, page, who }, toTransfer);
    // nobody is signed in there, so the app leads from that address to sign-in
    await expect(tab).toHaveURL(`${ours}/#/pages/login/login?fromUrl=%2Fpages%2Fmine%2FtransferScore`);
    expect(await tab.evaluate(() => window.opener)).toBe(null);
    await tab.close();
    await expect(inside.getByRole('link', { name: toTransfer })).toBeVisible();

    await page.evaluate(() =>
      document.addEventListener('cp-leave', (event) => {
        event.preventDefault();
        document.title = JSON.stringify((event as CustomEvent).detail);
      }),
    );
    await inside.getByRole('link', { name: toTransfer }).click();
    await expect(page).toHaveTitle(JSON.stringify({ url, reason: 'app' }));
    expect(page.context().pages()).toHaveLength(1);
    expect(page.url()).toBe(`${host.origin}/`);
    await expect(inside.getByRole('link', { name: toTransfer })).toBeVisible();
  });

test('a browser that opens no tab by itself leaves the member a link that does', { tag: '@rarely' }, async ({
  page,
  host,
}) => {
  await page.addInitScript(() => {
    (window as any).open = () => null;
  });
  const who = ownMember('rich');
  await waitingOrder(who);
  await openFor(page, host, who, 'orders', 'shadow');
  const inside = await insideOf(page, 'orders', 'shadow');
  await payWaiting(inside);
  await inside.getByRole('radio', { name: /^USDT/ }).check();
  await inside.getByRole('button', { name: /^Pay / }).click();
  await inside.getByRole('button', { name: 'Open test payment' }).click();
  const opened = page.context().waitForEvent('page');
  await inside.getByRole('link', { name: 'Open in a new tab' }).click();
  await (await opened).waitForURL(/\/dev\/pay\/usdt\//);
  await expect(inside.getByRole('link', { name: 'Open in a new tab' })).toHaveCount(0);
});

test('an embed in a frame of the partner’s own does not take that frame away either', {
  tag: '@rarely',
}, async ({ page, host }) => {
  const who = ownMember('rich');
  await openFor(page, host, who, 'promotion', 'shadow');
  host.pages['/inner'] = host.pages['/']!;
  host.pages['/'] =
    '<!doctype html><title>Shop</title><iframe src="/inner" style="width:100%;height:700px"></iframe>';
  await page.goto(host.origin);
  const inside = page.frameLocator('iframe');
  const tab = await followed({ inside, page, who }, toTransfer);
  await tab.close();
  await expect(inside.getByRole('link', { name: toTransfer })).toBeVisible();
});

test('a browser that opens no window leaves the member a link to the page where they pay', {
  tag: '@rarely',
}, async ({ page, host }) => {
  await page.addInitScript(() => {
    (window as any).open = () => null;
  });
  const who = ownMember('rich');
  const orderNo = await waitingOrder(who);
  await openFor(page, host, who, 'orders', 'shadow');
  const inside = await insideOf(page, 'orders', 'shadow');
  await payWaiting(inside);
  await inside.getByRole('radio', { name: /^Card/ }).check();
  await inside.getByRole('button', { name: /^Pay ¥/ }).click();
  await inside
    .locator('dialog')
    .getByRole('button', { name: /^Pay ¥/ })
    .click();
  const opened = page.context().waitForEvent('page');
  await inside.getByRole('link', { name: 'Open in a new tab' }).click();
  const provider = await opened;
  await provider.getByRole('button', { name: /^Pay/ }).click();
  await paid(inside);
  expect((await callAs(who, getOrder, { orderNo })).state).toBe(OrderState.successful);
});

test('a token that may not pay leads nowhere to pay, and nothing is bought with it', {
  tag: '@rarely',
}, async ({ page, host }) => {
  const who = ownMember('rich');
  await waitingOrder(who);
  await openFor(page, host, who, 'orders', 'shadow');
  host.answer = ({ feature }) => host.mint(feature, { member: who.account, scopes: ['orders:read'] });
  await page.reload();
  const inside = await insideOf(page, 'orders', 'shadow');
  await expect(inside.getByRole('listitem').first()).toBeVisible();
  await expect(inside.getByRole('link', { name: /^Pay ¥/ })).toHaveCount(0);
});
