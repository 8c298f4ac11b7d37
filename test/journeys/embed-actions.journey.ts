import type { Page } from '@playwright/test';
import { actions, followed, toRedeem, waitingOrder } from './support/embed-actions';
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
import { arrive, ownMember, type Who } from './support/journey';

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

/** What is done most, in both modes; everything else in the quick run in one. */
const often: Done[] = ['chat', 'work-orders', 'orders'];
const others = (Object.keys(actions) as Done[]).filter((one) => !often.includes(one));
const half = others.length / 2; // two at once
const plays: [Done[], Mode, string[]][] = [
  [often, 'shadow', []],
  [often, 'iframe', []],
  [others.slice(0, half), 'shadow', []],
  [others.slice(half), 'shadow', []],
  [others, 'iframe', ['@rarely']], // what is in a frame is the same, and `often` is in one each time
];
for (const [features, mode, tag] of plays)
  test(`a member does what they came for in a partner’s page, in ${mode} mode: ${features.join(', ')}`, {
    tag,
  }, async ({ page, host }) => {
    test.setTimeout(60_000);
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
  test(`a member writes to the desk in a partner’s page of any size, in ${mode} mode`, async ({
    page,
    host,
  }) => {
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
  test(`paying opens a tab, after the partner’s page was asked, and takes neither page nor frame away, in ${mode} mode`, async ({
    page,
    host,
  }) => {
    const who = ownMember('rich');
    const orderNo = await waitingOrder(who);
    await openFor(page, host, who, 'orders', mode);
    const inside = await insideOf(page, 'orders', mode);
    await inside.getByRole('listitem').getByRole('link').first().click();
    const tab = await followed({ inside, page, who }, 'Pay now');
    expect(tab.url()).toBe(`${ours}/#/pages/mine/pay?orderNo=${orderNo}`);
    expect(await tab.evaluate(() => window.opener)).toBe(null);
    await arrive(tab, 'pages/mine/pay'); // it says that one has to sign in
    await tab.close();
    await expect(inside.getByRole('link', { name: 'Pay now' })).toBeVisible();

    await page.evaluate(() =>
      document.addEventListener('cp-leave', (event) => {
        event.preventDefault();
        document.title = JSON.stringify((event as CustomEvent).detail);
      }),
    );
    await inside.getByRole('link', { name: 'Pay now' }).click();
    const asked = { url: `${ours}/#/pages/mine/pay?orderNo=${orderNo}`, reason: 'app' };
    await expect(page).toHaveTitle(JSON.stringify(asked));
    expect(page.context().pages()).toHaveLength(1);
    expect(page.url()).toBe(`${host.origin}/`);
    await expect(inside.getByRole('link', { name: 'Pay now' })).toBeVisible();
  });

test('a browser that opens no tab by itself leaves the member a link that does', async ({ page, host }) => {
  await page.addInitScript(() => {
    (window as any).open = () => null;
  });
  const who = ownMember('rich');
  await openFor(page, host, who, 'points', 'shadow');
  const inside = await insideOf(page, 'points', 'shadow');
  await toRedeem(inside);
  await inside.getByRole('button', { name: 'Redeem now' }).click();
  const tab = await followed({ inside, page, who }, 'Open in a new tab');
  expect(tab.url()).toContain(`${ours}/#/pages/mine/pay?`);
  await expect(inside.getByRole('link', { name: 'Open in a new tab' })).toHaveCount(0);
});

test('an embed in a frame of the partner’s own does not take that frame away either', async ({
  page,
  host,
}) => {
  const who = ownMember('rich');
  await waitingOrder(who);
  await openFor(page, host, who, 'orders', 'shadow');
  host.pages['/inner'] = host.pages['/']!;
  host.pages['/'] =
    '<!doctype html><title>Shop</title><iframe src="/inner" style="width:100%;height:700px"></iframe>';
  await page.goto(host.origin);
  const inside = page.frameLocator('iframe');
  await inside.getByRole('listitem').getByRole('link').first().click();
  const tab = await followed({ inside, page, who }, 'Pay now');
  await tab.close();
  await expect(inside.getByRole('link', { name: 'Pay now' })).toBeVisible();
});
