import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { landingName } from './landings.mjs';

/** @import { BuiltApp } from './app.mjs' */
/** @import { BuiltEmbeds } from './embeds.mjs' */

/** @typedef {{ what: string, bytes: number, limit?: number }} Row */

/**
 * Gzip size in bytes, level 9: the bytes that a phone downloads.
 * @param {string | Buffer} content
 */
const weigh = (content) => gzipSync(content, { level: 9 }).length;

/**
 * Limits in bytes. To change one, write the reason beside it.
 * first: everything until the first screen is usable. @preact/signals is 2.5 of it; history entries for sheets and automatic retries are
 * 0.8; blueimp-md5, which signs the first call, is another 1.4.
 * deferred: code that every screen but the first needs, once. It contains routes, dialogs, layers over the screens, rows of settings and
 * pull-to-refresh. The windowing of long lists is 1.25 of it, of which 0.8 were in the first load. The rack that pulling lights is 0.25,
 * of which 0.15 were there. Replacements of screens that may not be shown are 0.3, downloads of screens at the first touch of a link
 * 0.15, amounts and code for one response 0.35; all of them were there too. The location of the upload code is 0.05, the files of the
 * other tabs in idle time and the renewed member are 0.5. The check for a purchase, here and on links, is 0.3, and so are the routes of
 * the screens with which nobody begins; both were in the first load.
 * Each route that a link names is data by itself, apart from its loader: 0.3. Wide windows load the parts beside the screen: 0.1.
 * Members whose account is going to be deleted are led to where they can keep it, and the size of texts is set: 0.25.
 * Rules of style that three or more files use are 3.4 (`rules.mjs`). The other files bring their own, up to 0.6 of a screen; one style sheet of
 * 8.4 had all of them.
 * client: ky (3.6) with the envelope, its signature (0.25), the plain helper (0.1), and additions to calls. These are request keys,
 * payment passwords, addresses of pictures, the renewed member (0.5, which were in the first load), and the second request with the work that
 * strangers' phones do during an attack (0.1). Passkeys and codes
 * of authenticator apps in place of the payment password are 0.03 of it. MD5 belongs to the page.
 * rules: valibot and the rules of fields, once. 0.09
 * distinguish an e-mail address in ASCII from one that only looks like it, because codes are sent there.
 * routes: the page's data about all other screens, once, after the first one is shown; hashes of eight characters are 0.1 of it, and
 * messages share one. The page of consent is open to people who are signed out (0.01). Four screens and parts (a post, its menu, muted
 * people, the parts beside a screen) are 0.1; notifications, privacy, a copy of the data and deletion another 0.1.
 * The screens and the sheet of the authenticator app, and the payment by passkey, are 0.1.
 * The names and first calls of six more screens to which mails and other sites lead are 0.08 of both.
 * Days in words of our own are 0.2 of both, and the entry of the history 0.03: the engine's formats of dates took half of the time in
 * which a first screen was rendered.
 * signIn: it loads the form kit instead of the list kit; every later form needs no further download.
 */
export const limits = {
  first: 38.32 * 1024,
  signIn: 38.32 * 1024,
  client: 5 * 1024,
  // of this, the route of the wallet is 0.03, the loaders of passkeys and of the authenticator app are 0.12, and the service worker with its policy is 0.15.
  // The files of the screens of an invoice and of agreements are 0.03. The strip of a lost connection is 0.1; it was in the first load.
  // The times of all screens are 0.45; they were 0.15 in each screen that shows one. Amounts in another currency are 0.4, beside every price.
  // The files of the screen of a cloud phone, with its messages in each language, are 0.03; those of its live picture 0.04.
  // Those of actions on cloud phones are 0.05. The screen of several cloud phones and the recorder, with messages in each language, are 0.05.
  // Those of what a partner's support watches are 0.02.
  // The part above the posts of one author is 0.02.
  // The other tabs wait for the first touch: 0.02. A dialog that covers the screen before it is rendered: 0.1.
  // A rate that is used for ten minutes is 0.07, and that a list of a hidden tab stays as it is 0.01.
  deferred: 14.01 * 1024,
  rules: 5.1 * 1024, // of this, the digits of the payment password, which two forms have, are 0.03, the characters that nobody sees, which names may not contain, are 0.12
  // The first calls of the screens that members open from outside are 0.22 of this. The receipt, licences and the sheet of a cloud phone are 0.05.
  // An invoice and the agreements with their texts are 0.04, the screen of a cloud phone and thumbnails 0.04.
  // The live picture of a cloud phone, and its two ways to play a stream, are 0.05.
  routes: 3.61 * 1024,
  screen: 6 * 1024,
};
/**
 * Screens with a higher limit, and the reason.
 * @type {Record<string, number>}
 */
