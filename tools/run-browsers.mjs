import { createHash, randomUUID } from 'node:crypto';
import { build } from 'esbuild';
import { fetchOldChromium, runsHere } from './binaries.mjs';
import { readEmbeds } from './build/manifest.mjs';
import { browserOptions } from './build/options.mjs';
import { headlessShell, launchOptions } from './chromium.mjs';
import { openPage } from './devtools.mjs';
import { addressOf, surveyScreens } from './visit.mjs';

/** @import { Message } from './devtools.mjs' */
/** @typedef {{ path: string, guard: string }} Screen */
/** @import { look } from './walk-page.mjs' */

/** Milliseconds that a screen may take, on a machine that is busy. */
const patience = 15_000;

/** What is embedded in the partner's page. */
const embeds = ['wallet', 'work-orders', 'notices'];
/** Of the example partner. The one on React is in React's development build, which wants Chrome 78. */
const pages = ['/', '/strict'];
const webView = 'pages/member/webView';

/** What no screen links to. */
const links = {
  'pages/login/WeChatRegister': 'pages/login/WeChatRegister?ticket=demo',
  'pages/mine/connectPartner': 'pages/mine/connectPartner?request=over',
  [webView]: `${webView}?type=wallet`,
};

/**
 * The demo member's session, as the app keeps it.
 * @param {string} url
 */
