import { readdirSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import type { Manifest } from '../../src/shell/start/manifest';
import { landingAddress } from '../../tools/bench/landing-addresses.mjs';
import { arrive, expect, openSignedIn, screen, test } from './support/journey';

const bundles = readdirSync('i18n/en').map((file) => file.replace('.json', ''));
/** The key of a message, where its text should be. */
const key = new RegExp(`\\b(${bundles.join('|')})\\.[a-z][\\w.]+`);

/** The first call of every screen that members open from outside, by its path. */
async function firstCalls(baseURL: string) {
  const html = await (await fetch(baseURL)).text();
  const full = /"full":"(\w+\.json)"|full:"(\w+\.json)"/.exec(html)!;
  const manifest: Manifest = await (await fetch(`${baseURL}/a/${full[1] ?? full[2]}`)).json();
  return Object.entries(manifest.calls).map(([path, [call]]) => [path, call] as const);
}

/**
 * Opens a screen as a member does who follows a link, without the bundles of messages that other screens need. Returns what the page
 * asked, in order, and what the screen says.
 */
async function land(browser: Browser, path: string) {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, call] = /\/api\/(.*)/.exec(request.url()) ?? [];
    if (call) asked.push(call);
  });
  const words = new RegExp(`/a/en-(?!${path.split('/').pop()}-)[\\w-]+-\\w+\\.json$`);
  await page.route(words, (route) => route.abort());
  await openSignedIn(page, undefined, landingAddress(path));
  await arrive(page, path);
  await expect(screen(page, path).locator('[aria-busy=true]')).toHaveCount(0);
  const said = await screen(page, path).innerText();
  await context.close();
  return { asked, said };
}

for (const [which, paths, tag] of [
  ['a notice, an order and two tabs', /noticeDetail|orderDetail|tabbar\/(mine|dynamic)/, []],
  ['every screen that members open from outside', /./, ['@rarely']],
] satisfies [string, RegExp, string[]][])
  test(`${which}: the first call is sent once, before the scripts, and one file has the words`, {
    tag,
  }, async ({ browser, baseURL, told }) => {
    test.setTimeout(180_000);
    told.expected.push(/ERR_FAILED/);
    const landings = (await firstCalls(baseURL!)).filter(([path]) => paths.test(path));
    expect(landings.length).toBeGreaterThan(3);
    for (const [path, call] of landings) {
      const { asked, said } = await land(browser, path);
      expect(asked[0], path).toBe(call);
      expect(
        asked.filter((one) => one === call),
        path,
      ).toHaveLength(1);
      expect(said, path).not.toMatch(key);
      expect(said.length, path).toBeGreaterThan(40);
    }
  });