const larger = {
  'pages/member/memberList': 6.15 * 1024, // its rules of style
  'pages/list/equList': 6.62 * 1024, // 0.07: tabs that are marked at once, and filters that name tasks; 0.07: the value and the arrow of the order; 0.06: where a row leads in an embed, and other names of files; 0.18: the way to several
  'pages/mine/invoice': 6.32 * 1024, // 0.02: countries that are looked up in a map; a form, the check digits of tax numbers of three countries (0.4), its messages (0.9), and the documents that were issued
  'pages/mine/otherPay': 9.5 * 1024, // the upload of pictures
  'pages/mine/createWorkOrder': 8 * 1024, // the upload of pictures (4.7)
  'pages/mine/workOrderDetail': 8.75 * 1024, // the same, and a conversation to be looked at
  'pages/mine/paymentResult': 6.68 * 1024, // 0.08: the page's own query in the first render; 0.02: names that compress differently, and quantities that stay beside them; a light for each cloud phone that was bought, in the middle, which comes on as it starts (1.2)
  'pages/mine/orderAddress': 10.5 * 1024, // a QR library
  'pages/mine/userInfoCenter': 8 * 1024, // the upload of a photo, and its cropping to a circle
  'pages/mine/declarationForm': 8.5 * 1024, // the upload of pictures, in WeChat from its album
  'pages/mine/addPasskey': 7.28 * 1024, // 0.02: names that compress differently, as in equList; the library that has the phone make a passkey (1.6), and the boxes of the payment password (0.4)
  'pages/mine/addAuthenticator': 8.34 * 1024, // a QR library, and the boxes of the payment password
  'pages/mine/createAddress': 6.25 * 1024, // the same as modifyAddress
  'pages/member/memberDetail': 6.72 * 1024, // 0.03: its chart's table is rendered after the chart; 0.02: a tab is marked before its figures are rendered; an interactive chart, and its table; 0.07: days of the calendar in the member's language
  'pages/tabbar/order': 6.62 * 1024, // 0.03: the same table; the same, and filters in sheets
  'pages/mine/bankList': 8.02 * 1024, // two lists with deletion, in the new design, and the form of accounts abroad (1.1)
  'pages/mine/modifyAddress': 6.5 * 1024, // a form that is filled in from a pasted text, a map or an address book
  'pages/mine/poster': 6.71 * 1024, // three drawings and a QR library; in a mini-program its code, and the reason if there is none
  'pages/mine/wxPoster': 6.42 * 1024, // the same as poster
  'pages/mine/signature': 12.25 * 1024, // a signature pad (4.1) and the upload of the drawing (2.3)
  'pages/mine/accountManage': 11.02 * 1024, // four forms (one is of accounts abroad, 1.0 with the lengths of IBANs), and the SHA-256 (2.6) for checking a TRON address
  'pages/mine/balance': 8.53 * 1024, // a form with a live quote, amounts to tap (0.3), its messages (1.0), the choice of an account, the confirmation
  'pages/tabbar/goods': 7.81 * 1024, // the messages of a shop (2.4), selecting several goods, the result for each of them, undo
  'pages/goodsDetail': 13 * 1024, // the upload of pictures (4.7), the messages (2.4), a chart of two series with its table (1.4), a form
  'pages/goodsClassifyList': 7.24 * 1024, // the messages (2.4, with the full name of this screen), an order that is dragged, or changed by keys
  'pages/mine/setupShop': 8 * 1024, // the messages (2.4), the upload of a logo
  'pages/tabbar/mine': 7.25 * 1024, // links to forty screens, each with its icon
  'pages/mine/rechargeScore': 7.05 * 1024, // 0.06: a purchase waits for the coupons; 0.01: a quantity that stays beside its name; expandable plans, a stepper, coupons to choose from (0.4), a live price, the bar
  'pages/mine/openMembership': 7.03 * 1024, // the same
  'pages/mine/buynow': 6.75 * 1024, // the same, of one product
  'pages/tabbar/cart': 7.12 * 1024, // the same, of several; 0.1: the drawing of an empty cart, and the boxes that choose, as in other lists
  'pages/mine/topUp': 8.4 * 1024, // the ways of paying and what happens next, the way to each provider, amounts to tap, what was topped up before
  'pages/mine/pay': 9.12 * 1024, // eight ways of paying, each with its icon and what happens next (0.75), the order that each of them makes, changing between them, and the way to WeChat for whom it does not know
  'pages/tabbar/dynamic': 9.06 * 1024, // 0.1: the posts of one author; a player (1), pictures one after the other (1.4), addresses and tags in a text, search, likes and sharing (0.6)
  'pages/list/post': 8.81 * 1024, // the same post, and its comments with their form in a bar (0.15)
  'pages/list/materialLibrary': 7.5 * 1024, // the same posts
  'pages/tabbar/addDynamic': 9.25 * 1024, // the upload of pictures (4.7) and of a video with its first picture (1.5)
  'pages/mine/chatGpt': 7.05 * 1024, // a conversation, answers that grow, rows that are rendered again only when they change, links to known sites (0.4)
  'pages/mine/im': 10.75 * 1024, // the upload (2.3) and preview (1) of pictures, a resilient connection (2), windowing (1.6)
};

