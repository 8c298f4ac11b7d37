import type { Page } from '@playwright/test';
import { operator } from './support/desk';
import { expect, openDevices, ownMember, picture, screen, test } from './support/journey';

const path = 'pages/mine/im';
/** The desk, on its command line. */
const desk = (baseURL: string, ...words: string[]) => operator(baseURL, 'chat', ...words);

/** Has 5,000 messages in the demo data. */
const lee = { account: 'lee', password: 'cloud2026' };

const log = (page: Page) => screen(page, path).getByRole('log');
const box = (page: Page) => screen(page, path).getByRole('textbox');
/** All messages that contain these words. */
const said = (page: Page, words: string) =>
  log(page).locator('[data-block] > div').filter({ hasText: words });

async function openSupport(page: Page, who: { account: string; password: string }) {
  await openDevices(page, who);
  await page.goto(`/#/${path}`);
  await expect(box(page)).toBeVisible(); // who has said nothing yet has no log
}

async function write(page: Page, words: string) {
  await box(page).fill(words);
  await screen(page, path).getByRole('button', { name: 'Send', exact: true }).click();
}

/** Words that no other journey says. */
const own = (words: string) => `${words} ${Math.random().toString(36).slice(2)}`;

/** How often the desk finds these words. */
const arrived = async (baseURL: string, account: string, words: string) =>
  (await desk(baseURL, 'read', account)).split(words).length - 1;

test('a member writes, the desk answers, and the answer is there without a reload', async ({
  page,
  baseURL,
}) => {
  const who = ownMember('new');
  await openSupport(page, who);
  const question = own('Is machine 7 all right?');
  await write(page, question);
  await expect(box(page)).toHaveValue('');
  await expect(said(page, question)).toHaveCount(1);
  await expect.poll(() => arrived(baseURL!, who.account, question)).toBe(1);
  await expect(said(page, question)).toContainText('Read');
  const answer = own('It is.');
  await desk(baseURL!, 'reply', who.account, answer);
  await expect(said(page, answer)).toBeInViewport();
  await expect(said(page, question)).toHaveCount(1);
});

test('an answer that was lost on its way loses nothing and doubles nothing', { tag: '@rarely' }, async ({
  page,
  baseURL,
  told,
}) => {
  told.expected.push(/net::ERR_/);
  const words = own('The tunnel');
  let sent = 0;
  // nothing is heard until it has been sent again
  await page.route('**/api/txSupport/wait', (route) => (sent < 2 ? route.abort() : route.continue()));
  await page.route('**/api/txSupport/send', async (route) => {
    if (sent++) return route.continue();
    await route.fetch(); // the gateway has it
    await route.abort('connectionreset'); // the phone does not know
  });
  const who = ownMember('new');
  await openSupport(page, who);
  await write(page, words);
  await expect.poll(() => sent).toBe(2);
  await expect(said(page, words)).not.toContainText(/Send|Not sent/);
  await expect(said(page, words)).toHaveCount(1);
  await page.reload();
  await expect(said(page, words)).toHaveCount(1);
  expect(await arrived(baseURL!, who.account, words)).toBe(1);
});

