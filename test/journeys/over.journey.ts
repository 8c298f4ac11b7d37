import type { Page } from '@playwright/test';
import { arrive, expect, field, openDevices, ownMember, screen, tab, test } from './support/journey';

const feed = 'pages/tabbar/dynamic';
const log = 'pages/tabbar/order';
const sheet = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');

test('Back closes what lies over a tab, one after the other, and goes nowhere', { tag: '@react' }, async ({
  page,
}) => {
  await openDevices(page);
  await tab(page, /Feed/).click();
  await arrive(page, feed);
  const more = screen(page, feed)
    .getByRole('button', { name: /Options of/ })
    .first();
  await more.click();
  await expect(sheet(page)).toBeVisible();
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(/dynamic$/);
  await expect(more).toBeFocused();

  // forward leads to no sheet, and to nothing else
  await page.goForward();
  await expect(sheet(page)).toHaveCount(0);
  await tab(page, /Logs/).click();
  await arrive(page, log);
  const days = screen(page, log).getByRole('button', { name: 'All days' });
  await days.click();
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await arrive(page, log);

  // a reload closes it, and leaves nothing to go back through
  await days.click();
  await expect(sheet(page)).toBeVisible();
  await page.reload();
  await arrive(page, log);
  await expect(sheet(page)).toHaveCount(0);

  // what is closed by its button leaves nothing either
  for (const name of ['All days', 'All accounts', 'All states']) {
    await screen(page, log).getByRole('button', { name }).click();
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await expect(screen(page, log).getByRole('button', { name })).toBeFocused();
  }
  await expect.poll(() => page.evaluate(() => history.state.over ?? 0)).toBe(0);
  await page.goBack();
  await arrive(page, feed);
});

/** Holds the frames of the page; returns a function that releases them. */
async function holdFrames(page: Page) {
  await page.evaluate(() => {
    const { requestAnimationFrame } = window;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (call) => held.push(call);
    Object.assign(window, {
      release() {
        window.requestAnimationFrame = requestAnimationFrame;
        for (const call of held.splice(0)) requestAnimationFrame(call);
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { release(): void }).release());
}

test('a tap covers the screen at once, and its sheet is rendered after that is painted', async ({ page }) => {
  await openDevices(page);
  await tab(page, /Logs/).click();
  await arrive(page, log);
  const days = screen(page, log).getByRole('button', { name: 'All days' });
  const covered = () =>
    page.evaluate(() => document.elementFromPoint(180, innerHeight - 20)?.localName === 'dialog');
  for (const end of ['Back', 'a second tap and a paint']) {
    const release = await holdFrames(page);
    await days.click();
    await expect.poll(covered, 'the bar of tabs too').toBe(true);
    await expect(sheet(page)).toBeEmpty();
    if (end === 'Back') {
      await page.goBack();
      await expect(sheet(page)).toHaveCount(0);
      await expect(days).toBeFocused();
      await release();
    } else {
      await page.mouse.click(180, 20);
      await release();
    }
  }
  await expect(sheet(page)).toHaveAccessibleName('Day');
  await expect(page.locator('dialog:modal')).toHaveCount(1);
  await expect(sheet(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(days).toBeFocused();
});

test('an iPhone gives the field of a sheet the focus within the tap, which opens its keyboard', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...given: string[]) =>
      given[0] === '-webkit-touch-callout' || Reflect.apply(supports, CSS, given);
  });
  await openDevices(page);
  await page.goto('/#/pages/mine/userInfoCenter');
  await arrive(page, 'pages/mine/userInfoCenter');
  const nickname = screen(page, 'pages/mine/userInfoCenter').getByRole('button', { name: /Nickname/ });
  await expect(nickname).toBeVisible();
  await holdFrames(page);
  await nickname.evaluate((button: HTMLElement) => button.click());
  await expect(sheet(page).getByRole('textbox')).toBeFocused();
});

test('Back out of a question, or of a chooser, keeps what was typed', { tag: '@rarely' }, async ({
  page,
}) => {
  await openDevices(page, ownMember('rich'));
  await page.goto('/#/pages/mine/bankList');
  await arrive(page, 'pages/mine/bankList');
  const cards = screen(page, 'pages/mine/bankList');
  await cards.getByRole('link', { name: 'Add card' }).click();
  await field(page, 'holder').fill('Dana Demo');
  await cards.getByRole('button', { name: /Choose a bank|Bank/ }).click();
  await expect(sheet(page)).toBeVisible();
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(field(page, 'holder')).toHaveValue('Dana Demo');

  // a link that leads on from under a question leaves nothing of it between the two screens
  await page.goto('/#/pages/tabbar/mine');
  await arrive(page, 'pages/tabbar/mine');
  await screen(page, 'pages/tabbar/mine').getByRole('button', { name: 'Sign out' }).click();
  await expect(question(page)).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/pages/list/earnings';
  });
  await arrive(page, 'pages/list/earnings');
  await expect(question(page)).toHaveCount(0);
  await page.goBack();
  await arrive(page, 'pages/tabbar/mine');
  await expect(question(page)).toHaveCount(0);
});
