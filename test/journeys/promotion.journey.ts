import type { Page } from '@playwright/test';
import { arrive, demo, expect, field, openDevices, screen, test } from './support/journey';

const transfer = 'pages/mine/transferScore';
const records = 'pages/mine/rechargeRecord';
const movements = 'pages/mine/movements';

const submit = (page: Page) => page.locator('[data-screen]:visible [type=submit]').click();

/** `1,234` as a number, from the large amount at the top of a screen. */
async function atTop(page: Page, path: string): Promise<number> {
  const text = await screen(page, path)
    .getByText(/^¥?[\d,]+(\.\d\d)?$/)
    .first()
    .innerText();
  return Number(text.replace(/[¥,]/g, ''));
}

async function goTo(page: Page, path: string) {
  await page.goto(`/#/${path}`);
  await arrive(page, path);
}

test('a member gives promotion value to another; both see it, and it adds up', { tag: '@rarely' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  const remark = `Thank you ${Date.now()}`;
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await openDevices(theirs, { account: 'newbie', password: demo.password }); // nobody else moves theirs, nor Lee's
  await goTo(theirs, transfer);
  const had = await atTop(theirs, transfer);

  await openDevices(page, { account: 'lee', password: demo.password });
  await goTo(page, transfer);
  const held = await atTop(page, transfer);
  await field(page, 'account').fill('nobodyofthisname');
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(
    'No user matches this username, phone number, email or invitation code',
  );
  await field(page, 'account').fill('NEWBIE26');
  await submit(page);
  await expect(field(page, 'amount')).toBeFocused();
  await expect(screen(page, transfer)).toContainText('n***e');

  await field(page, 'amount').fill(String(held + 1));
  await submit(page);
  await expect(screen(page, transfer)).toContainText(`At most ${held}`);
  await field(page, 'amount').fill('3');
  await field(page, 'remark').fill(remark);
  await submit(page);
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Transfer 3 to newbie?');
  await asked.getByRole('button', { name: 'Transfer 3' }).click();
  const done = screen(page, transfer).getByRole('status').filter({ hasText: 'Transferred' });
  await expect(done).toContainText('newbie has got 3');
  await expect(done).toContainText(`You have ${held - 3} left`);

  await screen(page, transfer).getByRole('link', { name: 'Transfer history' }).click();
  await arrive(page, records);
  const given = screen(page, records).getByRole('listitem').first();
  for (const words of ['To newbie', '−3', remark, `Balance after ${held - 3}`])
    await expect(given).toContainText(words);

  await goTo(theirs, records);
  const got = screen(theirs, records).getByRole('listitem').first();
  for (const words of ['From Lee', '+3', remark, `Balance after ${had + 3}`])
    await expect(got).toContainText(words);
  await other.close();
});

test('nobody gives promotion value to themselves, nor to the other country version', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, { account: 'lee', password: demo.password });
  await goTo(page, transfer);
  for (const [account, why] of [
    ['lee@example.com', "You can't transfer to yourself. Enter another user."],
    ['13800138000', 'This user belongs to the other version. Transfers work within one version only.'],
  ] as const) {
    await field(page, 'account').fill(account);
    await submit(page);
    await expect(page.getByRole('alert')).toContainText(why);
    await expect(field(page, 'amount')).toHaveCount(0);
  }
});

test('income is traced from all of it to a month, a kind, its movements, and back', {
  tag: '@rarely',
}, async ({ page }) => {
  test.setTimeout(60_000);
  const income = 'pages/mine/revenueRecords';
  await openDevices(page);
  await goTo(page, 'pages/list/earnings');
  await screen(page, 'pages/list/earnings')
    .getByRole('link', { name: /^Earnings/ })
    .click();
  await arrive(page, income);
  const all = await atTop(page, income);
  const bars = screen(page, income).getByRole('group').getByRole('button');
  const months = await bars.evaluateAll((each) => each.map((one) => one.getAttribute('aria-label')!));
  const sums = months.map((label) => Number(label.split(': ')[1]!.replace(/[¥,]/g, '')));
  expect(Math.round(sums.reduce((sum, one) => sum + one, 0) * 100)).toBe(Math.round(all * 100));

  // the month before this one is over: nothing is added to it while we look
  await bars.nth(months.length - 2).click();
  const [month, sum] = months[months.length - 2]!.split(': ') as [string, string];
  const links = screen(page, income).getByRole('link');
  await links.filter({ hasText: month }).click();
  await arrive(page, movements);
  const spoken = new Date(`${month}-01`).toLocaleString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await expect(screen(page, movements)).toContainText(`Earnings · ${spoken}`);
  expect(await atTop(page, movements)).toBe(sums[months.length - 2]);

  await page.goBack();
  await arrive(page, income);
  await expect(bars.nth(months.length - 2)).toHaveAttribute('aria-pressed', 'true');
  await expect(screen(page, income)).toContainText(`${month}${sum}`);
  const kinds = links.and(page.locator('[href*="reason="][href*="month="]'));
  const parts: number[] = [];
  for (let at = 0; at < (await kinds.count()); at++) {
    await kinds.nth(at).click();
    await arrive(page, movements);
    parts.push(await atTop(page, movements));
    await page.goBack();
    await arrive(page, income);
  }
  const added = parts.reduce((total, one) => total + Math.round(one * 100), 0);
  expect(added).toBe(Math.round(sums[months.length - 2]! * 100));
});
