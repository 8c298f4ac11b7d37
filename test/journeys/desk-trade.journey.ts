import { expect } from '@playwright/test';
import { addByMoney, getOrder } from '../../src/contract/buying/orders';
import { quote } from '../../src/contract/buying/products';
import { heading } from './support/desk-page';
import { deskTasks } from './support/desk-tasks';
import { callAs, demo, picture } from './support/journey';

// Products that the desk sells, and the money that comes and goes.
const { own, task } = deskTasks();

/** A member's paid order of a good that has to be sent. */
async function sold(): Promise<string> {
  const items = [{ productId: 'p-stand', quantity: 1 }];
  const { total } = await callAs(demo, quote, { items }, own.url);
  const address = { username: 'Dana Demo', userphone: '+6591234567', address: '1 Orchard Road, Singapore' };
  const bought = { items, shownTotal: total, address, requestKey: crypto.randomUUID() };
  const { orderNo } = await callAs(demo, addByMoney, bought, own.url);
  expect((await callAs(demo, getOrder, { orderNo }, own.url)).paidAmount).toBe(total);
  return orderNo;
}

const product = async (name: string) => {
  const { items } = await own.owner('products');
  return own.owner(`products/${items.find((one: any) => one.name === name).id}`);
};

task(4, 'an admin adds a product with its names and its price', async (hands) => {
  await hands.menu('Products');
  await hands.button('New product');
  const names = hands.main.getByRole('group', { name: 'Name' });
  await hands.field('English', 'Desk lamp', names);
  await hands.field('简体中文', '台灯', names);
  await hands.choose('Category', 'Goods');
  await hands.field(/^Price( \*)?$/, '49.90');
  await hands.button('Save');
  await expect(heading(hands.page, 'Products · Desk lamp')).toBeVisible();
  expect((await product('Desk lamp')).price).toBe(4990);
});

task(5, 'an admin gives a product a photograph', async (hands) => {
  const before = (await product('Studio')).picture;
  await hands.find('Studio', /^Studio Products/);
  await hands.button('Edit');
  await hands.file('Choose a picture', picture);
  await hands.button('Use the picture');
  await expect(hands.main.getByRole('button', { name: 'Use the picture' })).toHaveCount(0);
  expect((await product('Studio')).picture).not.toEqual(before);
});

task(6, 'an admin describes a plan, and sets its discount for many and its rent', async (hands) => {
  await hands.find('Business', /^Business Products/);
  await hands.button('Edit');
  const descriptions = hands.main.getByRole('group', { name: 'Description' });
  await hands.field('English', 'For a team that sells every day.', descriptions);
  await hands.field('Daily rent', '3.50');
  const discounts = hands.main.getByRole('group', { name: 'Quantity discounts' });
  await hands.press(discounts.getByRole('button', { name: 'Add a row' }));
  await hands.type(hands.main.getByLabel(/^From \d+/).last(), '900');
  await hands.type(hands.main.getByLabel(/^Percent off \d+/).last(), '30');
  await hands.button('Save');
  await expect(heading(hands.page, 'Products · Business')).toBeVisible();
  const { descriptions: told, tiers, dailyRent } = await product('Business');
  expect([told.en, dailyRent, tiers.at(-1)]).toEqual([
    'For a team that sells every day.',
    350,
    { from: 900, percent: 30 },
  ]);
});

task(7, 'an admin changes a price and the stock, and takes a product off sale', async (hands) => {
  const { stock } = await product('Starter');
  await hands.find('Starter', /^Starter Products/);
  await hands.button('Edit');
  await hands.field(/^Price( \*)?$/, '95.00');
  await hands.button('Save');
  await expect(heading(hands.page, 'Products · Starter')).toBeVisible();
  await hands.act('Change stock', { By: '40' });
  await hands.act('Unlist');
  await expect(hands.main.getByRole('button', { name: 'List', exact: true })).toBeVisible();
  const after = await product('Starter');
  expect([after.price, after.stock, after.onSale]).toEqual([9500, stock + 40, false]);
});

task(8, 'an admin issues a coupon', async (hands) => {
  await hands.menu('Coupons');
  await hands.button('New coupon');
  const names = hands.dialog.getByRole('group', { name: 'Name' });
  await hands.field('Code', 'WINTER', hands.dialog);
  await hands.field('English', 'Winter', names);
  await hands.field('简体中文', '冬季优惠', names);
  await hands.field('Percent off', '15', hands.dialog);
  await hands.field('Uses', '200', hands.dialog);
  await hands.field('Valid until', '2030-01-31T20:00', hands.dialog);
  await hands.press(hands.dialog.getByRole('button', { name: 'New coupon' }));
  await expect(hands.dialog).toHaveCount(0);
  const { percent, left } = await own.owner('coupons/WINTER');
  expect([percent, left]).toEqual([15, 200]);
});

