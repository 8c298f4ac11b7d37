import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { richTags } from '../../src/contract/rules/rich';
import { hostile } from '../server/support/hostile-html';
import { operator as operate } from './support/desk';
import { arrive, expect, openDevices, ownMember, screen, tab, test } from './support/journey';

// Notices for one member only: nobody else's journey meets them.
const token = process.env.OPERATOR_TOKEN ?? 'dev-operator-token';
const desk = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(`/operator/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { ...data, requestKey: randomUUID() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
};

const operator = (...words: string[]) => operate(process.env.BASE_URL!, ...words);

/** test/server/notices compares the cleaned text of each; here the browser shows its effect. */
const opened = process.env.TEST_ALL === 'on' ? hostile : hostile.filter((_, at) => at % 5 === 0);

test(`${opened.length} hostile notices open, and nothing of them runs, loads or leads away`, {
  tag: '@rarely',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const who = ownMember('new');
  const publish = ([name, html]: readonly [string, string], at: number) =>
    desk(page, 'notices', {
      // of some, nothing is left: the desk would refuse them alone
      texts: { en: { title: `${at}. ${name} <img src=x onerror=ran()>`, html: `<p>before</p>${html}` } },
      to: who.account,
    }).then(({ id }) => id as string);
  const ids: string[] = [];
  for (let from = 0; from < opened.length; from += 20)
    ids.push(...(await Promise.all(opened.slice(from, from + 20).map((one, at) => publish(one, from + at)))));

  const ran: string[] = [];
  const strangers: string[] = [];
  await page.exposeFunction('ran', () => ran.push('ran()'));
  page.on('dialog', (dialog) => ran.push(dialog.message()) && void dialog.dismiss());
  page.on('popup', (popup) => strangers.push(popup.url()));
  page.on('frameattached', (frame) => strangers.push(frame.url()));
  await openDevices(page, who);
  const { origin } = new URL(page.url());
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) strangers.push(request.url());
  });
  await page.evaluate(() => Object.assign(window, { untouched: true }));

  const wrong = await page.evaluate(
    async ({ ids, allowed }) => {
      const found: string[] = [];
      for (const [at, id] of ids.entries()) {
        location.hash = `#/pages/list/noticeDetail?id=${id}`;
        const here = () =>
          [...document.querySelectorAll('article')].find((one) =>
            one.querySelector('h2')?.textContent?.startsWith(`${at}. `),
          );
        const until = Date.now() + 10_000;
        while (!here() && Date.now() < until) await new Promise((rest) => setTimeout(rest, 5));
        const article = here();
        if (!article) return [...found, `${at} did not open`];
        for (const one of article.querySelectorAll(':scope > div *')) {
          if (
            one.localName === 'small' &&
            one.textContent === ` (${(one.parentElement as HTMLAnchorElement).host})`
          )
            continue; // the app names the site of a link
          const attributes = one.getAttributeNames().filter((name) => name !== 'href' && name !== 'rel');
          if (!allowed.includes(one.localName) || attributes.length)
            if (one.localName !== 'div') found.push(`${at}: ${one.outerHTML}`);
          for (const type of ['mouseover', 'focus', 'pointerenter', 'touchstart'])
            one.dispatchEvent(new Event(type, { bubbles: true }));
        }
      }
      return found;
    },
    { ids, allowed: [...richTags] as string[] },
  );
  expect(wrong).toEqual([]);
  await page.goto('/#/pages/list/noticeList');
  await arrive(page, 'pages/list/noticeList');
  await expect(page.getByText('<img src=x onerror=ran()>').first()).toBeVisible(); // text, as the operator wrote it
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true); // the page is the one it was
  expect([ran, strangers]).toEqual([[], []]);
});

