import { chromium } from '@playwright/test';
import { launchOptions, phone } from '../programs/chromium.mjs';
import { freePort, startGateway } from '../programs/gateway.mjs';
import { embedFloorPage } from './embed-floor-page.mjs';
import { networks, startSlowNetwork } from './slow-network.mjs';
import { members, signIn } from './visit.mjs';
import { watchScript } from './watch.mjs';

/** @import { BrowserContext } from '@playwright/test' */
/** @typedef {keyof typeof networks} NetworkName */
/**
 * Measurements of a visit: milliseconds from the navigation until the first paint, until the page is usable, and until it shows the
 * server's newest data; requests and bytes until it is usable; layout shift; elements.
 * @typedef {Record<'paint' | 'usable' | 'fresh' | 'requests' | 'bytes' | 'shift' | 'elements', number>} Times
 */

/**
 * Starts the parts of a benchmark: the gateway of `folder`, a browser behind a slow network, and signed-in contexts.
 * @param {string} folder with `app` and `server`
 * @param {number} cpu how many times slower than this machine
 */
export async function openBench(folder, cpu) {
  const partnerPort = await freePort();
  const gateway = await startGateway({
    program: `${folder}/server/main.mjs`,
    PARTNER_PORT: partnerPort,
    SIGNING_SECRET: benchSecret,
  });
  const url = gateway.url.replace('127.0.0.1', 'localhost');
  const shop = `http://localhost:${partnerPort}`;
  const proxy = await startSlowNetwork();
  for (const mode of ['shadow', 'iframe']) proxy.pages[`${shop}/bench-${mode}`] = embedPage(url, mode);
  proxy.pages[`${shop}/bench-floor`] = embedFloorPage(url);
  const browser = await chromium.launch({ ...launchOptions(), proxy: { server: proxy.address } });
  const about = { ...phone, viewport: { width: 360, height: 640 }, baseURL: url, locale: 'en-US' };
  const demo = await signIn(await browser.newContext(about), members.demo);

  /**
   * Opens an address once.
   * @param {BrowserContext} context
   * @param {NetworkName} network
   * @param {{ address: string, usable: string, fresh?: string | undefined }} what
   * @returns {Promise<Times>}
   */
  async function visit(context, network, { address, usable, fresh }) {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.addInitScript(await watchScript(usable, fresh));
    proxy.slow(networks[network]);
    proxy.forget();
    await page.goto(address, { waitUntil: 'commit', timeout: 60_000 });
    const notedIn = async () => {
      for (const frame of page.frames()) {
        const noted = await frame.evaluate(() => Reflect.get(window, 'noted')).catch(() => undefined);
        if (noted?.fresh) return noted;
      }
      return undefined;
    };
    let noted;
    for (const end = Date.now() + 60_000; !noted; ) {
      if (Date.now() > end) throw new Error(`${address} was not usable within a minute`);
      await page.waitForTimeout(50);
      noted = await notedIn();
    }
    const began = await page.evaluate(() => performance.timeOrigin);
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    const until = proxy.passed().filter(({ at }) => at < noted.usable);
    proxy.slow(undefined);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await proxy.quiet();
    const shift = await page.evaluate(() => Reflect.get(window, 'noted').shift);
    await page.close();
    return {
      paint,
      usable: noted.usable - began,
      fresh: noted.fresh - began,
      requests: until.length,
      bytes: until.reduce((sum, { bytes }) => sum + bytes, 0),
      shift,
      elements: noted.elements,
    };
  }
  return {
    url,
    shop,
    visit,
    /** Pages that the slow network itself answers, by address. */
    pages: proxy.pages,
    proxy,
    browser,
    /** The stored session of the demo member. */
    session: demo.origins[0]?.localStorage ?? [],
    cpu,
    open: (/** @type {'demo' | 'nobody'} */ who = 'demo') =>
      browser.newContext({ ...about, ...(who === 'demo' && { storageState: demo }) }),
    async close() {
      await browser.close();
      proxy.close();
      await gateway.stop();
    },
  };
}
/** @typedef {Awaited<ReturnType<typeof openBench>>} Bench */

/** The tokens of the gateway and of the floor page. */
export const benchSecret = 'bench-secret-that-nobody-else-has';

/**
 * A partner's page with one wallet, with its height reserved as in docs/embedding/quickstart.md, and nothing else. @type {(embeds:
 * string, mode: string) => string}
 */
const embedPage = (
  embeds,
  mode,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>cloudphone-wallet:not(:defined){display:block;min-height:425px}</style>
<script type="module" src="${embeds}/v1/embed.js"></script></head><body><h1>Shop</h1>
<cloudphone-wallet partner="p_demo" token-endpoint="/cp/embed-token" mode="${mode}"></cloudphone-wallet><p>Below.</p></body></html>`;
