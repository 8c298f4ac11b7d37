import { arrive, expect, field, openDevices, ownMember, screen, test } from './support/journey';

const mall = 'pages/mine/pointsMall';
const detail = 'pages/mine/goodsDetail';
const pay = 'pages/mine/pay';

test('a member spends points in the mall, and finds there how many are left and where they went', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, ownMember('rich'));
  await page.goto(`/#/${mall}`);
  await arrive(page, mall);
  const held = screen(page, mall).getByRole('link', { name: /^Points/ });
  const count = async () => Number((await held.innerText()).replace(/\D/g, ''));
  await expect(held).toHaveText(/\d/); // it comes beside the list
  const before = await count();

  await screen(page, mall)
    .getByRole('link', { name: /^Phone stand/ })
    .click();
  await arrive(page, detail);
  await expect(screen(page, detail)).toContainText('Cash value¥39.00');
  await screen(page, detail).getByRole('button', { name: 'Increase (Quantity)' }).click();
  await expect(screen(page, detail)).toContainText('You pay780 points');
  await screen(page, detail).getByRole('button', { name: 'Redeem now' }).click();

  await arrive(page, pay);
  await screen(page, pay).getByText('Add a shipping address').click();
  await arrive(page, 'pages/mine/shippingAddress');
  await page.getByRole('link', { name: 'Add address' }).click();
  await arrive(page, 'pages/mine/createAddress');
  await field(page, 'username').fill('Dana Demo');
  await field(page, 'userphone').fill('13800138000');
  await field(page, 'address').fill('12 Rack Street, Shelf 3');
  await page.getByRole('button', { name: 'Save address' }).click();
  await arrive(page, 'pages/mine/shippingAddress');
  await page.getByRole('link', { name: 'Continue' }).click();
  await arrive(page, pay);
  await screen(page, pay).getByRole('button', { name: 'Pay 780 points' }).click(); // still points, not money
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay 780 points' }).click();
  await expect(page.getByText('Payment successful')).toBeVisible();

  await page.goto(`/#/${mall}`);
  await arrive(page, mall);
  await expect.poll(count).toBe(before - 780);
  await held.click();
  await arrive(page, 'pages/mine/movements');
  await expect(screen(page, 'pages/mine/movements').getByRole('listitem').first()).toContainText('−780');
});

test('a sold-out product can be opened, but not redeemed', { tag: '@rarely' }, async ({ page }) => {
  await openDevices(page);
  await page.goto(`/#/${mall}`);
  await arrive(page, mall);
  await screen(page, mall).getByRole('tab', { name: 'Cloud beans' }).click();
  await expect(screen(page, mall).getByRole('link', { name: /^Ring light/ })).toHaveCount(0);
  await screen(page, mall)
    .getByRole('link', { name: /^Sold out\s*Charging cable/ })
    .click();
  await arrive(page, detail);
  await expect(screen(page, detail).getByRole('button', { name: 'Redeem now' })).toBeDisabled();
});
