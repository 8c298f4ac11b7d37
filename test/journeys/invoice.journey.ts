import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addByMoney } from '../../src/contract/buying/orders';
import { quote } from '../../src/contract/buying/products';
import { askInvoice } from '../../src/contract/money/invoices';
import { operator } from './support/desk';
import { handsOn, joinDesk } from './support/desk-page';
import {
  arrive,
  callAs,
  demo,
  expect,
  field,
  openDevices,
  ownMember,
  screen,
  test,
  type Who,
} from './support/journey';
import { startOwnGateway } from './support/own-gateway';

async function paidOrder(who: Who, url?: string): Promise<string> {
  const items = [{ productId: 'p-starter', quantity: 1 }];
  const { total } = await callAs(who, quote, { items }, url);
  const bought = { items, shownTotal: total, requestKey: crypto.randomUUID() };
  return (await callAs(who, addByMoney, bought, url)).orderNo;
}

const invoice = (page: Page) => screen(page, 'pages/mine/invoice');

/** From the order to the form, which is filled in and sent. */
async function request(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/#/pages/orderDetail?orderNo=${orderNo}`);
  await arrive(page, 'pages/orderDetail');
  await screen(page, 'pages/orderDetail').getByRole('link', { name: 'Invoice' }).click();
  await arrive(page, 'pages/mine/invoice');
  await invoice(page).getByText('A company', { exact: true }).click();
  await field(page, 'title').fill('Laterne GmbH');
  await field(page, 'country').selectOption({ label: 'Germany' });
  await field(page, 'taxNumber').fill('DE 136 695 977');
  await field(page, 'email').fill('books@laterne.example');
  await page.getByRole('button', { name: 'Request invoice' }).click();
  await expect(invoice(page).locator('[data-bad]')).toBeVisible();
  await field(page, 'taxNumber').fill('DE 136 695 976');
  await page.getByRole('button', { name: 'Request invoice' }).click();
  await expect(invoice(page).getByRole('status')).toContainText('Your request has arrived');
}

test('a member requests the invoice of an order, and downloads it once it is issued', async ({
  page,
  baseURL,
}) => {
  const who = ownMember('rich');
  await openDevices(page, who);
  const orderNo = await paidOrder(who);
  await request(page, orderNo);
  const { items } = JSON.parse(await operator(baseURL!, 'invoice', 'list', '--json'));
  const { id } = items.find((one: { orderNo: string }) => one.orderNo === orderNo);
  await operator(baseURL!, 'invoice', 'issue', id);
  await page.reload();
  await arrive(page, 'pages/mine/invoice');
  await expect(invoice(page)).toContainText(/INV-\d{4}-\d{6}/);
  await expect(invoice(page)).toContainText('DE136695976');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  expect(
    readFileSync((await download.path()) ?? '')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test.describe('at the desk', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

  // test/server/invoices.test.ts would fail too
  test('finance issues a requested invoice and saves its PDF', { tag: '@rarely' }, async ({ page }) => {
    const gateway = await startOwnGateway({ PAY_PASSWORD_FROM: 'off' });
    try {
      const orderNo = await paidOrder(demo, gateway.url);
      const buyer = { kind: 'person', title: 'Dana Demo', country: 'SG', email: 'dana@example.com' } as const;
      await callAs(demo, askInvoice, { orderNo, ...buyer, requestKey: crypto.randomUUID() }, gateway.url);
      await joinDesk(page, gateway.url, 'fin', 'finance');
      const hands = handsOn(page);
      await hands.menu('Invoices');
      await hands.row('Dana Demo');
      await hands.act('Issue');
      await expect(hands.main).toContainText(/INV-\d{4}-000001/);
      await hands.button('PDF');
      const downloading = page.waitForEvent('download');
      await hands.press(hands.dialog.getByRole('button', { name: 'PDF' }));
      expect((await downloading).suggestedFilename()).toMatch(/^INV-\d{4}-000001\.pdf$/);
    } finally {
      await gateway.stop();
    }
  });
});