async function signIn(url) {
  const header = { uuid: randomUUID(), appid: 'h5', authToken: '', timestamp: Date.now() };
  const data = { account: 'demo', password: 'cloud2026', agreed: true };
  const text = JSON.stringify({ header, body: { data } });
  const secret = 'dev-signing-secret';
  const Token = createHash('md5').update(`${secret}${text}${secret}`).digest('hex');
  const answer = await fetch(`${url}/api/txUser/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Token, userId: '' },
    body: text,
  });
  const { header: said, body } = await answer.json();
  if (said.res_code !== '1') throw new Error(`The demo member is not signed in: ${said.message}`);
  return JSON.stringify(body);
}

/**
 * What a browser's page says that nobody should have to read: exceptions, errors in its console, requests refused.
 * @param {Message} message
 */
function complaint({ method, params }) {
  if (method === 'Runtime.exceptionThrown') {
    const { text, exception } = params.exceptionDetails;
    return exception?.description ?? text;
  }
  if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
    return params.args.map((/** @type {any} */ one) => one.value ?? one.description).join(' ');
  // a policy that is newer than the engine
  if (/^Unrecognized Content-Security-Policy directive/.test(params?.entry?.text)) return undefined;
  if (method === 'Log.entryAdded' && params.entry.level === 'error')
    return `${params.entry.text} ${params.entry.url ?? ''}`;
  return undefined;
}

/**
 * The functions that look at a page, as a script that the oldest engine understands.
 */
async function scriptOfPage() {
  const { outputFiles } = await build({
    ...browserOptions(),
    entryPoints: ['tools/walk-page.mjs'],
    format: 'iife',
    globalName: 'walkPage',
    minify: false,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Walks through the app and the example partner's page in one engine; answers what was wrong, and how much was looked at.
 * @param {Parameters<typeof openPage>[0]} program
 * @param {{ url: string, partner: string, pages: string[], screens: Screen[], features: string[], script: string }} where
 */
async function walk(program, { url, partner, pages, screens, features, script }) {
  /** @type {string[]} */
  const wrong = [];
  /** @type {string[]} */
  let complaints = [];
  /** @type {Map<string, number>} The documents within the page, by the port that they are from. */
  const documents = new Map();
  const page = await openPage(program, (message) => {
    const text = complaint(message);
    if (text) complaints.push(text);
    if (message.method === 'Runtime.executionContextCreated') {
      const { id, origin } = message.params.context;
      if (URL.canParse(origin)) documents.set(new URL(origin).port, id);
    }
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
    await page.send('Page.navigate', { url: 'about:blank' });
    await page.send('Page.navigate', { url: address });
    await page.evaluate(`walkPage.settled(() => document.readyState === 'complete', ${patience})`);
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
        `location.hash = ${JSON.stringify(`#/${at}`)}; walkPage.look(${JSON.stringify(path)}, ${patience})`,
      )
      .catch((error) => ({ links: [], problem: String(error.message) }));
  /**
   * What is wrong with the embeds of a document.
   * @param {string[]} names
   * @param {number} [document]
   */
  const lookInside = (names, document) =>
    page
      .evaluate(`walkPage.lookInside(${JSON.stringify(names)}, ${patience})`, document)
      .catch((error) => String(error.message));

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
    for (const domain of ['Page', 'Runtime', 'Log']) await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride', {
      width: 360,
      height: 740,
      deviceScaleFactor: 1,
      mobile: true,
    });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
    await open(url);
    await visitAll(screens.filter(({ guard }) => guard === 'anyone'));
    await page.evaluate(`localStorage.setItem('session', ${JSON.stringify(await signIn(url))})`);
    await open(url);
    await visitAll(screens.filter(({ guard }) => guard !== 'anyone'));
    for (const type of features) {
      await visit(webView, `${webView}?type=${type}`);
      note(`${webView}?type=${type}`, await lookInside([type]));
    }

    await open(`${partner}/shop.css`); // a document of the shop, and nobody signed in who would ask for a token
    const who = JSON.stringify({ who: 'demo' });
    await page.evaluate(
      `fetch('/sign-in', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '${who}' })`,
    );
    for (const at of pages) {
      await open(`${partner}${at}`);
      note(`the partner’s page ${at}`, await lookInside(embeds));
    }
    await open(partner);
    await page.evaluate(`walkPage.settled(() => document.querySelector('cloudphone-wallet'), ${patience})`);
    documents.delete(new URL(url).port);
    await page.evaluate(
      `document.querySelectorAll('fieldset')[3].querySelectorAll('button')[1].click()`, // shown in: a frame
    );
    note('an embed in a frame', await lookInFrame());
  } finally {
    await page.close();
  }
  return { count, wrong };

  /** What is wrong in the frames of the partner’s page: they are of our origin. */
  async function lookInFrame() {
    const began = Date.now();
    while (!documents.has(new URL(url).port)) {
      if (Date.now() - began > patience) return 'no frame came';
      await new Promise((rest) => setTimeout(rest, 50));
    }
    return lookInside([], documents.get(new URL(url).port));
  }
}

/**
 * Every screen, and the example partner’s pages, in Chromium of these versions; `current`: the one that the journeys run in.
 * @param {string[]} versions
 * @param {() => Promise<{ url: string, partner: string, stop(): Promise<unknown> }>} start a gateway with the demo data
 */
export async function runBrowsers(versions, start) {
  console.log('\n— every screen in old browsers');
  const here = versions.filter((version) => version === 'current' || runsHere);
  if (here.length < versions.length) console.log('Old Chromium is for Linux on x64 only: not looked at here');
  const current = launchOptions(headlessShell);
  /** @param {string} version */
  const programOf = (version) =>
    version === 'current' ? current : fetchOldChromium(version, 'env' in current ? current.env : process.env);
  const [screens, script, embeddable] = await Promise.all([
    surveyScreens(),
    scriptOfPage(),
    readEmbeds(browserOptions()),
  ]);
  const features = Object.keys(embeddable).sort((one) => (one === 'chat' ? 1 : -1)); // last: Chromium 69 does not answer for a while once it is left
  const gateway = await start();
  const total = { passed: 0, failed: 0 };
  try {
    for (const version of here) {
      const began = Date.now();
      const { count, wrong } = await walk(programOf(version), {
        url: gateway.url,
        partner: gateway.partner,
        pages: version === '69' ? pages : [...pages, '/react'],
        screens,
        features,
        script,
      });
      const failed = new Set(wrong.map((one) => one.slice(0, one.indexOf(':')))).size;
      total.passed += count - failed;
      total.failed += failed;
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(
        `${failed ? 'FAIL' : 'ok  '} Chromium ${version} (${count - failed} of ${count}, ${seconds} s)`,
      );
      for (const one of wrong) console.log(`  ${one}`);
    }
  } finally {
    await gateway.stop();
  }
  return total;
}
