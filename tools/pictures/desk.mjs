import { mkdir, rm } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { localeNames } from '../build/locales.mjs';
import { runModule } from '../build/run-module.mjs';
import { launchOptions } from '../programs/chromium.mjs';
import { startGateway } from '../programs/gateway.mjs';

// node tools/pictures/desk.mjs                    every area of the desk: its list, a record and the dialogs of its actions
// node tools/pictures/desk.mjs --languages=vi     in these languages only
// node tools/pictures/desk.mjs --wide, --narrow, --light, --dark  so only
// node tools/pictures/desk.mjs --look             checks only, without pictures
// node tools/pictures/desk.mjs members            only pages whose name begins with that
// It is the desk that `npm run build` made. Says what axe finds, names without words, and pages that are wider than the screen.

/** @import { Page } from '@playwright/test' */

/** @param {string} flag */
const has = (flag) => process.argv.includes(flag);
const wanted = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const chosen = process.argv.flatMap((one) => /^--languages=(.+)$/.exec(one)?.[1]?.split(',') ?? []);
const languages = chosen.length ? chosen : localeNames;
const out = 'test-results/desk';
const sizes = /** @type {const} */ ({ wide: [1440, 900], narrow: [390, 844] });
const schemes = /** @type {const} */ (['light', 'dark']);

const { areas } = await runModule({}, 'src/contract/desk/areas.ts');
const { codeOf, counterAt } = await runModule({}, 'src/server/kernel/totp.ts');
const gateway = await startGateway();
const base = `${gateway.url}/operator`;
const browser = await chromium.launch(launchOptions());

