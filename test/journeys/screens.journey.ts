import type { Response } from '@playwright/test';
import { arrive, expect, openDevices, ownMember, screen, test } from './support/journey';

const view = 'pages/list/screen';
const machines = 'pages/list/equList';

test('a member opens a cloud phone from its thumbnail, and sees its screen change', {
  tag: '@rarely',
}, async ({ page, context, told }) => {
  told.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await openDevices(page, ownMember('rich'));
  const answers: Response[] = [];
  page.on('response', (response) => {
    if (/txScreen\/thumbnails$/.test(response.url())) answers.push(response);
  });
  await screen(page, 'pages/tabbar/index')
    .getByRole('link')
    .filter({ hasText: /Running tasks\s*[1-9]/ })
    .first()
    .click();
  await arrive(page, machines);
  const links = screen(page, machines).getByRole('link', { name: /^Screen of / });
  await expect(links.first().locator('img')).toBeVisible();
  expect(answers).toHaveLength(1); // for all that are in view
  const { items } = (await answers[0]!.json()).body;
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThanOrEqual(await links.count());
  for (const { image } of items) expect(Buffer.from(image, 'base64').length).toBeLessThanOrEqual(6 * 1024);

  await links.first().click();
  await arrive(page, view);
  const picture = screen(page, view).getByRole('img', { name: /^Screen of / });
  await expect(picture).toBeVisible();
  const loaded = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(loaded).toBe(360);
  const first = await picture.getAttribute('src');
  await expect(picture).not.toHaveAttribute('src', first!);
  await expect(screen(page, view).getByText('Test mode')).toBeVisible();
  const { width } = page.viewportSize()!;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

  await context.setOffline(true);
  const trouble = screen(page, view).getByText(/network is not strong/i);
  await expect(trouble).toBeVisible();
  await expect(picture).toHaveAttribute('data-late', '');
  await expect(picture).toBeVisible();
  await context.setOffline(false);
  await expect(picture).not.toHaveAttribute('data-late', '');
  await expect(trouble).toHaveCount(0);
});

test('nothing is asked of a screen while the page is hidden, or once the member has left it', {
  tag: '@rarely',
}, async ({ page }) => {
  let pictures = 0;
  await openDevices(page, ownMember('rich'));
  page.on('request', (request) => {
    if (/\/screens\?ticket=/.test(request.url())) pictures++;
  });
  const card = screen(page, 'pages/tabbar/index')
    .getByRole('link')
    .filter({ hasText: /Running tasks\s*[1-9]/ });
  await card.first().click();
  await screen(page, machines)
    .getByRole('link', { name: /^Screen of / })
    .first()
    .click();
  await expect.poll(() => pictures).toBeGreaterThan(1);
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        value: hidden ? 'hidden' : 'visible',
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  const quiet = async () => {
    const before = pictures;
    await page.waitForTimeout(2500);
    return pictures - before;
  };
  expect(await quiet()).toBeLessThanOrEqual(1); // the one that was on its way
  expect(await quiet()).toBe(0);
  await hide(false);
  const before = pictures;
  await expect.poll(() => pictures).toBeGreaterThan(before);
  await page.goBack();
  await arrive(page, machines);
  await quiet();
  expect(await quiet()).toBe(0);
});

test('a screen of somebody else’s cloud phone is refused in words', { tag: '@rarely' }, async ({ page }) => {
  await openDevices(page);
  await page.goto('/#/pages/list/screen?id=NOTMINE1');
  await expect(screen(page, view).getByRole('alert')).toContainText('not found');
});
