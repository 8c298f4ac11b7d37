import { shared } from '../build.mjs';
import { readScreens } from './manifest.mjs';

/** Members of the demo data: one with machines and history, one who has nothing yet. */
export const members = { demo: 'demo', newbie: 'newbie' };
const password = 'cloud2026';

/** Every screen that is built, and one that is not. `guard` says who may see it. */
export async function surveyScreens() {
  const screens = await readScreens(shared());
  const unbuilt = ({ source }) => /not-built/.test(source);
  return { built: screens.filter((one) => !unbuilt(one)), unbuilt: screens.find(unbuilt) };
}

const shown = (page, path) => page.locator(`[data-screen="${path}"]:visible`);

/** Waits until the screen is there, and neither it nor any part of it waits for something. */
export async function arrive(page, path) {
  await page
    .locator(`[data-screen="${path}"]:visible:not([aria-busy="true"]):not(:has([aria-busy="true"]))`)
    .waitFor();
}

/** Signs in as a member of the demo data and answers what the browser keeps of it. */
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

/** What the screens of the demo member that need a parameter are given, by path: `?serialNumber=…`. */
export async function parameters(page) {
  await page.goto('/#/');
  await arrive(page, 'pages/tabbar/index');
  const order = await page.locator('a[href*="serialNumber="]').first().getAttribute('href');
  return {
    'pages/list/equList': order.slice(order.indexOf('?')),
    'pages/login/WeChatRegister': '?ticket=demo',
  };
}
