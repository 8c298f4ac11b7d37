import { resolve } from 'node:path';
import { build } from 'esbuild';
import { surveyScreens } from '../bench/visit.mjs';
import { chromium } from '../browsers/devtools.mjs';
import { firefox, firefoxLacks } from '../browsers/firefox.mjs';
import { walk } from '../browsers/walk.mjs';
import { webkit, webkitLacks } from '../browsers/webkit.mjs';
import { browserOptions } from '../build/options.mjs';
import { readEmbeds } from '../build/screens.mjs';
import { fetchOldChromium, runsHere } from '../programs/binaries.mjs';
import { headlessShell, launchOptions } from '../programs/chromium.mjs';

/** @import { OpenPage } from '../browsers/walk.mjs' */
/** @typedef {{ name: string, open: OpenPage, pages?: string[] }} Browser */

/** Pages of the example partner. */
const pages = ['/', '/strict', '/react'];
/** The React page uses React's development build, which needs Chrome 78. */
const oldestPages = ['/', '/strict'];

/** The functions that check a page, as a script for the oldest engine. */
export async function scriptOfPage() {
  const { outputFiles } = await build({
    ...browserOptions(),
    stdin: {
      contents: "export * from './in-page.mjs'; export * from './in-page-acts.mjs';",
      resolveDir: resolve('tools/browsers'),
    },
    format: 'iife',
    globalName: 'inPage',
    minify: false,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Chromium of these versions, as far as this machine can run them; `current`: the version of the journeys.
 * @param {string[]} versions
 * @returns {Browser[]}
 */
export function chromiums(versions) {
  const here = versions.filter((version) => version === 'current' || runsHere);
  if (here.length < versions.length) console.log('Old Chromium is for Linux on x64 only: not looked at here');
  const current = launchOptions(headlessShell);
  const env = 'env' in current ? current.env : process.env;
  return here.map((version) => ({
    name: `Chromium ${version}`,
    open: chromium(version === 'current' ? current : fetchOldChromium(version, env)),
    ...(version === '69' && { pages: oldestPages }),
  }));
}

/**
 * Browsers that are checked if they are installed, because they cannot be downloaded: the browser, or the missing Debian packages.
 * @type {Record<'WebKit' | 'Firefox', Browser & { lacks: string | undefined }>}
 */
export const others = {
  WebKit: { name: 'WebKit', open: webkit, lacks: webkitLacks },
  Firefox: { name: 'Firefox', open: firefox, lacks: firefoxLacks },
};

/**
 * Every screen, and the example partner’s pages, in these browsers.
 * @param {Browser[]} browsers
 * @param {() => Promise<{ url: string, partner: string, stop(): Promise<unknown> }>} start a gateway with the demo data
 */
export async function runBrowsers(browsers, start) {
  console.log(`\n— every screen in ${browsers.map(({ name }) => name).join(', ')}`);
  const [screens, script, embeddable] = await Promise.all([
    surveyScreens(),
    scriptOfPage(),
    readEmbeds(browserOptions()),
  ]);
  const features = Object.keys(embeddable).sort((one) => (one === 'chat' ? 1 : -1)); // last, because Chromium 69 does not respond for a while after it was closed
  const gateway = await start();
  const total = { passed: 0, failed: 0 };
  try {
    for (const { name, open, pages: own = pages } of browsers) {
      const began = Date.now();
      const { url, partner } = gateway;
      const { count, wrong } = await walk(open, { url, partner, pages: own, screens, features, script });
      const failed = new Set(wrong.map((one) => one.slice(0, one.indexOf(':')))).size;
      total.passed += count - failed;
      total.failed += failed;
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(`${failed ? 'FAIL' : 'ok  '} ${name} (${count - failed} of ${count}, ${seconds} s)`);
      for (const one of wrong) console.log(`  ${one}`);
    }
  } finally {
    await gateway.stop();
  }
  return total;
}
