import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { runModule } from '../build/run-module.mjs';
import { launchOptions } from '../programs/chromium.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { startPostgres } from '../programs/postgres.mjs';
import { createDatabase, startSeededGateway } from '../programs/seeded-gateway.mjs';
import { createFilm } from './film.mjs';

// node tools/pictures/desk-day.mjs                     a day at the desk as numbered pictures, in English and Chinese, wide and narrow
// node tools/pictures/desk-day.mjs en-narrow-dark      only these: language, size, scheme
// Each day has a gateway of its own, because what is decided in it is decided. It is the desk that `npm run build` made. Says which steps fail.

/** @import { BrowserContext, Page } from '@playwright/test' */

const days = ['en-wide-light', 'en-narrow-light', 'zh-wide-light', 'zh-narrow-light', 'zh-narrow-dark'];
const chosen = process.argv.slice(2);
const out = 'test-results/desk-day';
const password = 'a long enough phrase';
const { codeOf, counterAt } = await runModule({}, 'src/server/kernel/totp.ts');
const browser = await chromium.launch(launchOptions());
/** @type {string[]} */
const failed = [];

/** @param {string} url @param {string} path @param {object} [body] @returns {Promise<any>} */
async function asOwner(url, path, body) {
  const answer = await fetch(`${url}/operator/${path}`, {
    headers: { authorization: 'Bearer dev-operator-token', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** Lets somebody in, whose cookie the context then has; returns the key of their codes. @param {BrowserContext} context @param {string} url @param {string} name @param {string} role @returns {Promise<string>} */
async function join(context, url, name, role) {
  const { invite } = await asOwner(url, 'people', { name, role });
  const post = async (/** @type {string} */ path, /** @type {object} */ data) =>
    (await context.request.post(`${url}/operator/${path}`, { data })).json();
  const { key } = await post('session/invitation', { invite });
  await post('session/join', { invite, password, code: codeOf(key, counterAt(Date.now())), cookie: true });
  return key;
}

/** @typedef {import('../programs/seeded-gateway.mjs').Seeded} Seeded */

/** The demo data, of which each day has a copy. @param {string} server @returns {Promise<Seeded>} */
async function seed(server) {
  const database = await createDatabase(server);
  const gateway = await startGateway({ DATABASE_URL: database });
  await cp(gateway.data, `${out}/data`, { recursive: true }); // it deletes its own
  await gateway.stop();
  return { folder: `${out}/data`, database };
}

/** @param {string} day @param {Seeded} seeded */
async function openDay(day, seeded) {
  const [language = 'en', size, colorScheme] = day.split('-');
  const words = JSON.parse(await readFile(`i18n/${language}/desk.json`, 'utf8'));
  const gateway = await startSeededGateway(seeded, { SECOND_PERSON_FROM: 20_000, MACHINES: 'manual' });
  const viewport = size === 'wide' ? { width: 1440, height: 900 } : { width: 390, height: 844 };
  const begin = async () => {
    const context = await browser.newContext({
      viewport,
      colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
    });
    await context.addInitScript((chosen) => {
      // `about:blank`, between two pages, has no storage
      if (location.protocol !== 'about:') localStorage.setItem('desk.language', chosen);
    }, language);
    context.setDefaultTimeout(15_000);
    return context;
  };
  return {
    gateway,
    begin,
    /** @param {string} path such as `action.approve` @returns {string} */
    t: (path) => path.split('.').reduce((some, name) => some[name], words),
    step: createFilm(`${out}/${day}`, failed),
  };
}

/** @typedef {Awaited<ReturnType<typeof openDay>>} Day */

/** Acts on a page as a person does. @param {Day} day @param {Page} page */
function hands({ gateway, t }, page) {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const button = (/** @type {string} */ path, within = main) =>
    within.getByRole('button', { name: t(path), exact: true });
  return {
    main,
    dialog,
    button,
    async go(/** @type {string} */ place) {
      await page.goto('about:blank');
      await page.goto(`${gateway.url}/operator/#/${place}`);
      await main.waitFor();
    },
    /** Presses a button of a record, and the one of its dialog. */
    confirm: (/** @type {string} */ path) => button(path, dialog).click(),
  };
}

/** @param {Day} day @param {Page} page @param {string} key */
async function morning(day, page, key) {
  const { gateway, t, step } = day;
  const { main, go } = hands(day, page);
  await step(page, 'sign-in', async () => {
    await page.goto(`${gateway.url}/operator/`);
    await page.getByLabel(t('field.name')).fill('ada');
    await page.getByLabel(t('word.password'), { exact: false }).fill(password);
    await page.getByLabel(t('word.code')).fill(codeOf(key, counterAt(Date.now()) + 1));
  });
  await step(page, 'today', async () => {
    await page.getByRole('button', { name: t('word.signIn'), exact: true }).click();
    await main.getByText(t('word.books')).waitFor();
  });
  await step(page, 'trail-checked', () => hands(day, page).button('word.checkTrail').click());
  await step(page, 'inbox', () => go('inbox'));
  await step(page, 'conversation', async () => {
    await main
      .locator('[role=group] [role=button]')
      .filter({ hasText: t('word.chat') })
      .first()
      .click();
    await page.getByRole('log').waitFor();
  });
  await step(page, 'answered', async () => {
    await page.getByLabel(t('word.reply')).fill('您好 · Good morning. We look after it now.');
    await hands(day, page).button('action.reply').click();
    await page.getByRole('log').getByText('We look after it now').waitFor();
  });
}

/** @param {Day} day @param {Page} page @param {Page} other */
async function money(day, page, other) {
  const { gateway, t, step } = day;
  const [one, two] = [hands(day, page), hands(day, other)];
  const { items } = await asOwner(gateway.url, 'withdrawals?sort=-amount');
  await step(page, 'withdrawals', () => one.go('withdrawals'));
  await step(page, 'withdrawal', () => one.go(`withdrawals/${items[0].number}/show`));
  await step(page, 'approve', () => one.button('action.approve').click());
  await step(page, 'proposed', () => one.confirm('action.approve'));
  await step(other, 'second-person', () => two.go('proposals'));
  await step(other, 'proposal', async () => {
    const [proposal] = (await asOwner(gateway.url, 'proposals')).items;
    await two.go(`proposals/${proposal.id}/show`);
  });
  await step(other, 'agree', () => two.button('action.grant').click());
  await step(other, 'agreed', () => two.confirm('action.grant'));
  await step(page, 'approved', () => one.go(`withdrawals/${items[0].number}/show`));
  const order = (await asOwner(gateway.url, 'orders?state=successful&size=1')).items[0];
  await step(page, 'order', () => one.go(`orders/${order.orderNo}/show`));
  await step(page, 'refund', async () => {
    await one.button('action.refund').click();
    await one.dialog.getByLabel(t('field.reason')).fill('Two days late');
  });
  await step(page, 'refunded', () => one.confirm('action.refund'));
}

/** @param {Day} day @param {Page} page */
async function wares(day, page) {
  const { gateway, t, step } = day;
  const { main, go, button } = hands(day, page);
  await step(page, 'machines', () => go('machines?filter=%7B%7D'));
  await step(page, 'machine', async () => {
    const [machine] = (await asOwner(gateway.url, 'machines?state=any&size=1')).items;
    await go(`machines/${machine.serialNumber}/show`);
  });
  const [product] = (await asOwner(gateway.url, 'products?size=1')).items;
  await step(page, 'product', async () => {
    await go(`products/${product.id}`);
    await page.getByLabel(t('field.price'), { exact: true }).fill('1.00');
  });
  await step(page, 'price-proposed', () => page.getByRole('button', { name: t('ra.action.save') }).click());
  await step(page, 'notice', async () => {
    await go('notices/create');
    await page.getByLabel(t('field.title')).first().fill('New machines · 新机器');
    await page
      .getByRole('textbox', { name: t('field.text') })
      .first()
      .fill('<p>Come <b>and see</b> · 欢迎选购</p>');
  });
  await step(page, 'notice-preview', async () => {
    await button('word.preview').click();
    await main.locator('.preview').waitFor();
  });
  await step(page, 'notice-published', () => button('word.publish').click());
  await step(page, 'payouts-to-export', () => go('withdrawals?filter=%7B%22status%22%3A%22remitted%22%7D'));
}

/** @param {Day} day @param {Page} page */
async function evening(day, page) {
  const { t, step } = day;
  const { go } = hands(day, page);
  await step(page, 'today-at-night', () => go(''));
  await step(page, 'account', () => page.getByRole('button', { name: t('ra.auth.user_menu') }).click());
  await step(page, 'signed-out', async () => {
    await page.getByRole('menuitem', { name: t('ra.auth.logout') }).click();
    await page.getByLabel(t('word.code')).waitFor();
  });
}

const postgres = await startPostgres();
try {
  if (!chosen.length) await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const seeded = await seed(postgres.url);
  for (const name of chosen.length ? chosen : days) {
    const day = await openDay(name, seeded);
    try {
      const { url } = day.gateway;
      const joining = await browser.newContext();
      const key = await join(joining, url, 'ada', 'admin');
      await joining.close();
      const second = await day.begin();
      await join(second, url, 'ben', 'finance');
      const first = await day.begin();
      const [page, other] = [await first.newPage(), await second.newPage()];
      page.on('pageerror', ({ message }) => failed.push(`${name} ${page.url()}: ${message}`));
      await morning(day, page, key);
      await money(day, page, other);
      await wares(day, page);
      await evening(day, page);
      await first.close();
      await second.close();
    } finally {
      await day.gateway.stop();
    }
  }
  for (const one of failed) console.log(one);
  console.log(`${failed.length} steps failed`);
} finally {
  await browser.close();
  await postgres.stop();
  await rm(`${out}/data`, { recursive: true, force: true });
}