/**
 * Prints the table of sizes; returns the rows above their limit.
 * @param {BuiltApp} built
 */
export function reportSizes({
  dir,
  html,
  main,
  kits,
  client,
  deferred,
  rules,
  full,
  screens,
  messages,
  landingFiles,
}) {
  /** @type {Map<string, number>} */
  const memo = new Map();
  /** @param {string} file */
  const size = (file) => {
    const bytes = memo.get(file) ?? weigh(readFileSync(`${dir}/${file}`));
    memo.set(file, bytes);
    return bytes;
  };
  /** @param {string[]} files */
  const sum = (files) => [...new Set(files)].reduce((all, file) => all + size(file), 0);
  /** @param {string[]} bundles */
  const words = (bundles) =>
    Math.max(
      ...Object.values(messages).map((files) => sum(bundles.flatMap((bundle) => files[bundle] ?? []))),
    );
  /** @param {string} path */
  const find = (path) => {
    const found = screens.find((screen) => screen.path === path);
    if (!found) throw new Error(`There is no screen ${path}`);
    return found;
  };

  /** Of the file with a screen that members open from outside, in its largest language. @param {string} path */
  const sizeOf = (path) =>
    Math.max(...Object.values(landingFiles).map((one) => size(one[landingName(path)] ?? '')));
  const always = weigh(html) + sum([main]);
  /** @type {Row[]} */
  const rows = [
    { what: 'page, with its rules of style', bytes: weigh(html) },
    { what: 'core', bytes: size(main) },
    { what: 'routes and files of all other screens, once', bytes: size(full), limit: limits.routes },
    {
      what: 'doors and what comes over the screens, after the first one',
      bytes: sum(deferred),
      limit: limits.deferred,
    },
    { what: 'rules of forms, once', bytes: sum(rules), limit: limits.rules },
    { what: 'HTTP client, after the first screen', bytes: sum([client]), limit: limits.client },
  ];
  const firsts = ['pages/tabbar/index', 'pages/login/login'].map(find);
  for (const { path } of firsts) {
    const bytes = always + sizeOf(path);
    rows.push({
      what: `first load of ${path}`,
      bytes,
      limit: /login/.test(path) ? limits.signIn : limits.first,
    });
  }
  for (const { path, files, bundles } of screens) {
    if (firsts.some((first) => first.path === path)) continue;
    // It is opened from the sign-in screen, or from the device list; the list and form kits were loaded with those two.
    const from = find(/^pages\/login/.test(path) ? 'pages/login/login' : 'pages/tabbar/index');
    const bytes =
      sum(files.filter((file) => !from.files.includes(file) && !kits.includes(file))) +
      words(bundles.filter((bundle) => bundle !== 'common' && !from.bundles.includes(bundle)));
    rows.push({ what: path, bytes, limit: larger[path] ?? limits.screen });
  }
  return print(rows);
}

