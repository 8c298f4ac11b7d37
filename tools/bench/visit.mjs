import { browserOptions } from '../build/options.mjs';
import { readScreens } from '../build/screens.mjs';

/** @import { BrowserContext, Page } from '@playwright/test' */

/** Members of the demo data: one with machines and history, one without anything. */
export const members = { demo: 'demo', newbie: 'newbie' };
const password = 'cloud2026';

/** Every screen. `guard`: who may open it. */
export const surveyScreens = () => readScreens(browserOptions());

/** @type {(page: Page, path: string) => ReturnType<Page['locator']>} */
const shown = (page, path) => page.locator(`[data-screen="${path}"]:visible`);

/** It sends requests for a quarter of a minute, and is measured meanwhile. */
const asksOn = /paymentResult/;

/**
 * Waits until the screen is loaded, and neither it nor any part of it is busy.
 * @param {Page} page
 * @param {string} path
 */
export async function arrive(page, path) {
  const still = asksOn.test(path)
    ? ':has(h2,[role="alert"])'
    : ':not([aria-busy="true"]):not(:has([aria-busy="true"]))';
  await page.locator(`[data-screen="${path}"]:visible${still}`).waitFor();
}

/**
 * Signs in as a member of the demo data and returns the browser's storage state.
 * @param {BrowserContext} context
 * @param {string} account
 */
export async function signIn(context, account) {
  const page = await context.newPage();
  await page.goto('/');
  const login = shown(page, 'pages/login/login');
  await login.locator('[name=account]').fill(account);
  await login.locator('[name=password]').fill(password);
  await login.locator('[name=agreed]').check();
  await login.locator('[type=submit]').click();
  await arrive(page, 'pages/tabbar/index');
  await page.close();
  return context.storageState();
}

/** @typedef {Record<string, string>} Links Addresses by path. */

/**
 * Collects the addresses that the screen links to, for screens that need a parameter.
 * @param {Page} page
 * @param {Links} links
 */
export async function keepLinks(page, links) {
  const found = await page
    .locator('a[href^="#/"][href*="?"]')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('href') ?? '').slice(2)));
  for (const one of found) links[one.slice(0, one.indexOf('?'))] ??= one;
}

/**
 * The screen's message about a missing parameter; undefined if none is missing.
 * @param {Page} page
 */
export async function lacking(page) {
  const lost = page.locator('[data-missing]:visible');
  return (await lost.count()) ? ((await lost.first().getAttribute('data-missing')) ?? undefined) : undefined;
}

/**
 * An address of `path` with the missing parameter, taken from links to this or another screen with it.
 * @param {string} path
 * @param {string} said
 * @param {Links} links
 */
export function addressOf(path, said, links) {
  if (links[path]) return links[path];
  const known = Object.values(links).flatMap((one) => one.slice(one.indexOf('?') + 1).split('&'));
  return `${path}?${known.find((one) => said.includes(one.slice(0, one.indexOf('=')))) ?? ''}`;
}
