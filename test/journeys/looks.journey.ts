import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { Manifest } from '../../src/shell/start/manifest';
import { unlinked } from '../../tools/bench/unlinked.mjs';
import { localeNames, messagesOf } from '../../tools/build/locales.mjs';
import { arrive, demo, expect, field, openDevices, screen, tab, test } from './support/journey';

const devices = 'pages/tabbar/index';
const mine = 'pages/tabbar/mine';
const languages = [
  ['English', 'en-US', ['@rarely']],
  ['Chinese', 'zh-CN', ['@rarely']], // its words are shorter, and nothing else is another
  ['Vietnamese', 'vi-VN', ['@rarely']], // its words are the longest
] satisfies [string, string, string[]][];

const signOut = new RegExp(localeNames.map((one) => messagesOf(one, 'mine').signOut).join('|'));

/** Whether this run is `test:all`. */
const everything = process.env.TEST_ALL === 'on';

/** Asks for a quarter of a minute, and is looked at while it does. */
const asksOn = /paymentResult/;

/** Every screen, by whether it is for members only, as the page itself knows them. */
async function allScreens(page: Page): Promise<{ open: string[]; members: string[] }> {
  const routes: NonNullable<Manifest['routes']> = await page.evaluate(async () => {
    const { manifest } = window.cloudphone;
    const whole = manifest.full ? await (await fetch(manifest.base + manifest.full)).json() : manifest;
    return whole.routes;
  });
  const isScreen = (path: string) => path.startsWith('pages/'); // what comes over them, and parts of them, have no address
  const screens = Object.entries(routes).filter(([path]) => isScreen(path));
  const paths = (guarded: number) =>
    screens.flatMap(([path, [flags]]) => ((flags & 1) === guarded ? path : []));
  const found = { open: paths(0), members: paths(1) };
  expect(found.open).toContain('pages/login/login');
  expect(found.members).toContain(devices);
  return found;
}

/** The screen is there, and no part of it waits for something. */
async function untilKnown(page: Page, path: string) {
  if (asksOn.test(path)) return expect(screen(page, path).getByRole('heading')).not.toHaveCount(0);
  await arrive(page, path);
  await expect(screen(page, path).locator('[aria-busy=true]')).toHaveCount(0);
}

/**
 * Shows every screen to `look`, those for members to the demo member. A screen that lacks a parameter is shown once
 * the others have been: they have links to it, or to another one that needs the same.
 */
async function visitAll(page: Page, look: (path: string) => Promise<void>) {
  const links: Record<string, string> = { ...unlinked };
  const left: [path: string, said: string][] = [];
  const visit = async (path: string, at = links[path] ?? path) => {
    await page.goto(`/#/${at}`);
    await untilKnown(page, path);
    const lacking = screen(page, path).locator('[data-missing]');
    if (at === path && (await lacking.count())) {
      left.push([path, (await lacking.getAttribute('data-missing')) ?? '']);
      return;
    }
    const found = await page
      .locator('a[href^="#/"][href*="?"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!.slice(2)));
    for (const one of found) links[one.split('?')[0]!] ??= one;
    await look(path);
  };
  const addressOf = (path: string, said: string) => {
    const known = Object.values(links).flatMap((one) => one.split('?')[1]!.split('&'));
    return links[path] ?? `${path}?${known.find((one) => said.includes(one.split('=')[0]!)) ?? ''}`;
  };
  await page.goto('/');
  const { open, members } = await allScreens(page);
  for (const path of open) await visit(path);
  await page.goto('/#/');
  await openDevices(page);
  for (const path of members) await visit(path);
  for (const [path, said] of left) await visit(path, addressOf(path, said));
}

/** Milliseconds to look at all of them in, on a machine that may be busy. */
const forAll = 480_000;

interface Violation {
  id: string;
  nodes: { target: unknown[] }[];
}
const words = (violations: Violation[]) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);

/** Nothing moves or fades any more. */
const still = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * The violations that axe finds in the page. Calls axe itself: `AxeBuilder` gathers everything that passes as well, and takes twice
 * as long over a screen.
 */
