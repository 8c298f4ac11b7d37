import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addByMoney } from '../../src/contract/buying/orders';
import { quote } from '../../src/contract/buying/products';
import { operator } from './support/desk';
import {
  arrive,
  callAs,
  expect,
  field,
  openDevices,
  ownMember,
  screen,
  test,
  type Who,
} from './support/journey';

async function paidOrder(who: Who): Promise<string> {
  const items = [{ productId: 'p-starter', quantity: 1 }];
  const { total } = await callAs(who, quote, { items });
  const bought = { items, shownTotal: total, requestKey: crypto.randomUUID() };
  return (await callAs(who, addByMoney, bought)).orderNo;
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
  await expect(field(page, 'taxNumber')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'taxNumber').fill('DE 136 695 976');
  await page.getByRole('button', { name: 'Request invoice' }).click();
  await expect(invoice(page).getByText('Your request has arrived')).toBeVisible();
}

test('a member requests the invoice of an order, and downloads it once it is issued', {
  tag: '@rarely', // test/server/invoices and test/unit/invoices have each step
}, async ({ page, baseURL }) => {
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
