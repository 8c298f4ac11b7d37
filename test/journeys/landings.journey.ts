import { readdirSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { firstCalls, landingAddress } from '../../tools/bench/landing-addresses.mjs';
import { browserOptions } from '../../tools/build/options.mjs';
import { readScreens } from '../../tools/build/screens.mjs';
import { arrive, expect, openSignedIn, screen, test } from './support/journey';

const bundles = readdirSync('i18n/en').map((file) => file.replace('.json', ''));
/** The key of a message, where its text should be. */
const key = new RegExp(`\\b(${bundles.join('|')})\\.[a-z][\\w.]+`);

/** The screens that members open from outside, and what each asks first. */
const landings = async () =>
  (await readScreens(browserOptions(), true))
    .filter(({ landed }) => landed?.calls.length)
    .map((screen) => ({ path: screen.path, calls: firstCalls(screen) }));

/**
 * Opens a screen as a member does who follows a link. The page gets its core once it has sent `count` calls, and the file of the screen:
 * everything else under `/a/` is on its way until the screen has its content. Returns the calls, in order, and the text of the screen.
 */
async function land(browser: Browser, path: string, count: number) {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, call] = /\/api\/(.*)/.exec(request.url()) ?? [];
    if (call) asked.push(JSON.stringify([call, request.postDataJSON().body.data]));
  });
  let release = () => {};
  const content = new Promise<void>((settle) => (release = settle));
  const own = new RegExp(`/a/en-${path.split('/').pop()}-\\w+\\.js$`);
  const core = /src="?(\/a\/\w+\.js)/.exec(await (await page.request.get('/')).text())![1]!;
  await page.route('**/a/*', async (route) => {
    const url = route.request().url();
    if (url.endsWith(core)) await expect.poll(() => asked.length, path).toBe(count);
    else if (!own.test(url)) await content;
    await route.continue().catch(() => {}); // the page is closed meanwhile
  });
  await openSignedIn(page, undefined, landingAddress(path));
  await arrive(page, path);
  await expect(screen(page, path).locator('[aria-busy=true]')).toHaveCount(0);
  const said = await screen(page, path).innerText();
  release();
  await context.close();
  return { asked, said };
}

for (const [which, paths, tag] of [
  [
    'a notice, an order, the wallet and two tabs',
    /noticeDetail|orderDetail|wallet|tabbar\/(mine|dynamic)/,
    ['@rarely'],
  ],
  ['every screen that members open from outside', /./, ['@rarely']], // the five show what would break them
] satisfies [string, RegExp, string[]][])
  test(`${which}: it needs one file, and its calls are sent once, before the scripts`, { tag }, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const opened = (await landings()).filter(({ path }) => paths.test(path));
    expect(opened.length).toBeGreaterThan(4);
    for (const { path, calls } of opened) {
      const { asked, said } = await land(browser, path, calls.length);
      const first = calls.map(({ path, input }) => JSON.stringify([path, input]));
      expect(
        asked.filter((one) => first.includes(one)),
        path,
      ).toEqual(first);
      expect(said, path).not.toMatch(key);
      expect(said.length, path).toBeGreaterThan(40);
    }
  });