test('messages written offline survive a reload and are sent once, in order', { tag: '@rarely' }, async ({
  page,
  context,
  baseURL,
  told,
}) => {
  told.expected.push(/net::ERR_/);
  const who = ownMember('new');
  await openSupport(page, who);
  const [first, second] = [own('First'), own('Second')];
  await page.route('**/api/txSupport/**', (route) => route.abort());
  await write(page, first);
  await write(page, second);
  await expect(said(page, first)).toContainText('Not sent yet');
  await expect(screen(page, path).getByText(/^You're offline\. Messages are saved/)).toBeVisible();
  await box(page).fill('Half a thought');
  await page.reload();
  await expect(said(page, second)).toContainText('Not sent yet');
  await expect(box(page)).toHaveValue('Half a thought');
  await said(page, first).getByRole('button', { name: 'Try again' }).click();
  await expect(said(page, first)).toContainText('Not sent yet');
  expect(await arrived(baseURL!, who.account, first)).toBe(0);

  await page.unroute('**/api/txSupport/**');
  await expect(said(page, second)).not.toContainText(/Send|Not sent/);
  const history = await desk(baseURL!, 'read', who.account);
  expect(history.indexOf(first)).toBeGreaterThan(0);
  expect(history.indexOf(second)).toBeGreaterThan(history.indexOf(first));
  expect(history.split(first)).toHaveLength(2);

  // and no message that arrived in between is missing
  await context.setOffline(true);
  const meanwhile = own('Meanwhile');
  await desk(baseURL!, 'reply', who.account, meanwhile);
  await context.setOffline(false);
  await expect(said(page, meanwhile)).toHaveCount(1);
  await expect(box(page)).toHaveValue('Half a thought');
});

test('a picture is sent, and looked at', { tag: '@rarely' }, async ({ page, baseURL }) => {
  const who = ownMember('new');
  await openSupport(page, who);
  const before = await log(page).locator('img').count();
  await screen(page, path).getByLabel('Send an image').setInputFiles(picture);
  await expect(log(page).locator('img')).toHaveCount(before + 1);
  await expect(log(page).locator('img').last()).toHaveAttribute('src', /\/files\//);
  expect(await desk(baseURL!, 'read', who.account)).toContain('/files/');
  await log(page).getByRole('button', { name: 'View image' }).last().click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
});

test('a conversation of 5,000 messages: few of them in the document, and nothing jumps on the way up', {
  tag: '@rarely',
}, async ({ page, baseURL }) => {
  await openSupport(page, lee);
  await expect(log(page).locator('[data-block] > div').last()).toBeInViewport();
  const nodes = () => log(page).evaluate((one) => one.querySelectorAll('*').length);
  expect(await nodes()).toBeLessThan(600);

  /** Scrolls up by so much, and tells how far what was seen has moved. */
  const up = (by: number) =>
    log(page).evaluate(async (one, by) => {
      const scroller = one.parentElement!.parentElement!;
      const top = scroller.getBoundingClientRect().top;
      const rows = [...one.querySelectorAll('[data-block] > div')];
      const row = rows.find((each) => each.getBoundingClientRect().bottom > top)!;
      const bottom = () => row.getBoundingClientRect().bottom; // above it, the name of the day may go
      const before = bottom();
      scroller.scrollTop -= by;
      const moved = bottom() - before;
      for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
      const after = row.isConnected ? bottom() - before : Number.NaN;
      return { moved, after, height: scroller.scrollHeight };
    }, by);
  let height = 0;
  for (let step = 0; step < 60; step++) {
    const { moved, after, height: now } = await up(400);
    if (moved) expect(Math.abs(after - moved)).toBeLessThan(2);
    else await page.waitForTimeout(0);
    expect(await nodes()).toBeLessThan(1200);
    height = now;
  }
  expect(height).toBeGreaterThan(15_000);

  // a new message arrives far below: the visible messages stay in place
  const place = () =>
    log(page).evaluate((one) => {
      const scroller = one.parentElement!.parentElement!;
      const { top } = scroller.getBoundingClientRect();
      const row = [...one.querySelectorAll('[data-block] > div')].find(
        (each) => each.getBoundingClientRect().bottom > top,
      )!;
      return { text: row.textContent, y: row.getBoundingClientRect().top };
    });
  const before = await place();
  const news = own('News from the desk');
  await desk(baseURL!, 'reply', 'lee', news);
  const pill = screen(page, path).getByRole('button', { name: '1 new message' });
  await expect(pill).toBeVisible();
  const after = await place();
  expect(after.text).toBe(before.text);
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  await pill.click();
  await expect(said(page, news)).toBeInViewport();
  await expect(pill).toBeHidden();
});

test('older messages that come late push nothing that a member sees', { tag: '@rarely' }, async ({
  page,
}) => {
  await openSupport(page, lee);
  await expect(log(page).locator('[data-block] > div').last()).toBeInViewport();
  let asked = false;
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/txSupport/**', async (route) => {
    asked = true;
    await late;
    await route.continue();
  });
  const scroller = log(page).locator('xpath=../..');
  const oldest = () =>
    scroller.evaluate((one) =>
      Math.round(one.getBoundingClientRect().top - one.firstElementChild!.getBoundingClientRect().top),
    );
  await expect
    .poll(async () => {
      await scroller.evaluate((one) => one.scrollBy(0, -600));
      return asked && (await oldest()) <= 1; // Chromium scrolls by whole pixels, and the content ends within one
    })
    .toBe(true);
  const row = log(page).locator('[data-block] > div').nth(2);
  const first = await log(page).locator('[data-block] > div').first().elementHandle();
  const seen = await row.elementHandle();
  const place = () => seen!.evaluate((one) => one.getBoundingClientRect().bottom);
  const before = await place();
  answer();
  await expect
    .poll(() =>
      first!.evaluate(
        (one) => one.previousElementSibling !== null || one.parentElement!.previousElementSibling !== null,
      ),
    )
    .toBe(true);
  expect(Math.abs((await place()) - before)).toBeLessThan(2);
});