test('a link of a notice leaves the app, and one to a screen of ours stays in it', {
  tag: '@rarely',
}, async ({ page }) => {
  const who = ownMember('new');
  const html =
    '<p><a href="https://partner.example/offer">the offer</a> <a href="#/pages/list/systemMsg">your messages</a></p>';
  const { id } = await desk(page, 'notices', { texts: { en: { title: 'Links', html } }, to: who.account });
  await page.route('https://partner.example/**', (route) => route.fulfill({ body: 'the partner' }));
  await openDevices(page, who);
  await page.goto(`/#/pages/list/noticeDetail?id=${id}`);
  await page.getByRole('link', { name: 'your messages' }).click();
  await arrive(page, 'pages/list/systemMsg');
  await page.goBack();
  await page.getByRole('link', { name: 'the offer' }).click();
  await expect(page).toHaveURL('https://partner.example/offer');
});

test('a notice that must be confirmed covers every screen until the member confirms it', {
  tag: '@rarely',
}, async ({ page, told }) => {
  const who = ownMember('new');
  const folder = await mkdtemp(join(tmpdir(), 'notice-'));
  const write = async (name: string, html: string) => {
    await writeFile(join(folder, name), html);
    return join(folder, name);
  };
  const long = `<h1>New terms of rent</h1>${'<p>Rent is paid by the day, and every day the same.</p>'.repeat(40)}`;
  const en = await write('terms.en.html', long);
  const zh = await write('terms.zh.html', '<h1>租金新规</h1><p>租金按日发放。</p>');
  await operator('notice', 'publish', en, zh, '--confirm', `--to=${who.account}`);
  await operator(
    'notice',
    'publish',
    await write('a.html', '<p>Short.</p>'),
    '--title=And one more',
    '--confirm',
    `--to=${who.account}`,
  );

  await openDevices(page, who);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('New terms of rent');
  await expect(dialog).toContainText('1 more');
  const confirm = dialog.getByRole('button', { name: 'I have read this' });
  await expect(confirm).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await page.goto('/#/pages/list/noticeList');
  await arrive(page, 'pages/list/noticeList');
  await expect(dialog).toContainText('New terms of rent');
  await page.goto('/#/pages/mine/viewAgreement'); // for anyone, like sign-in and pay
  await arrive(page, 'pages/mine/viewAgreement');
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(dialog).toContainText('New terms of rent');

  told.expected.push(/Failed to load resource/); // once, without a connection
  await page.route('**/systemNote/userConfirm', (route) => route.abort(), { times: 1 });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('The network is not strong');
  await expect(dialog.getByRole('button', { name: 'Later' })).toBeVisible();
  await confirm.click();
  await expect(dialog).toContainText('And one more');
  await expect(dialog.getByRole('button', { name: 'Later' })).toHaveCount(0);
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  const asked = page.waitForResponse('**/systemNote/getNeedConfirm');
  await page.reload();
  expect((await (await asked).json()).body.items).toEqual([]);
  await arrive(page, 'pages/list/noticeList');
  await expect(dialog).toHaveCount(0);
});

test('messages are counted, read one by one and all at once, and deleted several at a time', async ({
  page,
}) => {
  const who = ownMember('new');
  for (const text of ['The first', 'The second', '<b>The third</b>', 'The fourth'])
    await operator('message', 'send', who.account, text);
  await openDevices(page, who);
  await tab(page, /^me$/i).click();
  const mine = screen(page, 'pages/tabbar/mine'); // the device list has a bell with the same name
  await mine
    .getByRole('link', { name: /^Messages 4/ })
    .first()
    .click();
  await arrive(page, 'pages/list/systemMsg');
  await expect(page.getByText('<b>The third</b>')).toBeVisible();
  await page.getByRole('button', { name: /The second/ }).click();
  await expect(page.getByRole('tab', { name: 'Unread (3)' })).toBeVisible();
  await page.goBack();
  await expect(mine.getByRole('link', { name: /^Messages 3/ }).first()).toBeVisible();
  await page.goForward();
  await page.getByRole('tab', { name: /Unread/ }).click();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(page.getByText('You have read everything')).toBeVisible();

  await page.getByRole('tab', { name: 'All' }).click();
  await page.getByRole('button', { name: 'Select' }).click();
  for (const text of [/The first/, /The fourth/])
    await page.getByRole('listitem').filter({ hasText: text }).click();
  await page.getByRole('button', { name: 'Delete (2)' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Delete 2 messages?');
  await asked.getByRole('button', { name: 'Delete (2)' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('2 messages')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveCount(2);
});
