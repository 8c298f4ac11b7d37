import { mkdir, rm } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { locales, messagesOf } from '../build/locales.mjs';
import { launchOptions, phone } from '../programs/chromium.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { createFilm } from './film.mjs';

// node tools/pictures/member-day.mjs            the first day of a new member as numbered pictures, on a phone
// node tools/pictures/member-day.mjs zh-dark    only this: language, scheme
// It is the app that `npm run build` made. Says which steps fail.

const days = ['en-light', 'zh-dark'];
const chosen = process.argv.slice(2);
const out = 'test-results/member-day';
const browser = await chromium.launch(launchOptions());
/** @type {string[]} */
const failed = [];
const password = 'lantern42';
const payPassword = '482913';

/** @param {string} day */
async function openDay(day) {
  const [locale = 'en', colorScheme] = day.split('-');
  const gateway = await startGateway();
  const language = locales[locale]?.header.replace('_', '-') ?? locale;
  const context = await browser.newContext({
    ...phone,
    locale: language,
    colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
    baseURL: gateway.url,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => failed.push(`${day} ${page.url()}: ${message}`));
  const film = createFilm(`${out}/${day}`, failed);
  const here = page.locator('[data-screen]:visible');
  const dialog = page.locator('dialog[open]').last();
  /** @param {string} path the bundle, and the place in it: `register.next` */
  const words = (path) => {
    const [bundle = '', ...rest] = path.split('.');
    return rest.reduce((/** @type {any} */ some, name) => some[name], messagesOf(locale, bundle));
  };
  return {
    gateway,
    context,
    page,
    here,
    dialog,
    words,
    isChinese: locale !== 'en',
    /** @param {string} name @param {() => Promise<unknown>} act */
    step: (name, act) => film(page, name, act),
    /** @param {string} name */
    field: (name) => here.locator(`[name="${name}"]`),
    /** @param {string | RegExp} name */
    press: (name, within = here) => within.getByRole('button', { name }).first().click(),
    /** @param {string} path */
    async arrive(path) {
      await page.locator(`[data-screen="${path}"]:visible:not([aria-busy=true])`).waitFor();
    },
    /** @param {string} path */
    async go(path) {
      await page.goto(`/#/${path}`);
      await page.locator(`[data-screen="${path.split('?')[0]}"]:visible:not([aria-busy=true])`).waitFor();
    },
    /** The message that the gateway sent to an address of the sandbox. @param {string} address @returns {Promise<string>} */
    async received(address) {
      for (let tries = 0; tries < 100; tries++) {
        const { messages } = await (await page.request.get('/dev/outbox.json')).json();
        const text = messages.find((/** @type {{ address: string }} */ one) => one.address === address)?.text;
        if (text) return text;
        await page.waitForTimeout(100);
      }
      throw new Error(`nothing was sent to ${address}`);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openDay>>} Day */

/** @param {Day} day */
async function begin({ page, here, field, words, step, press, arrive, received, isChinese }) {
  // a number of mainland China makes a member of the Chinese version, who pays with Alipay
  const contact = isChinese ? '13912345678' : 'maria@example.com';
  await step('visitor', () => page.goto('/'));
  await step('invited', async () => {
    await page.goto('about:blank');
    await page.goto('/?inviteCode=DEMO2026#/pages/login/register');
    await arrive('pages/login/register');
  });
  await step('refused', async () => {
    await field('username').fill(isChinese ? '王小美' : 'Maria Lopez');
    await field('contact').fill(isChinese ? '1391234' : 'maria@');
    await press(words('register.next'));
  });
  await step('code-sent', async () => {
    await field('username').fill(isChinese ? 'wangxiaomei' : 'marialopez');
    const asked = page.waitForResponse((response) => response.url().endsWith('txUser/randomCode'));
    await field('contact').fill(contact);
    await here.getByRole('button', { name: words('register.random.picture') }).click();
    const { body } = await (await asked).json();
    await field('randomCode').fill(await received(`picture ${body.id}`));
    await press(words('form.fields.getCode'));
    await field('code').fill(/\d{6}/.exec(await received(contact))?.[0] ?? '');
  });
  await step('password', async () => {
    await press(words('register.next'));
    await field('password').fill(password);
    await field('confirm').fill(password);
    await here.getByRole('checkbox').check();
  });
  await step('new-home', async () => {
    await press(words('auth.register.title'));
    await arrive('pages/tabbar/index');
  });
}

/** @param {Day} day */
async function buy({ page, here, dialog, words, step, press, arrive, go, isChinese }) {
  const way = isChinese ? 'alipay' : 'card';
  await step('store', () => go('pages/tabbar/home'));
  await step('product', async () => {
    await here.locator('a[href*="product"]').first().click();
    await page.waitForTimeout(1000);
  });
  await step('pay', async () => {
    await press(words('store.buy'));
    await arrive('pages/mine/pay');
  });
  await step('pay-way', () => here.getByRole('radio', { name: words(`orders.ways.${way}`) }).check());
  await step('confirm', () => press(/¥/));
  await step('provider', async () => {
    await press(/¥/, dialog);
    await page.getByText('SANDBOX').first().waitFor();
  });
  await step('declined', async () => {
    await page.getByRole('button', { name: 'Decline' }).click();
    await arrive('pages/mine/paymentResult');
  });
  await step('another-way', async () => {
    await page.goBack();
    await page.waitForTimeout(1000);
  });
  await step('paid', async () => {
    await go('pages/mine/payOrder');
    await here.locator('a[href*="orderDetail"]').first().click();
    await arrive('pages/orderDetail');
  });
  await step('pay-again', async () => {
    await here
      .locator('a[href*="mine/pay"], button')
      .filter({ hasText: words('orders.pay.other') })
      .first()
      .click();
    await arrive('pages/mine/pay');
  });
  await step('lights', async () => {
    await here.getByRole('radio', { name: words(`orders.ways.${way}`) }).check();
    await press(/¥/);
    if (await dialog.isVisible()) await press(/¥/, dialog);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await arrive('pages/mine/paymentResult');
    await here.getByText(words('result.paid')).waitFor();
  });
  await step('first-account', async () => {
    await here.locator('a[href*="addMember"]').click();
    await arrive('pages/member/addMember');
  });
  await step('linked', async () => {
    await here.locator('[name=account]').fill(isChinese ? 'meicooks' : 'mariacooks');
    await press(words('accounts.add'));
    await arrive('pages/member/memberList');
  });
  await step('home', () => go('pages/tabbar/index'));
  await step('machines', () => go('pages/list/equList'));
}

/** @param {Day} day */
async function feed({ page, here, dialog, words, step, press, go, isChinese }) {
  await step('feed', () => go('pages/tabbar/dynamic'));
  await step('post', async () => {
    await go('pages/tabbar/addDynamic');
    await here
      .locator('textarea')
      .first()
      .fill(isChinese ? '我的第一盏灯亮了。' : 'My first light is on.');
  });
  await step('draft-after-reload', async () => {
    await page.reload();
    await page.locator('[data-screen]:visible textarea').first().waitFor();
  });
  await step('posted', () => press(words('circle.post')));
  await step('options', async () => {
    await go('pages/tabbar/dynamic');
    await here.getByRole('article').first().getByRole('button').first().click();
    await dialog.waitFor();
  });
  await step('back-closes-it', () => page.goBack());
}

/** @param {Day} day */
async function money({ page, here, dialog, words, field, step, press, go, arrive, isChinese }) {
  await step('me', () => go('pages/tabbar/mine'));
  await step('wallet-empty', () => go('pages/mine/wallet'));
  await step('top-up', () => go('pages/mine/topUp'));
  await step('topped-up', async () => {
    await field('amount').fill('500');
    await field('phone').fill(isChinese ? '13800138000' : '+6591234567');
    await here.locator('[type=submit]').click();
    if (await dialog.isVisible().catch(() => false)) await press(/¥/, dialog);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await arrive('pages/mine/paymentResult');
    await here.getByText(words('result.paid')).waitFor();
  });
  await step('withdraw', () => go('pages/mine/balance'));
  await step('pay-password', () => go('pages/mine/payPassword'));
  await step('pay-password-set', async () => {
    await field('password').fill(password);
    await field('payPassword').fill(payPassword);
    await press(words('pay-password.save'));
    await page.waitForTimeout(1000);
  });
  await step('wallet', () => go('pages/mine/wallet'));
  await step('transactions', () => go('pages/mine/movements?kind=balance'));
  await step('accounts', () => go('pages/mine/bankList'));
  await step('earnings', () => go('pages/list/earnings'));
  await step('invite', () => go('pages/mine/poster'));
}

/** @param {Day} day */
async function help({ page, step, go, context }) {
  await step('request', () => go('pages/mine/workOrder'));
  await step('chat', () => go('pages/mine/im'));
  await step('settings', () => go('pages/mine/settings'));
  await step('notices', () => go('pages/list/noticeList'));
  await step('narrow', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await go('pages/tabbar/index');
  });
  await step('landscape', async () => {
    await page.setViewportSize({ width: 740, height: 360 });
    await go('pages/tabbar/mine');
  });
  await step('tablet', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await go('pages/list/equList');
  });
  await step('desktop', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await go('pages/tabbar/home');
  });
  await step('offline', async () => {
    await page.setViewportSize(phone.viewport);
    await go('pages/tabbar/mine');
    await context.setOffline(true);
    await page.goto('/#/pages/list/earnings');
    await page.waitForTimeout(1500);
  });
  await step('online-again', async () => {
    await context.setOffline(false);
    await page.waitForTimeout(4000);
  });
}

try {
  if (!chosen.length) await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const name of chosen.length ? chosen : days) {
    const day = await openDay(name);
    try {
      await begin(day);
      await buy(day);
      await feed(day);
      await money(day);
      await help(day);
    } finally {
      await day.context.close();
      await day.gateway.stop();
    }
  }
  for (const one of failed) console.log(one);
  console.log(`${failed.length} steps failed`);
} finally {
  await browser.close();
}
