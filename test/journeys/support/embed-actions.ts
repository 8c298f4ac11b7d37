import { randomUUID } from 'node:crypto';
import type { FrameLocator, Page } from '@playwright/test';
import { listDevices } from '../../../src/contract/buying/devices';
import { addUserOrder, getOrder, listOrders, OrderState } from '../../../src/contract/buying/orders';
import { queryProducts, quote } from '../../../src/contract/buying/products';
import type { EmbedFeature } from '../../../src/contract/embed/features';
import { listDeclarations } from '../../../src/contract/member/declarations';
import { getShop } from '../../../src/contract/shop/goods';
import { listMessages } from '../../../src/contract/support/im';
import { listWorkOrders } from '../../../src/contract/support/work-orders';
import { listAccounts } from '../../../src/contract/video/accounts';
import { listPosts } from '../../../src/contract/video/circle';
import type { EmbedElement } from '../../../src/embed/api';
import { expect } from './embed-host';
import { type Inside, secured } from './embed-money';
import { callAs, picture, type Who } from './journey';

/** An order of the member's that waits to be paid. */
export async function waitingOrder(who: Who): Promise<string> {
  const { items: products } = await callAs(who, queryProducts, { category: 'machines' });
  const items = [{ productId: products[0]!.productId, quantity: 1 }];
  const { total } = await callAs(who, quote, { items });
  const buying = { items, shownTotal: total, requestKey: randomUUID() };
  return (await callAs(who, addUserOrder, { ...buying, channel: 'card' })).orderNo;
}

/** In an embed: what is in it, the page around it, and whose it is. */
interface In {
  inside: Inside;
  page: Page;
  who: Who;
}

/** Presses what leads out of the embed; answers the address that the tab has which opened. */
export async function followed({ inside, page }: In, name: string | RegExp): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await inside.getByRole('link', { name, exact: true }).first().click();
  const tab = await opened;
  await tab.waitForURL(/#\/pages/);
  return tab;
}
const field = (inside: Inside, name: string) => inside.locator(`[name="${name}"]`);
const press = (inside: Inside, name: string | RegExp) =>
  inside.getByRole('button', { name, exact: true }).click();
const go = (inside: Inside, name: string | RegExp) =>
  inside.getByRole('link', { name, exact: true }).first().click();

/** From the list of orders to the ways to pay the first that waits. */
export const payWaiting = (inside: Inside) =>
  inside
    .getByRole('listitem')
    .getByRole('link', { name: /^Pay ¥/ })
    .first()
    .click();

/** The embed says that it has been paid. */
export const paid = (inside: Inside) =>
  expect(inside.locator('[data-screen="pages/mine/paymentResult"]').getByRole('status')).toContainText(
    'Payment successful',
  );

/** Pays what is to be paid from the balance: our own document asks for the password, over the partner's page. */
async function payFromBalance(inside: Inside, who: Who): Promise<void> {
  await inside.getByRole('radio', { name: /^Balance/ }).check();
  await press(inside, /^Pay ¥/);
  await confirmIn(secured(inside), who, /^Pay ¥/);
  await paid(inside);
}

/** Confirms what our own document asks, in a frame or a window. */
export async function confirmIn(document: FrameLocator | Page, { password }: Who, name: RegExp | string) {
  await document.getByRole('button', { name: 'Continue' }).click();
  await document.getByRole('textbox', { name: 'Your Cloudphone password' }).fill(password);
  const button = document.getByRole('button', { name, exact: true });
  await button.scrollIntoViewIfNeeded(); // what is not seen cannot be pressed either
  await expect(button).toBeEnabled();
  await button.click();
}

/** Reads the contract of what was just paid, and signs it with a finger; the number of the document is typed on our own page. */
async function sign(inside: Inside, page: Page, who: Who): Promise<void> {
  await go(inside, 'Sign the contract');
  await inside
    .locator('[data-screen="pages/mine/signTask"]')
    .getByRole('link', { name: 'Sign the contract' })
    .click();
  await inside.getByText('Passport').click();
  await field(inside, 'name').fill('Dana Demo');
  await expect(field(inside, 'idNumber')).toHaveCount(0);
  const paper = inside.locator('canvas');
  await paper.scrollIntoViewIfNeeded();
  const box = (await paper.boundingBox())!;
  await page.mouse.move(box.x + 30, box.y + 60);
  await page.mouse.down();
  for (let at = 0; at < 20; at++) await page.mouse.move(box.x + 30 + at * 10, box.y + 60 + (at % 5) * 12);
  await page.mouse.up();
  await press(inside, 'Sign contract');
  await secured(inside).getByRole('textbox', { name: 'Passport number' }).fill('E12345678');
  await confirmIn(secured(inside), who, 'Sign');
  await expect(inside.locator('[data-screen="pages/mine/signTask"]')).toContainText('Signed');
}