async function violationsOf(page: Page, runOnly: string[], contrast = true): Promise<string[]> {
  await still(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const how = { runOnly, resultTypes: ['violations'], rules: { 'color-contrast': { enabled: contrast } } };
  const violations = await page.evaluate(async (how) => {
    const { axe } = window as unknown as { axe: { run(how: object): Promise<{ violations: Violation[] }> } };
    return (await axe.run(how)).violations;
  }, how);
  return words(violations);
}

/** But for contrast, most of the time: it takes three quarters of it, and test/unit/ui/styles computes it from the rules of style. */
const faults = (page: Page) => violationsOf(page, ['wcag2a', 'wcag2aa'], everything);

/** The scheme changes colours only. */
const faintWords = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violationsOf(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

for (const [language, locale, tag] of languages) {
  test.describe(language, () => {
    // what fades in is not to be read yet
    test.use({ locale, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });

    test(`every screen can be used, read, pressed, and fits at twice its size, in ${language}`, {
      tag,
    }, async ({ page }) => {
      test.setTimeout(forAll);
      // neither the library nor the language makes a difference to roles, names and colours, and axe takes most of the time
      const withAxe = everything || (locale === 'en-US' && process.env.LIBRARY !== 'react');
      const check = async (what: string) => {
        expect.soft(await page.evaluate(tooSmall), `${what}: small targets`).toEqual([]);
        expect.soft(await page.evaluate(saidTwice), `${what}: headings that repeat its title`).toEqual([]);
        expect.soft(await page.evaluate(danglingDots), `${what}: lines that end in a dot`).toEqual([]);
        for (const width of [360, 180]) {
          await page.setViewportSize({ width, height: 740 });
          expect.soft(await page.evaluate(tooWide), `${what}: wider than ${width} px`).toEqual([]);
        }
        await page.setViewportSize({ width: 360, height: 1600 });
        expect.soft(await page.evaluate(barsAfloat), `${what}: a bar above the bottom`).toEqual([]);
        await page.setViewportSize({ width: 360, height: 740 });
        if (!withAxe) return;
        expect.soft(await faults(page), what).toEqual([]);
        if (everything) expect.soft(await faintWords(page), `${what} in the dark`).toEqual([]);
      };
      await visitAll(page, check);
      await page.goto(`/#/${mine}`);
      await arrive(page, mine);
      await page.getByRole('button', { name: signOut }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await check('a dialog');
    });
  });
}

/** Pressable elements that are less than 44 px in either direction; links in running text are as tall as the text. */
function tooSmall(): string[] {
  const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea');
  return [...all].flatMap((one) => {
    const label = one.matches('[type=checkbox],[type=radio]') && one.closest('label');
    const { width, height } = (label || one).getBoundingClientRect();
    const unseen = width <= 1 || height <= 1; // hidden, or for those who listen only
    if (unseen || getComputedStyle(one).display === 'inline') return [];
    const said = one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.textContent;
    return width < 43.9 || height < 43.9 ? [`${said}: ${Math.round(width)} × ${Math.round(height)}`] : [];
  });
}

/** Headings with the words of the title above them. */
function saidTwice(): string[] {
  const seen = (one: HTMLElement) => one.offsetParent && one.textContent;
  const [title, ...others] = [...document.querySelectorAll<HTMLElement>('main h1, main h2')].filter(seen);
  return others.flatMap((one) => (one.textContent === title?.textContent ? [one.textContent ?? ''] : []));
}

/** Facts that are parted by a dot, where a line ends after the dot. */
function danglingDots(): string[] {
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const found: string[] = [];
  const range = document.createRange();
  const rectAt = (node: Node, at: number) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getClientRects()[0];
  };
  let [dot, before]: [DOMRect | undefined, string] = [undefined, ''];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    const hangs = getComputedStyle(node.parentElement!).position === 'absolute';
    for (let at = 0; at < text.length && !hangs; at++) {
      if (/\s/.test(text[at]!)) continue;
      const rect = rectAt(node, at);
      if (!rect?.width) continue;
      const below = dot && rect.top > dot.bottom - 2 && rect.left < dot.left;
      if (below) found.push(before);
      dot = text[at] === '·' ? rect : undefined;
      before = text;
    }
  }
  return found;
}

/** Bars with the main action of a screen that do not reach the bottom of the window, in px above it. */
function barsAfloat(): number[] {
  const bars = [...document.querySelectorAll<HTMLElement>('div[data-bar]:not([data-low])')];
  return bars
    .filter(({ offsetParent, offsetHeight }) => offsetParent && offsetHeight)
    .map((bar) => Math.round(innerHeight - bar.getBoundingClientRect().bottom))
    .filter((above) => above > 1);
}

/** Elements that stick out of the screen, except in boxes that scroll sideways. */
function tooWide(): string[] {
  const scrolls = (from: Element) => {
    if (from.parentElement?.closest('[data-clipped]')) return true; // the pieces of a map reach beyond its frame
    for (let one: Element | null = from; one; one = one.parentElement)
      if (/auto|scroll/.test(getComputedStyle(one).overflowX)) return one !== document.documentElement;
    return false;
  };
  return [...document.querySelectorAll('#app *')].flatMap((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const out = width > 1 && (right > innerWidth + 0.5 || left < -0.5);
    return out && !scrolls(one) ? [`${one.tagName} ${one.textContent?.slice(0, 40)}`] : [];
  });
}

/**
 * The layout shift of a page from now on, without what the member caused. Its first request is answered last: a screen that
 * waits for one answer, and shows others above it or below it, moves.
 */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`);
        shifts.push(`${entry.value.toFixed(4)}: ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    asked++;
    await new Promise((late) => setTimeout(late, Math.max(100, 1000 - 150 * asked)));
    await route.continue();
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

test('nothing moves while the sign-in screen comes', async ({ page }) => {
  const shifted = await watchShifts(page);
  await page.goto('/');
  await arrive(page, 'pages/login/login');
  await expect(page.getByRole('checkbox')).toBeVisible();
  expect(await shifted()).toEqual([]);
});

/** Another page of the same member, which has seen nothing yet. */
async function openCold(page: Page, width: number) {
  const cold = await page.context().newPage();
  await cold.setViewportSize({ width, height: width > 700 ? 1024 : 740 });
  await cold.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('seen')) localStorage.removeItem(key);
  });
  return cold;
}