/**
 * Prints rows; returns those above their limit.
 * @param {Row[]} rows
 */
function print(rows) {
  /** @param {number} bytes */
  const kb = (bytes) => (bytes / 1024).toFixed(2).padStart(7);
  console.log('\n  gzip KB   limit');
  for (const { what, bytes, limit } of rows) {
    const over = limit && bytes > limit;
    console.log(
      `  ${kb(bytes)} ${limit ? kb(limit) : '       '}  ${what}${over ? '   ← over the limit' : ''}`,
    );
  }
  return rows.filter(({ bytes, limit }) => limit && bytes > limit);
}

/**
 * Limits of the files for partners' pages, in bytes. `first` and `next` count everything that is loaded until the content is visible and
 * usable: the loader, the runtime, the feature's first screen with its styles and messages. They were 2.1 more until the signing of
 * calls, toasts and the replacements of screens became `following`, a file that is loaded after the content. The first answers are loaded
 * in parallel with the code. preact with its hooks and preact/compat are 6.7 of the rest, @preact/signals 2.45, style sheets 2.7, a list
 * 1.6.
 * loader: its errors have texts in each language even if no file can be loaded (0.5); hashes of the files it loads are 0.4. The first
 * answers, and automatic retries after an outage, are 0.2. Messages that only the loader can log for a developer are 0.15: an unknown
 * element, a policy that blocks our files, a response that is not JSON or lacks `expiresIn`. The release and the options of the page, for notices of deprecations, are 0.05.
 * The balances that are shown before the code is there, and the start of an embed in sight without waiting for a frame, are 0.25.
 * following: blueimp-md5 (1.4), calls with a token and their failures, the common messages, the events of the page (0.05), and the keys
 * of calls that take effect once (0.25, which were in the runtime).
 */
const embedLimits = {
  loader: 7.23 * 1024, // 0.01: names of files are hashes, which compress by some bytes differently after each change of any file
  following: 5.12 * 1024, // 0.07 are the words for months and days, 0.05 the words for today and yesterday, 0.04 requests for pictures of screens
  child: 1.36 * 1024, // 0.06 keep a dialog in place from a press in it to its click
  html: 6.5 * 1024,
};
/**
 * The limits of each feature, in KB: cold, and beside another. The wallet's first screen has no list; that of devices shows machines as
 * lights. A conversation has a composer and pictures; accounts have a search, logs also filters by day and account. A post has pictures,
 * videos, addresses and tags in its text, likes, search and sharing. The shop has a selection mode. The files of devices, orders and points name the
 * screens for buying, addresses, contracts and the store (0.1). Chat makes keys itself (0.1). Export names are 0.03.
 * 0.15 of each are the title that a page chooses (`heading`) and the line that says that it is test mode. 0.05 report
 * deprecations to the page; otherwise each page view would cost a request.
 * Dates in the member's time zone are 0.25 of each, and hours up to 0.2. A format of dates that is made once, and not for each date, is
 * 0.05. A call that the member has not asked for does not announce the end of a session: 0.01. How often content behind the visible one is refreshed is 0.02 of work orders; the file names of one more part are 0.01 of the wallet.
 * The check whether the page is shown, for requests at intervals, and other hashes in names of files are 0.03.
 * Days in words of our own, instead of the engine's formats, which take a slow phone 100 ms, are 0.02 to 0.18 of each.
 * A tab that is marked before its list is rendered is 0.05 of those with tabs. A sheet that covers the screen before it is rendered is 0.12 of those with sheets.
 * Lines that do not end within a date, a number or a name are 0.01, in accounts 0.04; two lines of each notice are 0.03.
 * @type {Record<string, readonly [first: number, next: number]>}
 */
