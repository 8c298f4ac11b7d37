import { unlinked } from '../bench/unlinked.mjs';
import { addressOf } from '../bench/visit.mjs';
import { signIn } from './send.mjs';

/** @import { look } from './in-page.mjs' */
/** @typedef {{ path: string, guard: string }} Screen */

/**
 * The value of an expression in the page, after its promise has settled. Values are as in JSON.
 * @typedef {(expression: string) => Promise<any>} Evaluate
 */
/**
 * A page in a separate browser, 360 by 740.
 * @typedef {object} Page
 * @property {(address: string) => Promise<unknown>} goTo and waits until it is loaded
 * @property {Evaluate} evaluate
 * @property {(port: string, path?: string) => Promise<Evaluate | undefined>} within the same in the newest document within it that is from this port, and whose path begins so, if there is one
 * @property {(port: string, path: string) => Promise<Evaluate | undefined>} [opened] the same in a window that the page has opened
 * @property {(rate: number) => Promise<unknown>} [slow] makes the processor so many times slower
 * @property {() => Promise<number>} [heap] bytes of the objects of scripts, after those without use were collected
 * @property {() => Promise<void>} close
 */
/**
 * Opens a page that runs `script` at the beginning of each of its documents. `said` receives console output that indicates a problem.
 * @typedef {(script: string, said: (complaint: string) => void) => Promise<Page>} OpenPage
 */

/**
 * The port of a document's origin; empty if its address has no host.
 * @param {string} address
 */
export const portOf = (address) => (URL.canParse(address) ? new URL(address).port : '');

/**
 * Whether an address is from this port, and its path begins so.
 * @param {string} address
 * @param {string} port
 * @param {string} path
 */
export const isAt = (address, port, path) =>
  portOf(address) === port && new URL(address).pathname.startsWith(path);

/** Milliseconds to wait for a screen, on a busy machine. */
const patience = 15_000;

/** The embeds of the partner's page. */
const embeds = ['wallet', 'work-orders', 'notices'];
const webView = 'pages/member/webView';

/** Screens without a link to them. */
const links = { ...unlinked, 'pages/mine/connectPartner': 'pages/mine/connectPartner?request=over' };

/** A policy that is newer than the engine. */
const unknownPolicy = /^Unrecognized Content-Security-Policy directive/;

/**
 * Walks through the app and the example partner's page in one engine; returns the problems, and the number of screens checked.
 * @param {OpenPage} openPage
 * @param {{ url: string, partner: string, pages: string[], screens: Screen[], features: string[], script: string }} where
 */
export async function walk(openPage, { url, partner, pages, screens, features, script }) {
  /** @type {string[]} */
  const wrong = [];
  /** @type {string[]} */
  let complaints = [];
  const page = await openPage(script, (text) => {
    if (!unknownPolicy.test(text)) complaints.push(text);
  });
  let count = 0;
  /**
   * @param {string} name
   * @param {string | undefined} problem
   */
  const note = (name, problem) => {
    count++;
    for (const one of [problem, ...complaints]) if (one) wrong.push(`${name}: ${one}`);
    complaints = [];
  };
  /** @param {string} address */
  const open = async (address) => {
    await page.goTo('about:blank'); // or a new hash would not load a new document
    await page.goTo(address);
  };
  /**
   * Goes to a screen within the app.
   * @param {string} path
   * @param {string} [at]
   * @returns {ReturnType<typeof look>}
   */
  const visit = (path, at = path) =>
    page
      .evaluate(
        `(location.hash = ${JSON.stringify(`#/${at}`)}, inPage.look(${JSON.stringify(path)}, ${patience}))`,
      )
      .catch((error) => ({ links: [], problem: String(error.message) }));
  /**
   * The problems of the embeds in a document.
   * @param {string[]} names
   * @param {Evaluate} [evaluate]
   */
  const lookInside = (names, evaluate = page.evaluate) =>
    evaluate(`inPage.lookInside(${JSON.stringify(names)}, ${patience})`).catch((error) =>
      String(error.message),
    );

  /** @param {Screen[]} some */
  const visitAll = async (some) => {
    /** @type {Record<string, string>} */
    const known = { ...links };
    /** @type {[string, string][]} */
    const left = [];
    for (const { path } of some) {
      const seen = await visit(path, known[path]);
      for (const one of seen.links) known[one.slice(0, one.indexOf('?'))] ??= one;
      if (seen.lacks) left.push([path, seen.lacks]);
      else note(path, seen.problem);
    }
    for (const [path, lacks] of left) {
      const again = await visit(path, addressOf(path, lacks, known));
      note(path, again.lacks ? `nothing links to it, and it lacks ${again.lacks}` : again.problem);
    }
  };

  try {
    await open(url);
    const size = await page.evaluate('[document.documentElement.clientWidth, innerHeight].join()');
    if (size !== '360,740') throw new Error(`It is to be looked at as on a phone, and the page is ${size}`);
    await visitAll(screens.filter(({ guard }) => guard === 'anyone'));
    await page.evaluate(
      `localStorage.setItem('session', ${JSON.stringify(JSON.stringify(await signIn(url, 'demo', 'cloud2026')))})`,
    );
    await open(url);
    await visitAll(screens.filter(({ guard }) => guard !== 'anyone'));
    for (const type of features) {
      await visit(webView, `${webView}?type=${type}`);
      note(`${webView}?type=${type}`, await lookInside([type]));
    }

    await open(`${partner}/shop.css`); // a document of the shop without a signed-in shopper, who would request a token
    const who = JSON.stringify({ who: 'demo' });
    await page.evaluate(
      `fetch('/sign-in', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '${who}' }).then(() => 0)`,
    );
    for (const at of pages) {
      await open(`${partner}${at}`);
      note(`the partner’s page ${at}`, await lookInside(embeds));
    }
    await open(partner);
    await page.evaluate(`inPage.settled(() => document.querySelector('cloudphone-wallet'), ${patience})`);
    await page.evaluate(
      `document.querySelectorAll('fieldset')[3].querySelectorAll('button')[1].click()`, // displayed in: a frame
    );
    note('an embed in a frame', await lookInFrame(page, url, (evaluate) => lookInside([], evaluate)));
  } finally {
    await page.close();
  }
  return { count, wrong };
}

/**
 * The problems in the frames of the partner’s page, which have our origin.
 * @param {Awaited<ReturnType<OpenPage>>} page
 * @param {string} url
 * @param {(evaluate: Evaluate) => Promise<string | undefined>} lookInside
 */
async function lookInFrame(page, url, lookInside) {
  for (const began = Date.now(); Date.now() - began < patience; ) {
    const evaluate = await page.within(new URL(url).port);
    if (evaluate) return lookInside(evaluate);
    await new Promise((rest) => setTimeout(rest, 50));
  }
  return 'no frame came';
}
