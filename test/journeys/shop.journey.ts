import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { arrive, expect, openDevices, screen, test } from './support/journey';

const list = 'pages/tabbar/goods';
const detail = 'pages/goodsDetail';
const platform = 'pages/platformGoods';
const categories = 'pages/goodsClassifyList';
const democn = { account: 'democn', password: 'cloud2026' };

async function open(page: Page, path: string, query = '') {
  await page.goto(`/#/${path}${query}`);
  await arrive(page, path);
}
const bar = (page: Page) => page.locator('[data-bar]:visible');
const outcome = (page: Page) => page.locator('[data-outcome]');

test('a member takes goods of the platform in, puts them on sale, off sale, and undoes that', async ({
  page,
}) => {
  await openDevices(page);
  await open(page, platform);
  for (const name of ['Noodle bowl', 'Bamboo chopping board', 'Candle']) {
    await page.getByRole('searchbox').fill(name);
    const tile = screen(page, platform).getByRole('article').filter({ hasText: name });
    await expect(tile).toHaveCount(1);
    if (await tile.getByText('In your shop').count()) continue;
    await tile.getByRole('button', { name: /^Add to shop/ }).click();
    await expect(tile.getByText('In your shop')).toBeVisible();
  }
  await open(page, list);
  await page.getByRole('searchbox').fill('board');
  await expect(screen(page, list).getByRole('listitem')).toHaveCount(1);
  await screen(page, list).getByRole('button', { name: 'Select' }).click();
  await bar(page).getByRole('checkbox').check();
  await expect(bar(page)).toContainText('1 selected');
  await bar(page).getByRole('button', { name: 'List', exact: true }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('List 1 product?');
  await ask.getByRole('button', { name: 'List', exact: true }).click();
  await expect(outcome(page)).toContainText('1 product listed');
  await expect(screen(page, list).getByRole('listitem')).toContainText('Listed');

  await screen(page, list).getByRole('button', { name: 'Select' }).click();
  await bar(page).getByRole('checkbox').check();
  await bar(page).getByRole('button', { name: 'Unlist' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlist' }).click();
  await expect(screen(page, list).getByRole('listitem')).toContainText('Unlisted');
  await outcome(page).getByRole('button', { name: 'Undo' }).click();
  await expect(screen(page, list).getByRole('listitem')).toContainText('Listed');
});

test('a batch lists each row that failed, and the member retries those rows', { tag: '@rarely' }, async ({
  page,
}) => {
  await openDevices(page);
  await open(page, list);
  await page.getByRole('searchbox').fill('Gift box');
  const row = screen(page, list).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await row.getByRole('link').click();
  await arrive(page, detail);
  const stock = screen(page, detail).getByLabel('Stock', { exact: true });
  await stock.fill('0');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'List', exact: true }).click();
  await expect(screen(page, detail).getByRole('alert')).toContainText('No stock');

  await open(page, list);
  await page.getByRole('searchbox').fill('Gift box');
  await expect(row).toHaveCount(1);
  await screen(page, list).getByRole('button', { name: 'Select' }).click();
  await bar(page).getByRole('checkbox').check();
  await bar(page).getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'List', exact: true }).click();
  await expect(outcome(page)).toContainText('1 was not changed');
  await outcome(page).getByRole('button', { name: 'View' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Gift box');
  await expect(sheet).toContainText('No stock. Add stock first.');
  await sheet.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(outcome(page)).toContainText('1 was not changed');
});

test('a member edits a good; a second phone that had it open is warned, and keeps its input', {
  tag: '@rarely',
}, async ({ page, context }) => {
  await openDevices(page);
  const second = await context.newPage();
  for (const phone of [page, second]) {
    await open(phone, list);
    await phone.getByRole('searchbox').fill('Camp cooking');
    await screen(phone, list)
      .getByRole('link', { name: /^Camp cooking/ })
      .click();
    await arrive(phone, detail);
  }
  const name = (phone: Page) => screen(phone, detail).getByLabel('Name', { exact: true });
  const save = (phone: Page) => phone.getByRole('button', { name: 'Save changes' }).click();
  await name(page).fill('Camp cooking set, first');
  await save(page);
  await expect(screen(page, detail).getByRole('heading', { name: 'Camp cooking set, first' })).toBeVisible();
  await name(second).fill('Camp cooking set, second');
  await save(second);
  await expect(second.getByText('changed on another device')).toBeVisible();
  await expect(name(second)).toHaveValue('Camp cooking set, second');
  await second.getByRole('button', { name: 'Save mine anyway' }).click();
  await expect(
    screen(second, detail).getByRole('heading', { name: 'Camp cooking set, second' }),
  ).toBeVisible();
});

test('a sale in the test shop takes stock and is on its way to the shop balance; the chart counts it', {
  tag: '@rarely', // test/server/shop-sales counts the stock, the balance and the chart
}, async ({ page }) => {
  await openDevices(page);
  await open(page, list);
  await page.getByRole('searchbox').fill('Desk arm');
  await screen(page, list)
    .getByRole('link', { name: /^Desk arm/ })
    .click();
  await arrive(page, detail);
  const stock = screen(page, detail).getByLabel('Stock', { exact: true });
  const before = Number(await stock.inputValue());
  const id = new URL(page.url().replace('#/', '')).searchParams.get('id');
  const shop = await page.context().newPage();
  await shop.goto(`/dev/shop/${id}`);
  await expect(shop.getByText('SANDBOX')).toBeVisible();
  await shop.getByRole('button', { name: 'Buy 1', exact: true }).click();
  await expect(shop.getByText(/held/).first()).toBeVisible();
  await page.reload();
  await arrive(page, detail);
  await expect(stock).toHaveValue(String(before - 1));
  await expect(screen(page, detail)).toContainText(/Credited \d+\s\w+/);
  const chart = screen(page, detail).getByRole('slider', { name: 'Views and sales by day' });
  await expect(chart).toHaveAttribute('aria-valuetext', /[1-9]\d* sales/);
  await chart.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuenow', '28');
});

test('categories are moved by keys and by a finger, one in use stays and says so', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page);
  await open(page, categories);
  const rows = screen(page, categories).locator('li strong');
  const names = () => rows.allInnerTexts();
  await expect(rows).not.toHaveCount(0);
  const before = await names();
  const handle = (name: string) =>
    screen(page, categories).getByRole('button', { name: `Move ${name}`, exact: true });
  await handle(before[0] ?? '').press('ArrowDown');
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await handle(before[0] ?? '').click();
  await screen(page, categories)
    .getByRole('button', { name: `Move ${before[0]} up` })
    .click();
  await expect.poll(names).toEqual(before);
  await handle(before[0] ?? '').press('Escape');

  const box = (await handle(before[2] ?? '').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y - 10, { steps: 3 });
  await page.mouse.move(box.x + 20, box.y - 105, { steps: 6 });
  await page.mouse.up();
  await expect.poll(names).toEqual([before[2], before[0], before[1], ...before.slice(3)]);
  await expect(screen(page, categories).locator('[aria-busy=true]')).toHaveCount(0); // it is stored
  await page.reload();
  await arrive(page, categories);
  await expect.poll(names).toEqual([before[2], before[0], before[1], ...before.slice(3)]);

  await page.getByRole('textbox', { name: 'New category' }).fill('Empty shelf');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rows.last()).toHaveText('Empty shelf');
  await screen(page, categories).getByRole('button', { name: 'Select' }).click();
  await screen(page, categories).getByRole('checkbox', { name: 'Empty shelf' }).check();
  await screen(page, categories)
    .getByRole('checkbox', { name: before[0] ?? '' })
    .check();
  await page.getByRole('button', { name: 'Delete 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2' }).click();
  await expect(screen(page, categories).getByRole('alert')).toContainText('In use');
  await expect(rows.filter({ hasText: 'Empty shelf' })).toHaveCount(0);
});