/** @param {string} path @param {object} [body] */
async function asOwner(path, body) {
  const answer = await fetch(`${base}/${path}`, {
    headers: { authorization: 'Bearer dev-operator-token', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`);
  return said;
}

/** Adds records that the demo data lacks. */
async function addRecords() {
  const requestKey = () => crypto.randomUUID();
  await asOwner('answers', {
    name: 'Still offline',
    texts: {
      en: 'Please restart it from its page. We look after it meanwhile.',
      zh: '请在设备页面重启，我们同时会跟进处理。',
    },
  });
  await asOwner('coupons', {
    code: 'AUTUMN',
    name: { en: 'Autumn', zh: '秋季优惠' },
    percent: 10,
    uses: 50,
    validUntil: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  });
  const [member] = (await asOwner('members?q=newbie')).items;
  await asOwner(`members/${member.username}/lock`, { reason: 'Asked for it on the phone' });
  await asOwner('members/demo/notes', { text: 'Prefers to be called in the morning.' }).catch(() => {});
  await asOwner('messages', { to: 'demo', text: 'Your parcel is on its way.', requestKey: requestKey() });
}

/** Somebody new behind the desk, whose cookie the context then has. @param {import('@playwright/test').BrowserContext} context @param {string} name @param {string} role */
async function join(context, name, role) {
  const invite = (await asOwner('people', { name, role })).invite;
  const post = async (/** @type {string} */ path, /** @type {object} */ data) =>
    (await context.request.post(`${base}/${path}`, { data })).json();
  const { key } = await post('session/invitation', { invite });
  await post('session/join', {
    invite,
    password: 'a long enough phrase',
    code: codeOf(key, counterAt(Date.now())),
    cookie: true,
  });
}

/** @type {Set<string>} */
const found = new Set();

/** Counts the requests that are open, for `settled`. */
const countRequests = () => {
  const own = window.fetch;
  const counted = /** @type {any} */ (window);
  counted.asking = 0;
  window.fetch = (...given) => {
    counted.asking += 1;
    return own(...given).finally(() => setTimeout(() => (counted.asking -= 1), 60));
  };
};
/** Waits until nothing has been asked for some frames. @param {Page} page */
async function settled(page) {
  await page.waitForTimeout(120);
  await page
    .waitForFunction(() => !(/** @type {any} */ (window).asking), undefined, { timeout: 8000 })
    .catch(() => {});
}

/** @param {Page} page @param {string} name @param {string} label */
async function look(page, name, label) {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  for (const { id, nodes } of violations)
    found.add(
      `${name} ${label}: ${id}: ${nodes
        .map(({ html }) => html.slice(0, 160))
        .slice(0, 2)
        .join(' | ')}`,
    );
  const { bare, wider } = await page.evaluate(() => ({
    bare: [
      ...new Set(
        document.body.innerText.match(
          /\b(ra|action|field|value|word|area|warning|make|group|resources)\.[a-z]\w+(\.\w+)*/g,
        ) ?? [],
      ),
    ],
    wider: document.documentElement.scrollWidth - innerWidth,
  }));
  for (const one of bare) found.add(`${name} ${label}: no words for ${one}`);
  if (wider > 0) found.add(`${name} ${label}: ${wider} px wider than the screen`);
  if (!has('--look')) await page.screenshot({ path: `${out}/${name}.${label}.png`, animations: 'disabled' });
}

/** Goes to a place and looks at it; the dialog of every action of a record is opened, once. @param {Page} page @param {string} label @param {boolean} dialogs */
async function walk(page, label, dialogs) {
  const go = async (/** @type {string} */ place) => {
    await page.goto('about:blank');
    await page.goto(`${base}/#/${place}`);
    await page.getByRole('main').waitFor();
    await settled(page);
  };
  const is = (/** @type {string} */ name) => !wanted.length || wanted.some((one) => name.startsWith(one));
  if (is('today')) {
    await go('');
    await look(page, 'today', label);
  }
  if (is('inbox')) {
    await go('inbox');
    await look(page, 'inbox', label);
    await page.getByRole('main').locator('[role=group] [role=button]').first().click();
    await page.getByRole('log').waitFor();
    await look(page, 'inbox-open', label);
  }
  for (const [name, area] of Object.entries(areas)) {
    if (!is(name)) continue;
    await go(area.page ? name : `${name}?filter=%7B%7D`);
    await look(page, `${name}-list`, label);
    const { items } = await asOwner(
      `${area.path}?size=1&${new URLSearchParams(
        Object.fromEntries(
          Object.keys(area.filters)
            .filter((filter) => area.filters[filter].usual)
            .map((filter) => [filter, 'any']),
        ),
      )}`,
    );
    if (items[0]) {
      await go(`${name}/${encodeURIComponent(items[0][area.key])}/show`);
      await look(page, `${name}-record`, label);
      if (dialogs) {
        const buttons = await page.getByRole('main').locator('.acts button').all();
        for (const [nth, button] of buttons.entries()) {
          await button.click();
          await settled(page);
          if (!(await page.getByRole('dialog').count())) {
            await look(page, `${name}-edit`, label);
            await page.goBack();
            await settled(page);
            continue;
          }
          await look(page, `${name}-act-${nth}`, label);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
      }
    } else found.add(`${name}: no record to show`);
    const { add } = area.actions;
    if (add && dialogs) {
      if (add.form === 'own' && name !== 'people') await go(`${name}/create`);
      else {
        await go(name);
        await page
          .locator('main .MuiButton-contained')
          .first()
          .click({ timeout: 3000 })
          .catch(() => found.add(`${name}: no button for a new one`));
      }
      await look(page, `${name}-new`, label);
    }
  }
  if (dialogs && is('search')) {
    await go('');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill('demo');
    await page.waitForTimeout(600);
    await look(page, 'search', label);
  }
}

try {
  if (!wanted.length) await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await addRecords();
  const first = await browser.newContext();
  await join(first, 'ada', 'admin');
  const storageState = await first.storageState();
  const signIn = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn.goto(`${base}/`);
  await signIn.getByRole('button').first().waitFor();
  await look(signIn, 'sign-in', 'en-narrow-light');
  for (const locale of languages)
    for (const size of /** @type {const} */ (['wide', 'narrow'])) {
      if ((has('--wide') || has('--narrow')) && !has(`--${size}`)) continue;
      for (const colorScheme of schemes) {
        if ((has('--light') || has('--dark')) && !has(`--${colorScheme}`)) continue;
        const [width, height] = sizes[size];
        const context = await browser.newContext({ viewport: { width, height }, storageState, colorScheme });
        await context.addInitScript(countRequests);
        await context.addInitScript((language) => {
          // `about:blank`, between two pages, has no storage
          if (location.protocol !== 'about:') localStorage.setItem('desk.language', language);
        }, locale);
        const page = await context.newPage();
        const label = `${locale}-${size}-${colorScheme}`;
        page.on('pageerror', ({ message }) => found.add(`${label} ${page.url()}: ${message}`));
        page.on(
          'console',
          (one) => one.type() === 'error' && found.add(`${label} ${page.url()}: ${one.text().slice(0, 200)}`),
        );
        await walk(page, label, true);
        await context.close();
      }
    }
  for (const one of found) console.log(one);
  console.log(`${found.size} found`);
} finally {
  await browser.close();
  await gateway.stop();
}