/** Opens what a member with a few points can have. */
const toRedeem = (inside: Inside) => inside.getByRole('link', { name: /^Phone stand/ }).click();

/**
 * The main action of each feature, completed in the embed; the gateway confirms the result. For the wallet:
 * `embed-money.journey.ts`.
 */
export const actions: Record<Exclude<EmbedFeature, 'wallet'>, (here: In) => Promise<void>> = {
  async chat({ inside, who }) {
    const text = `Is anybody there? ${randomUUID()}`;
    await inside.getByRole('textbox').fill(text);
    await press(inside, 'Send');
    await expect(inside.getByRole('textbox')).toHaveValue('');
    await expect(inside.getByRole('log')).toContainText(text);
    await expect
      .poll(async () => (await callAs(who, listMessages, {})).items.map((one) => one.text))
      .toContain(text);
  },
  async 'work-orders'({ inside, page, who }) {
    const title = `Cloud phone offline ${randomUUID()}`;
    const searches: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('txAiChat')) searches.push(request.url());
    });
    await go(inside, 'Add problem');
    await field(inside, 'title').fill(title);
    // as slowly as a member types, so that a search for the title would have begun
    await field(inside, 'description').pressSequentially('Since this morning.', { delay: 40 });
    await press(inside, 'Submit');
    await expect(inside.locator('[aria-current=step]')).toContainText('Pending');
    expect(searches).toEqual([]); // help texts are in the app only
    expect((await callAs(who, listWorkOrders, {})).items.map((one) => one.title)).toContain(title);
  },
  async orders({ inside, who, page }) {
    const orderNo = await waitingOrder(who);
    await inside.getByRole('tab', { name: 'Unpaid' }).click();
    await payWaiting(inside);
    await inside.getByRole('radio', { name: /^Card/ }).check();
    await press(inside, /^Pay ¥/);
    const opened = page.context().waitForEvent('page');
    await press(inside.locator('dialog'), /^Pay ¥/);
    const provider = await opened;
    const pay = provider.getByRole('button', { name: /^Pay/ });
    await pay.waitFor(); // the window begins empty, and goes there by itself
    expect(await provider.evaluate(() => window.opener)).toBe(null);
    const closed = provider.waitForEvent('close'); // by itself, once it was paid
    await pay.click();
    await closed;
    await paid(inside);
    expect((await callAs(who, getOrder, { orderNo })).state).toBe(OrderState.successful);
  },
  async notices({ inside }) {
    await inside.getByRole('listitem').getByRole('link').first().click();
    await expect(inside.getByRole('article')).toBeVisible();
  },
  async devices({ inside, who, page }) {
    const before = (await callAs(who, listDevices, {})).items.length;
    await go(inside, 'Buy cloud device');
    await press(inside, 'Buy now');
    await payFromBalance(inside, who);
    await sign(inside, page, who);
    await page.evaluate(() =>
      (document.querySelector('cloudphone-devices') as EmbedElement).navigate('/pages/tabbar/index'),
    );
    await expect(inside.locator('[data-screen="pages/tabbar/index"]')).toBeVisible();
    expect((await callAs(who, listDevices, {})).items).toHaveLength(before + 1);
    const { items } = await callAs(who, listDevices, {});
    const working = items.find(({ running }) => running > 0)!; // the new one's machines have no task yet
    await inside.getByRole('link').filter({ hasText: working.serialNumber }).click();
    const pause = inside.getByRole('button', { name: /^Pause (?!all)/ }).first();
    const [, task = ''] = /^Pause (.*)/.exec((await pause.getAttribute('aria-label')) ?? '') ?? [];
    await pause.click();
    await expect(inside.getByRole('button', { name: `Resume ${task}` })).toBeVisible();
  },
  async screen({ inside, page }) {
    await inside.getByRole('listitem').getByRole('link').first().click();
    const picture = inside.getByRole('img', { name: /^Screen of / });
    await expect(picture).toBeVisible();
    const first = await picture.getAttribute('src');
    await expect(picture).not.toHaveAttribute('src', first!);
    const { width } = (await picture.boundingBox())!;
    expect(width).toBeLessThanOrEqual(320); // in a frame too, whose window is as high as it is
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width);
    await press(inside, 'Back');
    await expect(inside.getByRole('listitem').first()).toBeVisible();
  },
  async points({ inside, who }) {
    const before = (await callAs(who, listOrders, {})).items.length;
    await toRedeem(inside);
    await press(inside, 'Redeem now');
    await press(inside, 'Add a shipping address');
    await go(inside, 'Add address');
    await field(inside, 'username').fill('Dana Lee');
    await field(inside, 'userphone').fill('13800138000');
    await field(inside, 'address').fill('12 Harbour Street, door 4');
    await press(inside, 'Save address');
    await expect(inside.getByRole('radio', { name: /^D•••ee/ })).toBeChecked();
    await go(inside, 'Continue');
    await press(inside, /^Pay /);
    await confirmIn(secured(inside), who, /^Pay /);
    await paid(inside);
    expect((await callAs(who, listOrders, {})).items).toHaveLength(before + 1);
  },
  async accounts({ inside, who }) {
    const account = `dana_${Date.now()}`;
    await go(inside, 'Link account');
    await field(inside, 'account').fill(account);
    await field(inside, 'nickname').fill('Dana');
    await press(inside, 'Link account');
    await expect(inside.locator('[data-screen="pages/member/memberDetail"]')).toBeVisible();
    expect(JSON.stringify((await callAs(who, listAccounts, {})).items)).toContain(account);
  },
  async logs({ inside }) {
    await expect(inside.getByText('No logs yet.').or(inside.getByRole('listitem').first())).toBeVisible();
  },
  async feed({ inside, who }) {
    const text = `Good morning ${randomUUID()}`;
    await go(inside, 'New post');
    await field(inside, 'text').fill(text);
    await press(inside, 'Post');
    await expect(inside.getByRole('article').filter({ hasText: text })).toBeVisible();
    expect((await callAs(who, listPosts, { scope: 'mine' })).items.map((one) => one.text)).toContain(text);
  },
  async shop({ inside, who }) {
    await go(inside, 'Set up shop');
    await field(inside, 'name').fill('Dana’s');
    await press(inside, 'Open shop');
    await expect(inside.locator('[data-screen="pages/tabbar/goods"]')).toBeVisible();
    expect((await callAs(who, getShop, {})).shop?.name).toBe('Dana’s');
    await go(inside, 'Add products');
    const tile = inside.getByRole('article').first();
    await tile.getByRole('button', { name: /^Add to shop/ }).click();
    await expect(tile.getByText('In your shop')).toBeVisible();
    await press(inside, 'Back');
    await inside.getByRole('listitem').getByRole('link').first().click();
    await press(inside, 'List');
    await press(inside.locator('dialog'), 'List');
    await expect(inside.getByRole('button', { name: 'Unlist' })).toBeVisible();
    expect((await callAs(who, getShop, {})).shop?.onSale).toBe(1);
  },
  async promotion({ inside, page }) {
    await page.evaluate(() =>
      (document.querySelector('cloudphone-promotion') as EmbedElement).navigate('/pages/mine/poster'),
    );
    await expect(inside.getByRole('img', { name: /invites you, code/ })).toHaveCount(3);
  },
  async invitation({ inside, page }) {
    await go(inside, 'Invite friends');
    await expect(inside.getByRole('img', { name: /invites you, code/ })).toHaveCount(3);
    const saved = page.waitForEvent('download');
    await press(inside, 'Save');
    expect((await saved).suggestedFilename()).toMatch(/^cloudphone-.*\.png$/);
  },
  async declarations({ inside, who, page }) {
    await go(inside, /Report an order/);
    await field(inside, 'customerName').fill('demo');
    await expect(inside.getByText('Registered')).toBeVisible();
    await field(inside, 'customerPhone').fill('13800138000');
    await field(inside, 'orderAmount').fill('99');
    await field(inside, 'payTime').fill('2024-11-20T16:40');
    const uploaded = page.waitForResponse(/\/upload$/);
    await inside.locator('input[type=file]').setInputFiles(picture);
    await (await uploaded).finished();
    await expect(inside.getByText(/Uploading/)).toHaveCount(0);
    await press(inside, 'Submit');
    await expect(inside.locator('[data-screen="pages/mine/declarationFormList"]')).toContainText('¥99.00');
    expect((await callAs(who, listDeclarations, {})).items).toHaveLength(1);
  },
};