const featureLimits = {
  wallet: [30.58, 2.54],
  'work-orders': [33.69, 5.67],
  notices: [32.2, 4.3], // 0.01: other hashes
  devices: [35.49, 7.6], // 0.02: the words for a failed refresh, here and in orders and the shop
  screen: [32.72, 4.68], // the live picture and its buttons are loaded where an engine can play it
  orders: [35.08, 7.08], // 0.75 of it are the search, counts and what was asked back; the routes with their messages are 0.02
  points: [34.23, 6.19], // 0.12: the facts of a product end their lines between two
  chat: [37.46, 9.6], // 0.05 of it: reading makes system messages stale too; 0.08: the functions of its window of messages; 0.02: its log is the entry of the cache, where the page's own request puts the answer
  accounts: [36.94, 8.97], // 0.02: a later table of a chart; 0.08: facts with dots between them; the words for a failed refresh are 0.02; days of the calendar in the member's language are 0.12, and in logs 0.2 with those of its filters
  logs: [37.9, 9.85], // 0.02: the glow of a light is not cut at the edge of its chart
  feed: [39.79, 11.79], // 0.2: sizes of pictures by their number, and the posts of one author
  shop: [39.24, 11.2],
  promotion: [32.81, 4.8], // 0.02: the drawing of an empty list; 0.02 are parameters of parts that are loaded later
  invitation: [33.58, 5.9], // 0.1 are the sums of rewards that are held or owed
  declarations: [36.02, 8], // 0.03: the drawing of what is gone, and the colour of what is discarded
};

/**
 * Prints the sizes of embeds; returns the rows above their limit.
 * @param {BuiltEmbeds} built
 */
export function reportEmbeds({ dir, table, locales, child }) {
  /** @param {string} file */
  const size = (file) => weigh(readFileSync(`${dir}/c/${file}`));
  /** @param {string[]} files */
  const sum = (files) => files.reduce((all, file) => all + size(file), 0);
  const loader = weigh(readFileSync(`${dir}/v1/embed.js`));
  /** @type {Row[]} */
  const rows = [
    { what: 'loader of embeds', bytes: loader, limit: embedLimits.loader },
    { what: 'runtime of embeds', bytes: size(table.runtime) },
    {
      what: 'what comes after the content of an embed, once',
      bytes: Math.max(...table.following.map(sum)),
      limit: embedLimits.following,
    },
    {
      what: 'preact and htm, for pages without a build',
      bytes: weigh(readFileSync(`${dir}/v1/html.js`)),
      limit: embedLimits.html,
    },
    { what: 'script of the frame document', bytes: size(child), limit: embedLimits.child },
  ];
  for (const [name, { file, needs }] of Object.entries(table.features)) {
    const [first, next] = featureLimits[name] ?? [32.75, 5.4]; // a list, as most are
    const words = Math.max(...locales.map((locale) => size(`${file.slice(0, 12)}-${locale}.json`)));
    const own = sum([file, ...needs]) + words;
    const bytes = loader + size(table.runtime) + own;
    rows.push({ what: `embed ${name}, cold, everything`, bytes, limit: first * 1024 });
    rows.push({ what: `embed ${name}, beside another`, bytes: own, limit: next * 1024 });
  }
  return print(rows);
}
