import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { mediaLoader } from '../build/media-loader.mjs';
import { pureContract } from '../build/plugins/pure-contract.mjs';
import { phone } from '../programs/chromium.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { members, signIn } from './visit.mjs';

const path = 'pages/tabbar/goods';

/** A folder with the demo data and a shop of 10,000 goods. */
async function fillShelf() {
  const data = await mkdtemp(join(tmpdir(), 'cloudphone-shelf-'));
  const program = `dist/bench/shelf-${process.pid}.mjs`;
  await build({
    entryPoints: ['test/support/shelf.ts'],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    loader: mediaLoader,
    plugins: [pureContract],
    logLevel: 'warning',
  });
  try {
    execFileSync(process.execPath, [program], {
      env: { ...process.env, DATA_DIR: data },
      stdio: 'inherit',
    });
  } finally {
    await rm(program);
  }
  return data;
}

/**
 * Milliseconds that a member with 10,000 goods waits: for the list, for the next pages, for a search, and for a batch over all of them.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} program the built gateway
 * @param {number} cpu how many times slower the phone is
 * @returns {Promise<Record<string, number>>}
 */
export async function benchShop(browser, program, cpu) {
  const data = await fillShelf();
  const gateway = await startGateway({ program, data });
  try {
    const context = await browser.newContext({ ...phone, baseURL: gateway.url, locale: 'en-US' });
    await signIn(context, members.demo);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    const rows = page.locator(`[data-screen="${path}"] li[data-block]`);
    /** @param {() => Promise<unknown>} work */
    const timed = async (work) => {
      const began = Date.now();
      await work();
      return Date.now() - began;
    };
    const list = await timed(async () => {
      await page.goto(`/#/${path}`);
      await rows.nth(19).waitFor();
    });
    const pages = await timed(async () => {
      for (let shown = 20; shown < 200; shown += 20) {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        // only the rows near the viewport are in the document, with their numbers
        await page.waitForFunction((count) => {
          const all = [...document.querySelectorAll('[data-screen*=goods] li[data-block]')];
          return Math.max(all.length, Number(all[all.length - 1]?.getAttribute('aria-posinset'))) >= count;
        }, shown + 20);
      }
    });
    await page.evaluate(() => window.scrollTo(0, 0));
    const search = await timed(async () => {
      await page.getByRole('searchbox').fill('Lamp 9999');
      await page.waitForFunction(
        () => document.querySelectorAll('[data-screen*=goods] li[data-block]').length === 1,
      );
    });
    await page.getByRole('searchbox').fill('');
    await rows.nth(19).waitFor();
    await page.getByRole('button', { name: 'Select' }).click();
    await page.locator('[data-bar] input[type=checkbox]').check();
    await page.getByRole('button', { name: 'Take off sale' }).click();
    const batch = await timed(async () => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Take off sale' }).click();
      await page.locator('[data-outcome]').waitFor();
    });
    return {
      'list of 10,000 goods': list,
      '… nine more pages': pages,
      '… a search': search,
      '… all off sale': batch,
    };
  } finally {
    await gateway.stop();
  }
}
