import { expect, type Page, test } from '@playwright/test';
import { asOwner, type Hands, handsOn, heading, joinDesk } from './desk-page';
import { startOwnGateway } from './own-gateway';

interface Done {
  nth: number;
  title: string;
  steps: number;
  seconds: number;
}

/**
 * Tasks of one person at the desk, an admin, on a gateway of their own. Each begins on Today and is done to its end; the steps and seconds that
 * it took are printed at the end, as a table in Markdown.
 */
export function deskTasks() {
  const done: Done[] = [];
  let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
  let page: Page;
  test.describe.configure({ mode: 'default' }); // one person, in one browser
  test.beforeAll(async ({ browser }) => {
    gateway = await startOwnGateway({ PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: 0 });
    const viewport = { width: 1440, height: 900 };
    page = await (await browser.newContext({ viewport, isMobile: false, hasTouch: false })).newPage();
    await joinDesk(page, gateway.url, 'ada', 'admin');
  });
  test.afterAll(async () => {
    await page?.context().close();
    await gateway?.stop();
    for (const { nth, title, steps, seconds } of done.sort((a, b) => a.nth - b.nth))
      console.log(`| ${nth} | ${title} | ${steps} | ${seconds.toFixed(1)} |`);
  });
  const own = {
    get url() {
      return gateway.url;
    },
    owner: (path: string, body?: object) => asOwner(gateway.url, path, body),
  };
  /** One task, with its number in docs/operate.md. */
  const task = (nth: number, title: string, does: (hands: Hands) => Promise<void>) =>
    // browser-desk.journey.ts does the five most frequent ones on each change
    test(title, { tag: '@rarely' }, async () => {
      await page.goto('about:blank'); // a dialog that an earlier task left open is gone
      await page.goto(`${gateway.url}/operator/#/`);
      await expect(heading(page, 'Today')).toBeVisible();
      const hands = handsOn(page);
      const began = Date.now();
      await does(hands);
      done.push({ nth, title, steps: hands.steps(), seconds: (Date.now() - began) / 1000 });
    });
  return { own, task };
}