for (const width of [360, 412, 768])
  test(`nothing moves while the devices and their numbers come, ${width} px wide`, {
    tag: '@rarely',
  }, async ({ page }) => {
    await openDevices(page);
    const cold = await openCold(page, width);
    const shifted = await watchShifts(cold);
    await cold.goto('/');
    await arrive(cold, devices);
    await expect(screen(cold, devices).getByRole('listitem').nth(5)).toBeAttached();
    expect(await shifted()).toEqual([]);
  });

test('the cost of a withdrawal appears without moving anything below it', { tag: '@rarely' }, async ({
  page,
}) => {
  const balance = 'pages/mine/balance';
  await openDevices(page);
  await page.goto(`/#/${balance}`);
  await untilKnown(page, balance);
  const below = screen(page, balance).getByText("You won't be charged until you confirm.");
  const heightOf = () => below.evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY));
  const before = await heightOf();
  await field(page, 'amount').fill('150');
  await expect(screen(page, balance).getByText(/\d USDT$/)).toBeVisible();
  expect(await heightOf()).toBe(before);
});

/** Milliseconds in which what is asked for after the first answers is here too. */
const afterwards = 600;

for (const width of everything ? [360, 412, 768] : [360])
  test(`nothing moves on any screen while its answers come late, ${width} px wide`, {
    tag: '@rarely', // opens a page for each: three minutes; the two screens that are seen first have tests of their own
  }, async ({ page }) => {
    test.setTimeout(forAll);
    await visitAll(page, async (path) => {
      const cold = await openCold(page, width);
      const shifted = await watchShifts(cold);
      await cold.goto(page.url());
      await untilKnown(cold, path);
      await cold.waitForTimeout(afterwards);
      expect.soft(await shifted(), path).toEqual([]);
      await cold.close();
    });
  });

/** Presses Tab until it gets there; `back` goes the other way. */
async function tabTo(page: Page, to: Locator, back = false) {
  for (let presses = 0; presses < 60; presses++) {
    if (await to.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  await expect(to).toBeFocused();
}

test('a member without a touch screen signs in, opens an order, and gets the focus back from a dialog', {
  tag: '@rarely',
}, async ({ page }) => {
  const { keyboard } = page;
  await page.goto('/');
  await arrive(page, 'pages/login/login');
  await tabTo(page, field(page, 'account'));
  await keyboard.type(demo.account);
  await tabTo(page, field(page, 'password'));
  await keyboard.type(demo.password);
  await tabTo(page, page.getByRole('checkbox'));
  await keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }));
  await keyboard.press('Enter');
  await arrive(page, devices);

  await tabTo(page, screen(page, devices).locator('a[href*="serialNumber="]').first());
  await keyboard.press('Enter');
  await arrive(page, 'pages/list/equList');
  await tabTo(page, page.getByRole('button', { name: 'Back' }));
  await keyboard.press('Enter');
  await arrive(page, devices);

  await tabTo(page, tab(page, 'Me'), true);
  await keyboard.press('Enter');
  await arrive(page, mine);
  const signOut = screen(page, mine).getByRole('button', { name: 'Sign out' });
  await tabTo(page, signOut, true);
  await keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }));
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(signOut).toBeFocused();
});

test('nothing is animated for somebody who asked for that', { tag: '@rarely' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openDevices(page);
  const waiting = screen(page, devices).getByRole('status', { name: 'Loading…' });
  // what only comes late, at once, does not move
  const animations = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
          .length,
    );
  await page.route('**/api/**', () => {}); // never answered: everything that waits is on the screen
  await page.addInitScript(() => {
    // what was seen last would be there at once
    for (const key of Object.keys(localStorage)) if (key.startsWith('seen')) localStorage.removeItem(key);
  });
  await page.reload();
  await expect(waiting.first()).toBeVisible();
  expect(await animations()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(animations).toBeGreaterThan(0);
});