test('a video is played, followed by the next, and saved to the phone byte by byte', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page);
  await open(page, 'pages/tabbar/video');
  await screen(page, 'pages/tabbar/video')
    .getByRole('link', { name: /Light your table/ })
    .click();
  await arrive(page, 'pages/videoDetail');
  await page.getByRole('link', { name: /^Play/ }).last().click();
  const play = 'pages/goodsOneVideo';
  await arrive(page, play);
  const video = screen(page, play).locator('video');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1);
  await screen(page, play).getByRole('button', { name: 'Next video' }).click();
  await expect(screen(page, play)).toContainText('One hand free');
  const download = page.waitForEvent('download');
  await screen(page, play).getByRole('button', { name: 'Save' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^One hand free.*\.mp4$/);
  const bytes = await readFile((await saved.path()) ?? '');
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
  await expect(page.locator('[data-download=done]')).toBeVisible();
});

test('a download that breaks says so, and goes on when it is asked again', { tag: '@rarely' }, async ({
  page,
  told,
}) => {
  told.expected.push(/net::ERR|Failed to load resource/);
  await openDevices(page);
  await open(page, 'pages/videoDetail', '?id=v-2');
  await page.route('**/videos/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[data-download=failed]')).toContainText('Download failed. Try again.');
  await page.unroute('**/videos/*');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Try again' }).click();
  await download;
  await expect(page.locator('[data-download=done]')).toBeVisible();
});

test.describe('中文', { tag: '@rarely' }, () => {
  // as in English above; test/unit/i18n compares the languages
  test.use({ locale: 'zh-CN' });

  test('会员批量上架商品，并可撤销下架', async ({ page }) => {
    await openDevices(page, democn);
    await open(page, list);
    await expect(page.getByRole('heading', { name: '商品', exact: true })).toBeVisible();
    await page.getByRole('tab', { name: /^在售/ }).click();
    await screen(page, list).getByRole('button', { name: '选择' }).click();
    await bar(page).getByRole('checkbox').check();
    const count = Number(/\d+/.exec(await bar(page).getByText(/^已选/).innerText())?.[0]);
    expect(count).toBeGreaterThan(1);
    await bar(page).getByRole('button', { name: '下架' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(`确定下架 ${count} 件商品？`);
    await page.getByRole('alertdialog').getByRole('button', { name: '下架' }).click();
    await expect(outcome(page)).toContainText(`${count} 件商品已下架`);
    await outcome(page).getByRole('button', { name: '撤销' }).click();
    await expect(screen(page, list).getByRole('listitem')).toHaveCount(count);
  });

  test('会员查看商品详情、素材与视频', async ({ page }) => {
    await openDevices(page, democn);
    await open(page, list);
    await page.getByRole('searchbox').fill('补光灯');
    await screen(page, list)
      .getByRole('link', { name: /^26厘米补光灯/ })
      .click();
    await arrive(page, detail);
    await expect(screen(page, detail)).toContainText('最近销售');
    await screen(page, detail)
      .getByRole('link', { name: /个视频/ })
      .click();
    await arrive(page, 'pages/goodsVideo');
    await screen(page, 'pages/goodsVideo').getByRole('link', { name: /^播放/ }).first().click();
    await arrive(page, 'pages/goodsOneVideo');
    await expect(screen(page, 'pages/goodsOneVideo')).toContainText('一分钟点亮餐桌');
  });
});