task(11, 'an admin checks the voucher of a bank transfer and approves it', async (hands) => {
  const [{ id }] = (await own.owner('remittances')).items;
  await hands.press(hands.main.getByRole('link', { name: /^Bank transfers/ }));
  await hands.press(hands.main.getByRole('row').nth(1).getByRole('cell').nth(3));
  await expect(hands.main.getByRole('link', { name: 'Open the picture' }).locator('img')).toBeVisible();
  await hands.act('Approve');
  expect((await own.owner(`remittances/${id}`)).state).toBe('approved');
});

task(
  13,
  'an admin finds an order among the successful ones, with its lines and its member',
  async (hands) => {
    const [order] = (await own.owner('orders?state=successful&size=1')).items;
    await hands.menu('Orders');
    await hands.view('Successful');
    await hands.type(hands.page.getByPlaceholder('Search', { exact: true }), order.orderNo);
    await hands.row(order.orderNo);
    await expect(heading(hands.page, `Orders · ${order.orderNo}`)).toBeVisible();
    await expect(hands.main.getByRole('link', { name: order.member }).first()).toBeVisible();
  },
);

task(14, 'an admin gives a part of an order’s money back', async (hands) => {
  const orderNo = await sold();
  await hands.find(orderNo, new RegExp(`^${orderNo} Orders`));
  await hands.act('Refund', { Amount: '10.00', Reason: 'It came late' });
  await expect.poll(async () => (await own.owner(`orders/${orderNo}`)).refunded).toBe(1000);
});

task(15, 'an admin sends the goods of an order', async (hands) => {
  const orderNo = await sold();
  await hands.page.reload();
  await hands.press(hands.main.getByRole('link', { name: /^Goods to send/ }));
  await hands.row(orderNo);
  await hands.act('Ship', { Shipment: 'SF Express SF1234567890' });
  await expect.poll(async () => (await own.owner(`orders/${orderNo}`)).shipment).toMatch(/SF1234567890/);
});

task(16, 'an admin marks the cloud phones of an order as offline, and as online again', async (hands) => {
  const [{ serialNumber }] = (await own.owner('machines?state=running&size=1')).items;
  await hands.find(serialNumber, new RegExp(`^${serialNumber} Cloud phones`));
  await hands.act('Offline');
  await expect.poll(async () => (await own.owner(`machines/${serialNumber}`)).online).toBe(0);
  await hands.act('Online');
  await expect.poll(async () => (await own.owner(`machines/${serialNumber}`)).online).toBeGreaterThan(0);
});

task(17, 'an admin approves two payouts at once, pays one out and rejects another', async (hands) => {
  const { items } = await own.owner('withdrawals?status=applied&sort=appliedAt');
  const [first, second, third] = items.map((one: any) => one.number);
  const rowOf = (number: string) => hands.main.getByRole('row').filter({ hasText: number });
  await hands.press(hands.main.getByRole('link', { name: /^Withdrawals/ }));
  for (const number of [first, second]) await hands.press(rowOf(number).getByRole('checkbox'));
  await hands.act('Approve');
  await hands.row(third);
  await hands.act('Reject', { Reason: 'The holder is somebody else' });
  await hands.menu('Withdrawals');
  await hands.view('Approved');
  await hands.row(first);
  await hands.act('Paid out', { 'Bank reference': 'FT-2026-0017' });
  const states = [first, second, third].map(async (one) => (await own.owner(`withdrawals/${one}`)).status);
  expect(await Promise.all(states)).toEqual(['remitted', 'approved', 'rejected']);
});

task(18, 'an admin finds a payout by the reference of the bank', async (hands) => {
  const { items } = await own.owner('withdrawals?status=remitted');
  const paid = items.find((one: any) => one.reference);
  await hands.find(paid.reference, new RegExp(`^${paid.number} Withdrawals`));
  await expect(hands.main.getByText(paid.reference).first()).toBeVisible();
});

task(32, 'an admin withdraws a good from the shops and removes a video', async (hands) => {
  const before = (await own.owner('videos')).items.length;
  await hands.menu('Shop goods');
  await hands.press(hands.main.getByRole('row').nth(1).getByRole('cell').nth(2));
  await hands.act('Withdraw');
  await hands.menu('Videos');
  await hands.press(hands.main.getByRole('row').nth(1).getByRole('cell').first());
  await hands.act('Remove');
  await expect.poll(async () => (await own.owner('videos')).items.length).toBe(before - 1);
  expect((await own.owner('supply?supplied=no')).items.length).toBeGreaterThan(0);
});

task(40, 'an admin takes the payouts of all time to a spreadsheet, by CSV and by XLSX', async (hands) => {
  await hands.menu('Withdrawals');
  await hands.view('All');
  for (const format of ['CSV', 'XLSX']) {
    const coming = hands.page.waitForEvent('download');
    await hands.press(hands.main.getByRole('link', { name: format }));
    expect((await coming).suggestedFilename()).toMatch(
      new RegExp(`withdrawals.*\\.${format.toLowerCase()}$`),
    );
  }
});
