import { arrive } from '../bench/visit.mjs';
import { inAny, words } from './words.mjs';

/** @import { Locator, Page } from '@playwright/test' */
/** @import { Scene } from './scenes.mjs' */

const list = 'pages/tabbar/index';
const machines = 'pages/list/equList';
const screen = 'pages/list/screen';

/**
 * Opens the cloud phones of an order that is online, and waits for their thumbnails.
 * @param {Page} page
 */
async function openMachines(page) {
  await arrive(page, list);
  await page.locator('[data-screen]:visible a[href*="equList?serial"]').nth(1).click();
  await page.locator(`[data-screen="${machines}"] a[href*="${screen}"] img`).first().waitFor();
}
/**
 * Opens the list of all cloud phones, and chooses the first two or all of them.
 * @param {Page} page
 * @param {'two' | 'all'} which
 */
async function choosePhones(page, which) {
  await arrive(page, machines);
  await button(
    page,
    inAny('device-detail', ({ choose }) => choose),
  ).click();
  const boxes = page.locator('[data-screen]:visible input[type=checkbox]');
  await boxes.nth(1).waitFor();
  for (const at of which === 'all' ? [0] : [1, 2]) await boxes.nth(at).check();
}
/** @type {(page: Page, name: RegExp) => Locator} */
const button = (page, name) => page.getByRole('button', { name });
/**
 * Opens the screen of a cloud phone, and sends a file with this content to it.
 * @param {Page} page
 * @param {string} text
 */
async function sendFile(page, text) {
  await openMachines(page);
  await page.locator(`[data-screen="${machines}"] a[href*="${screen}"]`).first().click();
  await page.locator(`[data-screen="${screen}"] img`).waitFor();
  const file = { name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) };
  await page.locator(`[data-screen="${screen}"] input[type=file]`).setInputFiles(file);
}

/**
 * Screens of cloud phones, and what is done with several of them.
 * @type {Scene[]}
 */
export const phoneScenes = [
  { name: 'screen-thumbnails', who: 'demo', at: list, does: openMachines },
  ...['', '-offline'].map((state) => ({
    name: `screen-of-a-phone${state}`,
    who: 'demo',
    at: list,
    async does(/** @type {Page} */ page) {
      await openMachines(page);
      await page.locator(`[data-screen="${machines}"] a[href*="${screen}"]`).first().click();
      await page.locator(`[data-screen="${screen}"] img`).waitFor();
      if (!state) return;
      await page.context().setOffline(true);
      await page.locator(`[data-screen="${screen}"] img[data-late]`).waitFor();
    },
    after: (/** @type {Page} */ page) => page.context().setOffline(false),
  })),
  {
    name: 'phone-file-sent',
    who: 'demo',
    at: list,
    async does(page) {
      await sendFile(page, '%PDF-1.7');
      await words(
        page,
        inAny('phone-actions', ({ fileSent }) => fileSent.replace('{{name}}', 'contract.pdf')),
      );
    },
  },
  {
    name: 'phone-file-refused',
    who: 'demo',
    at: list,
    async does(page) {
      await sendFile(page, 'no PDF');
      await page.locator(`[data-screen="${screen}"] [role=alert]`).scrollIntoViewIfNeeded();
    },
  },
  { name: 'phones-chosen', who: 'demo', at: machines, does: (page) => choosePhones(page, 'two') },
  {
    name: 'phones-apps',
    who: 'demo',
    at: machines,
    async does(page) {
      await choosePhones(page, 'two');
      await button(
        page,
        inAny('phone-actions', ({ install }) => install),
      ).click();
      await words(page, /Sandbox Player/);
    },
  },
  {
    name: 'phones-action',
    who: 'demo',
    at: machines,
    async does(page) {
      const say = (/** @type {string} */ key) => inAny('phone-actions', (messages) => messages[key]);
      await choosePhones(page, 'all');
      await button(page, say('install')).click();
      await page.getByText('Sandbox Game').click(); // for which some have no room
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('install') })
        .click();
      await button(page, say('retry')).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'phones-together-without-live',
    who: 'demo',
    at: machines,
    async does(page) {
      await choosePhones(page, 'two');
      await button(
        page,
        inAny('phone-actions', ({ together }) => together),
      ).click();
      await words(
        page,
        inAny('together', ({ nobody }) => nobody),
      );
    },
  },
];
