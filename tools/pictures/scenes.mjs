import { arrive } from '../bench/visit.mjs';
import { localeNames, locales } from '../build/locales.mjs';
import { phoneScenes } from './phone-scenes.mjs';
import { inAny, words } from './words.mjs';

/** @import { Page, Request, Route } from '@playwright/test' */

/**
 * A picture: of a screen by its path, or of the state that `does` produces at an address. `who`: a member of the demo data, or nobody.
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} who
 * @property {string} [at]
 * @property {string} [path]
 * @property {boolean} [again]
 * @property {(page: Page) => unknown} [before]
 * @property {(page: Page) => Promise<unknown>} [does]
 * @property {(page: Page) => unknown} [after]
 */

const list = 'pages/tabbar/index';
const mine = 'pages/tabbar/mine';
const earnings = 'pages/list/earnings';
const machines = 'pages/list/equList';
const register = 'pages/login/register';
const login = 'pages/login/login';

/**
 * The language of the page.
 * @param {string | null | undefined} lang of the page
 */
const spokenIn = (lang) => localeNames.find((locale) => locales[locale]?.header.replace('_', '-') === lang);
/** @param {Page} page */
const submit = (page) => page.locator('[data-screen]:visible [type=submit]').click();

/**
 * Special states of screens, which an address alone does not produce. `before` and `does` produce them, `after` undoes changes that the
 * browser would keep.
 * @type {Scene[]}
 */
export const scenes = [
  {
    name: 'not-found',
    who: 'demo',
    at: 'pages/nowhere',
    does: (page) =>
      words(
        page,
        inAny('common', ({ failures }) => failures.notFound),
      ),
  },
  {
    name: 'parameter-missing',
    who: 'demo',
    at: 'pages/orderDetail',
    does: (page) => page.locator('[data-missing]').waitFor(),
  },
  {
    name: 'buy-first',
    who: 'newbie',
    at: 'pages/mine/pointsMall',
    does: (page) => arrive(page, 'pages/mine/pointsMall'),
  },
  { name: 'list-empty', who: 'newbie', at: list, does: (page) => arrive(page, list) },
  { name: 'mine-of-newbie', who: 'newbie', at: mine, does: (page) => arrive(page, mine) },
  {
    name: 'download-failed',
    who: 'demo',
    at: list,
    does: async (page) => {
      await arrive(page, list);
      await page.route(/\/a\/[\w-]+\.js$/, (route) => route.abort());
      await page.evaluate((path) => location.assign(`#/${path}`), earnings);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'answer-failed',
    who: 'demo',
    at: earnings,
    before: (page) => page.route('**/api/**', (route) => route.abort()),
    does: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'offline',
    who: 'demo',
    at: list,
    async does(page) {
      await arrive(page, list);
      await page.context().setOffline(true);
      await words(
        page,
        inAny('common', ({ offline }) => offline),
      );
    },
    after: (page) => page.context().setOffline(false),
  },
  {
    name: 'offline-refreshed',
    who: 'demo',
    at: list,
    async does(page) {
      await arrive(page, list);
      await page.context().setOffline(true);
      await page.locator(`[data-screen="${list}"] button`).first().dispatchEvent('click');
      await page
        .getByRole('status')
        .filter({ has: page.getByRole('button') })
        .first()
        .waitFor();
    },
    after: (page) => page.context().setOffline(false),
  },
  ...Object.entries({ list, machines, mine }).map(([name, at]) => ({
    name: `waiting-${name}`,
    who: 'demo',
    at,
    async before(/** @type {Page} */ page) {
      // as on a new phone
      await page.addInitScript(() => {
        for (const key of Object.keys(localStorage)) if (key.includes('seen')) localStorage.removeItem(key);
      });
      await page.route('**/api/**', () => {}); // never answered
    },
    does: (/** @type {Page} */ page) =>
      page.locator('[data-screen]:visible [aria-busy=true]').first().waitFor(),
    after: (/** @type {Page} */ page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  })),
  ...phoneScenes,
  {
    name: 'form-problems',
    who: 'nobody',
    at: register,
    async does(page) {
      await arrive(page, register);
      /** @param {string} name */
      const field = (name) => page.locator(`[data-screen]:visible [name=${name}]`);
      await field('username').fill('a_');
      await field('contact').fill('12345678901');
      await submit(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'form-refused',
    who: 'nobody',
    at: login,
    async does(page) {
      await arrive(page, login);
      await page.locator('[name=account]').fill('nobodyhere');
      await page.locator('[name=password]').fill('wrongpass1');
      await page.locator('[name=agreed]').check();
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'dialog',
    who: 'demo',
    at: mine,
    async does(page) {
      await arrive(page, mine);
      await page.getByRole('button', { name: inAny('mine', ({ signOut }) => signOut) }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'toast',
    who: 'demo',
    at: mine,
    before: (page) => page.route(/\/a\/[\w-]+-mine-/, (route, request) => toast(page, route, request)),
    async does(page) {
      await arrive(page, mine);
      const spoken = spokenIn(await page.locator('html').getAttribute('lang'));
      const other = localeNames.find((locale) => locale !== spoken);
      await page.locator('select').selectOption(other ?? null);
      await page
        .getByRole('status')
        .filter({ hasText: inAny('common', ({ failures }) => failures.offline) })
        .waitFor();
    },
  },
];

/**
 * Blocks the download of a language that the page does not use yet.
 * @param {Page} page
 * @param {Route} route
 * @param {Request} request
 */
async function toast(page, route, request) {
  const spoken = spokenIn(await page.locator('html').getAttribute('lang'));
  return request.url().includes(`/${spoken}-mine-`) ? route.continue() : route.abort();
}
