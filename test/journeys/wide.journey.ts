import { arrive, expect, openSignedIn, screen, tab, test } from './support/journey';

const home = 'pages/tabbar/index';
const machines = 'pages/list/equList';
const mine = 'pages/tabbar/mine';
const settings = 'pages/mine/settings';

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the tabs stand beside every screen, and a tab stays beside what is opened from it', async ({
    page,
  }) => {
    await openSignedIn(page);
    await arrive(page, home);
    const side = page.getByRole('navigation', { name: 'Main pages' });
    const box = await side.boundingBox();
    expect(box?.height).toBe(800);
    expect(box?.width).toBeLessThan(240);
    // what keeps the tab beside comes after the first screen, with the skip link
    await expect(page.locator('[data-skip]')).toBeAttached();
    await screen(page, home)
      .getByRole('link', { name: /CP\d+002 / })
      .click();
    await arrive(page, machines);
    await expect(side).toBeVisible();
    await expect(screen(page, home)).toBeVisible();
    const [list, detail] = await Promise.all(
      [home, machines].map((path) => screen(page, path).boundingBox()),
    );
    expect(list!.x + list!.width).toBeLessThanOrEqual(detail!.x);
    await screen(page, home)
      .getByRole('link', { name: /CP\d+001 / })
      .click();
    await expect(
      screen(page, machines).getByRole('heading', { name: 'Studio × 1', exact: true }),
    ).toBeVisible();
    await page.goBack();
    await page.goBack();
    await arrive(page, home);
    await expect(screen(page, machines)).toHaveCount(0);
    expect((await screen(page, home).boundingBox())!.width).toBeGreaterThan(900);
  });

  test('a visitor sees every screen in the middle, and a member sees it in the middle beside the tabs', {
    tag: '@rarely',
  }, async ({ page }) => {
    const middleOf = async (path: string) => {
      await page.goto(`/#/${path}`);
      await arrive(page, path);
      const { x, width } = (await screen(page, path).boundingBox())!;
      return Math.round(x + width / 2);
    };
    const open = ['pages/login/login', 'pages/mine/privacyPolicy', 'pages/mine/downloadApp'];
    for (const path of open) expect.soft(await middleOf(path), path).toBe(640);
    const reset = 'pages/login/resetPassword';
    await openSignedIn(page, undefined, `/#/${reset}`);
    await page.reload(); // only the hash has changed
    await arrive(page, reset);
    const { width } = (await page.getByRole('navigation', { name: 'Main pages' }).boundingBox())!;
    expect(width).toBe(208);
    expect(await middleOf(reset)).toBe((1280 + width) / 2);
  });

  test('the keyboard comes to the content first, past the tabs, and its place is seen', {
    tag: '@rarely',
  }, async ({ page }) => {
    await openSignedIn(page);
    await arrive(page, home);
    await tab(page, 'Accounts').click();
    await arrive(page, 'pages/member/memberList');
    await page.reload();
    await arrive(page, 'pages/member/memberList');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(screen(page, 'pages/member/memberList')).toBeFocused();
    await expect(page).toHaveURL(/memberList$/);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(skip, 'in a window that was made narrow').not.toBeInViewport();
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 900 } });

  test('a screen fills what the tabs leave, its tab is marked, and the store’s tabs hide no goods', {
    tag: '@rarely',
  }, async ({ page }) => {
    const wallet = 'pages/mine/wallet';
    await openSignedIn(page, undefined, `/#/${wallet}`);
    await arrive(page, wallet);
    const side = page.getByRole('navigation', { name: 'Main pages' });
    await expect(page.locator('[data-skip]')).toBeAttached();
    const [tabs, content] = await Promise.all([side.boundingBox(), screen(page, wallet).boundingBox()]);
    expect([content!.x, content!.x + content!.width]).toEqual([tabs!.width, 768]);
    const me = side.getByRole('link', { name: 'Me' });
    const [marked, other] = await Promise.all(
      [me, side.getByRole('link', { name: 'Logs' })].map((one) =>
        one.evaluate((link) => getComputedStyle(link).backgroundColor),
      ),
    );
    expect(marked).not.toBe(other);
    const store = 'pages/tabbar/home';
    await page.goto(`/#/${store}`);
    await arrive(page, store);
    const rows = screen(page, store).getByRole('navigation', { name: 'Store pages' });
    const goods = screen(page, store).getByRole('list').getByRole('link');
    const [above, first] = await Promise.all([rows.boundingBox(), goods.first().boundingBox()]);
    expect(above!.y + above!.height).toBeLessThan(first!.y);
    await goods.last().scrollIntoViewIfNeeded();
    await expect(rows).not.toBeInViewport();
  });
});

test('a phone in portrait downloads nothing of it; in landscape the tabs are at the side', {
  tag: '@rarely',
}, async ({ page }) => {
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await openSignedIn(page, undefined, `/#/${mine}`);
  await arrive(page, mine);
  const before = sheets.length;
  const bar = page.getByRole('navigation', { name: 'Main pages' });
  expect((await bar.boundingBox())!.width).toBe(360);
  await page.setViewportSize({ width: 740, height: 360 });
  await expect.poll(async () => (await bar.boundingBox())!.width).toBeLessThan(100);
  expect(sheets).toHaveLength(before + 1);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await bar.boundingBox())!.width).toBe(360);
  await page.goto(`/#/${settings}`);
  await arrive(page, settings);
  await expect(bar).toBeHidden();
});
