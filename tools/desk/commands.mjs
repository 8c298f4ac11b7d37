import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { localeNames } from '../build/locales.mjs';
import { chatLine, follow } from './follow.mjs';
import { publication } from './publication.mjs';
import { follow as followInvitation, signIn, signOut } from './session.mjs';
import { textOptions, textsFrom } from './texts.mjs';

// What the desk can do, command by command.

/** @import { Ask } from './follow.mjs' */
/** @typedef {{ path: string, body?: object, file?: Buffer, type?: string } | { run: (ask: Ask, terminal: import('./session.mjs').Terminal) => Promise<void> }} Request */
/**
 * What a command takes, what it does, the request that it makes of its words, and more: how an item of the answer is one
 * line, its options (`--flag <value>`) and what it asks before it does something that cannot be taken back.
 * @typedef {[takes: string, does: string, make: (words: string[], flags: Record<string, any>) => Request, more?: { line?: (item: any) => string, options?: Record<string, string>, sure?: (words: string[]) => string | false }]} Command
 */

/** @param {string | undefined} text */
const seg = (text) => encodeURIComponent(text ?? '');
/** @param {string} path */
const get = (path) => ({ path });
/** @type {(path: string, body?: object) => Request} */
const post = (path, body = {}) => ({ path, body });
/** @param {string[]} words */
const rest = (words) => words.join(' ') || undefined;

/**
 * Yuan as typed, `12.5`, as fen.
 * @param {string | undefined} text
 */
function fen(text) {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? [];
  if (whole === undefined) throw new Error(`${text} is not an amount in yuan, like 12.50`);
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** @param {string | undefined} text */
function whole(text) {
  if (!/^-?\d{1,12}$/.test(text ?? '')) throw new Error(`${text} is not a whole number`);
  return Number(text);
}

/** @param {string} day The last moment of a day in China. */
function endOf(day) {
  const at = new Date(`${day}T23:59:59+08:00`);
  if (Number.isNaN(at.getTime())) throw new Error(`${day} is not a day like 2026-12-31`);
  return at.toISOString();
}

const productOptions = {
  ...textOptions('its name'),
  ...textOptions('what it is,', { before: 'description' }),
  '--category <category>': 'machines, membership or goods',
  '--price <yuan>': '',
  '--price-before <yuan|none>': 'before it became cheaper',
  '--points <count|none>': 'what it costs in points',
  '--beans <count|none>': 'and in cloud beans',
  '--stock <count>': '',
  '--per-order <count>': 'pieces that an order may hold',
  '--days <count>': 'that machines earn, or a membership lasts',
  '--rent <yuan>': 'that a machine earns on a day',
  '--tiers <list>': 'percent off for quantities: 5:3,20:6',
  '--rank <count>': 'its place in the list',
  '--drawing <name>': 'one of the drawings instead of a photograph',
};

/** @param {Record<string, string>} flags */
function productOf(flags) {
  /** @type {Record<string, unknown>} */
  const made = {};
  made.name = textsFrom(flags);
  made.description = textsFrom(flags, 'description');
  for (const name of ['category', 'drawing']) if (flags[name] !== undefined) made[name] = flags[name];
  const money = { price: 'price', priceBefore: 'priceBefore', rent: 'dailyRent' };
  for (const [flag, name] of Object.entries(money))
    if (flags[flag] !== undefined) made[name] = flags[flag] === 'none' ? null : fen(flags[flag]);
  for (const name of ['points', 'beans', 'stock', 'perOrder', 'days', 'rank'])
    if (flags[name] !== undefined) made[name] = flags[name] === 'none' ? null : whole(flags[name]);
  if (flags.tiers !== undefined)
    made.tiers = flags.tiers.split(',').map((tier) => {
      const [from, percent] = tier.split(':');
      return { from: whole(from), percent: whole(percent) };
    });
  return made;
}

/** @type {Record<string, Command>} */
export const commands = {
  'desk sign-in': [
    '<name>',
    'sign in as yourself, with your password and a code',
    ([name = '']) => ({ run: (_ask, terminal) => signIn(terminal, name) }),
  ],
  'desk join': [
    '<invitation>',
    'follow an invitation: choose a password and an app of codes',
    ([invite = '']) => ({ run: (_ask, terminal) => followInvitation(terminal, invite) }),
  ],
  'desk sign-out': ['', 'end your session here', () => ({ run: (_ask, terminal) => signOut(terminal) })],
  'desk who': ['', 'who you are here', () => get('session')],
  'person list': ['', 'everybody behind the desk', () => get('people')],
  'person add': [
    '<name> <role>',
    'invite somebody: support, finance or admin',
    ([name, role]) => post('people', { name, role }),
  ],
  'person role': [
    '<name> <role>',
    'give somebody another role',
    ([name, role]) => post(`people/${seg(name)}/role`, { role }),
  ],
  'person invite': [
    '<name>',
    'invite somebody again who lost the password or the phone; the old ones end',
    ([name]) => post(`people/${seg(name)}/invite`),
    { sure: ([name]) => `This ends the password, the codes and the sessions of ${name}.` },
  ],
  'person disable': [
    '<name>',
    'somebody who left gets in no more, at once',
    ([name]) => post(`people/${seg(name)}/disable`),
  ],
  'person enable': [
    '<name>',
    'somebody who came back, with a new invitation',
    ([name]) => post(`people/${seg(name)}/enable`),
  ],
  'trail list': [
    '',
    'what was done at the desk, the newest first',
    (_, { by, target, action, before }) =>
      get(
        `trail?${new URLSearchParams(
          Object.entries({ by, target, action, before }).filter(([, value]) => value),
        )}`,
      ),
    {
      options: {
        '--by <name>': 'of one person',
        '--target <id>': 'to one thing: an id, a number, an account',
        '--action <part>': 'of one kind: refund, withdrawals, approve',
        '--before <number>': 'older than this one',
      },
    },
  ],
  'trail check': ['', 'whether every line of it is there as it was written', () => get('trail/check')],
  'proposal list': ['', 'what waits for a second person', () => get('proposals')],
  'proposal grant': [
    '<id>',
    'you have looked at it: do it',
    ([id]) => post(`proposals/${seg(id)}/grant`),
    { sure: ([id]) => `This does what was proposed as ${id}.` },
  ],
  'proposal refuse': ['<id>', 'it is not done', ([id]) => post(`proposals/${seg(id)}/refuse`)],
  'remittance list': [
    '[state]',
    'remittances to audit',
    ([state = 'auditing']) => get(`remittances?state=${seg(state)}`),
  ],
  'remittance approve': ['<id>', 'the money has arrived', ([id]) => post(`remittances/${seg(id)}/approve`)],
  'remittance reject': [
    '<id> <reason>',
    'it has not; its order fails',
    ([id, ...reason]) => post(`remittances/${seg(id)}/reject`, { reason: rest(reason) }),
  ],
  'declaration list': [
    '[status]',
    'orders made offline, to be checked: submitted, confirmed, rejected',
    ([status = 'submitted']) => get(`declarations?status=${seg(status)}`),
  ],
  'declaration approve': [
    '<id> [words]',
    'it is as declared; the member is told',
    ([id, ...words]) => post(`declarations/${seg(id)}/approve`, { result: rest(words) }),
  ],
  'declaration reject': [
    '<id> <reason>',
    'it is not; the member may correct it and hand it in again',
    ([id, ...reason]) => post(`declarations/${seg(id)}/reject`, { reason: rest(reason) }),
  ],
  'order list': [
    '[state]',
    'the newest orders: all, or waiting, confirming, successful, failed',
    ([state]) => get(`orders${state ? `?state=${seg(state)}` : ''}`),
  ],
  'order show': ['<orderNo>', 'an order with all of it', ([id]) => get(`orders/${seg(id)}`)],
  'order unsent': ['', 'paid goods to be sent', () => get('orders/unsent')],
  'order ship': [
    '<orderNo> <how>',
    'the goods are on their way',
    ([id, ...how]) => post(`orders/${seg(id)}/ship`, { shipment: rest(how) }),
  ],
  'order refund': [
    '<orderNo> <amount|all> <reason>',
    'give back to where it was paid from, in yuan',
    ([id, amount, ...reason], flags) =>
      post(`orders/${seg(id)}/refund`, {
        ...(amount !== 'all' && { amount: flags.whole ? Number(amount) : fen(amount) }),
        reason: rest(reason),
        requestKey: flags.key ?? randomUUID(),
      }),
    { options: { '--whole': 'points or beans, not yuan' } },
  ],
  'payment list': ['', 'payments that a provider tells of and that cannot be booked', () => get('payments')],
  'payment settle': [
    '<id> <note>',
    'it has been seen to, at the provider or by a refund',
    ([id, ...note]) => post(`payments/${seg(id)}/settle`, { note: rest(note) }),
  ],
  'usdt list': ['', 'transfers that are no payment as they are', () => get('transfers')],
  'usdt settle': [
    '<txid> <address> <orderNo>',
    "credit one to the balance of the order's member",
    ([id, address, orderNo]) => post(`transfers/${seg(id)}/settle`, { address, orderNo }),
  ],
  'workorder list': [
    '[status]',
    'questions that are open, or pending, processing, processed',
    ([status = 'open']) => get(`workorders?status=${seg(status)}`),
  ],
  'workorder show': [
    '<number>',
    'a question with all that was said',
    ([number]) => get(`workorders/${seg(number)}`),
  ],
  'workorder take': ['<number>', 'somebody is at it', ([number]) => post(`workorders/${seg(number)}/take`)],
  'workorder answer': [
    '<number> <text>',
    'answer it; the member is told',
    ([number, ...text], flags) =>
      post(`workorders/${seg(number)}/answer`, { text: rest(text), requestKey: flags.key ?? randomUUID() }),
  ],
  'chat list': ['', 'conversations, those that wait for an answer first', () => get('conversations')],
  'chat read': [
    '<member account> [before]',
    'its newest messages, or those before a number, which are read then',
    ([account, before]) =>
      post(`conversations/of/${seg(account)}/read`, before ? { before: Number(before) } : {}),
    { line: chatLine },
  ],
  'chat reply': [
    '<member account> <text>',
    'say something to a member',
    ([account, ...text], flags) =>
      post(`conversations/of/${seg(account)}/reply`, {
        text: rest(text),
        requestKey: flags.key ?? randomUUID(),
      }),
  ],
  'chat follow': ['', 'what is said in any conversation, as it comes', () => ({ run: follow })],
  'withdrawal list': [
    '[status]',
    'whom to pay and how much: applied, approved, rejected, remitted, revoked',
    ([status = 'applied']) => get(`withdrawals?status=${seg(status)}`),
  ],
  'withdrawal show': ['<id>', 'one, with its movements', ([id]) => get(`withdrawals/${seg(id)}`)],
  'withdrawal approve': ['<id>', 'it will be paid', ([id]) => post(`withdrawals/${seg(id)}/approve`)],
  'withdrawal reject': [
    '<id> <reason>',
    'it will not; the money goes back',
    ([id, ...reason]) => post(`withdrawals/${seg(id)}/reject`, { reason: rest(reason) }),
  ],
  'withdrawal remit': [
    '<id> <reference>',
    "it has been paid; the bank's number",
    ([id, ...reference]) => post(`withdrawals/${seg(id)}/remit`, { reference: rest(reference) }),
  ],
  'notice list': ['', 'what was published, and how many have confirmed it', () => get('notices')],
  'notice publish': [
    '<file.html> [file.zh.html …]',
    'tell all members',
    (files, flags) => post('notices', publication(files, flags, randomUUID)),
    {
      options: {
        '--title <text>': 'instead of the heading in the file',
        [`--lang <${localeNames.join('|')}>`]: 'of a file whose name does not say it',
        '--confirm': 'members have to confirm that they have read it',
        '--country <cn|intl>': 'members of one country version',
        '--to <account>': 'one member',
      },
    },
  ],
  'notice withdraw': ['<id>', 'nobody sees it any more', ([id]) => post(`notices/${seg(id)}/withdraw`)],
  'message send': [
    '<account|all> <text>',
    'a system message, to one member or to all',
    ([to, ...text], flags) =>
      post('messages', { to, text: rest(text), requestKey: flags.key ?? randomUUID() }),
    { sure: ([to]) => to === 'all' && 'This tells every member.' },
  ],
  'supply list': ['', "what members' shops may take in", () => get('supply')],
  'supply put': [
    '<file.json>',
    'supply a good, or change one: id? category {id,en,zh,…} name description {en,zh,…} supplyPrice suggestedPrice (fen) stock picture?',
    ([file = '']) => post('supply', JSON.parse(readFileSync(file, 'utf8'))),
  ],
  'supply picture': [
    '<id> <file>',
    'a photograph of it',
    ([id, file = '']) => ({
      path: `supply/${seg(id)}/picture`,
      file: readFileSync(file),
      type: 'application/octet-stream',
    }),
  ],
  'supply withdraw': ['<id>', 'no shop sells it any more', ([id]) => post(`supply/${seg(id)}/withdraw`)],
  'video add': [
    '<file.mp4>',
    'a video for shops',
    ([file = ''], { goods, ...flags }) => ({
      path: `videos?${new URLSearchParams({ ...textsFrom(flags), ...(goods && { goods }) })}`,
      file: readFileSync(file),
      type: 'video/mp4',
    }),
    {
      options: {
        ...textOptions('its title', { required: ['en', 'zh'] }),
        '--goods <id>': 'what it shows',
      },
    },
  ],
  'partner list': ['', 'whose pages may show our features', () => get('partners')],
  'partner link': [
    '<partner> <account> [reference]',
    'let a partner show a member, whom it calls by the reference, or else the username',
    ([id, account, ...reference]) =>
      post(`partners/${seg(id)}/link`, { account, reference: rest(reference) }),
  ],
  'partner unlink': [
    '<partner> <reference>',
    'no more; what is open in its pages ends',
    ([id, ...reference]) => post(`partners/${seg(id)}/unlink`, { reference: rest(reference) }),
  ],
  'partner webhook': [
    '<partner> [url]',
    'where a partner is told of what happened, nowhere without an address; shows the secret once',
    ([id, url]) => post(`partners/${seg(id)}/webhook`, { url }),
  ],
  'partner disable': [
    '<partner>',
    'switch it off, with all that is open in its pages',
    ([id]) => post(`partners/${seg(id)}/disable`),
  ],
  'partner enable': ['<partner>', 'switch it on again', ([id]) => post(`partners/${seg(id)}/enable`)],
  'post list': [
    '[reported|hidden|newest]',
    'posts that members have reported, those that are hidden, or the newest',
    ([which = 'reported']) => get(`posts?which=${seg(which)}`),
  ],
  'post hide': [
    '<id> <reason>',
    'nobody but its author sees it any more; the author is told why',
    ([id, ...reason]) => post(`posts/${seg(id)}/hide`, { reason: rest(reason) }),
  ],
  'post show': ['<id>', 'everybody sees it again', ([id]) => post(`posts/${seg(id)}/show`)],
  'product list': ['', 'what is sold, with prices and stock', () => get('products')],
  'product add': [
    '',
    'put a new product on sale: --en, --zh and --price, machines --days and --rent as well',
    (_, flags) => post('products', productOf(flags)),
    { options: productOptions },
  ],
  'product set': [
    '<id>',
    'change a product; orders that were placed keep theirs',
    ([id], flags) => post(`products/${seg(id)}`, productOf(flags)),
    { options: productOptions },
  ],
  'product stock': [
    '<id> <by>',
    'pieces that came in, or went: 50, or -3',
    ([id, by]) => post(`products/${seg(id)}/stock`, { by: whole(by) }),
  ],
  'product picture': [
    '<id> <file>',
    'a photograph of it',
    ([id, file = '']) => ({
      path: `products/${seg(id)}/picture`,
      file: readFileSync(file),
      type: 'application/octet-stream',
    }),
  ],
  'product on': ['<id>', 'on sale', ([id]) => post(`products/${seg(id)}/on`)],
  'product off': ['<id>', 'no longer on sale', ([id]) => post(`products/${seg(id)}/off`)],
  'coupon list': ['', 'coupons for everybody, and how often they were used', () => get('coupons')],
  'coupon add': [
    '',
    'make a coupon',
    (_, { code, off, percent, minimum, products, uses, until, ...flags }) =>
      post('coupons', {
        ...(code && { code }),
        name: textsFrom(flags),
        uses: whole(uses),
        validUntil: endOf(until),
        ...(off && { amount: fen(off) }),
        ...(percent && { percent: whole(percent) }),
        ...(minimum && { minimum: fen(minimum) }),
        ...(products && { products: products.split(',') }),
      }),
    {
      options: {
        ...textOptions('its name', { required: ['en', 'zh'] }),
        '--uses! <count>': 'how often it may be used',
        '--until! <day>': 'its last day, 2026-12-31',
        '--off <yuan>': 'takes so much off',
        '--percent <percent>': 'takes a part off',
        '--code <code>': 'instead of one that is drawn',
        '--minimum <yuan>': 'for orders of at least so much',
        '--products <ids>': 'for these products only, with commas',
      },
    },
  ],
  'coupon end': ['<code>', 'nobody uses it any more', ([code]) => post(`coupons/${seg(code)}/end`)],
  'rule list': ['', 'what points, beans, rewards and the like are today', () => get('rules')],
  'rule show': ['<rule>', 'what it was, is and will be', ([rule]) => get(`rules/${seg(rule)}`)],
  'rule set': [
    '<rule> <value> <from> <reason>',
    'give it another value from a day on, tomorrow at the earliest',
    ([rule, value, from, ...reason]) =>
      post(`rules/${seg(rule)}`, { value: whole(value), from, reason: rest(reason) }),
  ],
  'member find': [
    '<text>',
    'by a part of username, nickname, phone number or e-mail address',
    (words) => get(`members?text=${seg(rest(words))}`),
  ],
  'member show': [
    '<account>',
    'who it is, and what they have',
    ([account]) => get(`members/${seg(account)}`),
  ],
  'member statement': [
    '<account>',
    'what changed an account of theirs',
    ([account], { kind = 'balance', month }) =>
      get(`members/${seg(account)}/statement?kind=${seg(kind)}${month ? `&month=${seg(month)}` : ''}`),
    {
      options: {
        '--kind <kind>': 'balance, store, frozen, points, cloudBeans or promotion',
        '--month <month>': 'one month, 2026-11',
      },
    },
  ],
  'member lock': [
    '<account> <reason>',
    'nobody signs in any more, and whoever is in is out',
    ([account, ...reason]) => post(`members/${seg(account)}/lock`, { reason: rest(reason) }),
    { sure: ([account]) => `This signs ${account} out everywhere.` },
  ],
  'member unlock': [
    '<account>',
    'they may sign in again',
    ([account]) => post(`members/${seg(account)}/unlock`),
  ],
  'member reset': [
    '<account> <contact>',
    'for somebody who lost their ways in and has shown who they are: a new contact, to choose a password by',
    ([account, contact], { keepOther }) => post(`members/${seg(account)}/reset`, { contact, keepOther }),
    {
      options: { '--keep-other': 'their other contact stays: they have shown that it is in their hands' },
      sure: ([account, contact]) =>
        `This makes ${contact} the only way into the account ${account}: password, other contact, WeChat and payment password are gone.`,
    },
  ],
  'member leader': [
    '<account> <on|off>',
    'a team leader, or not',
    ([account, on]) => post(`members/${seg(account)}/leader`, { leader: on === 'on' }),
  ],
  'machine waiting': ['', 'device orders whose machines were never online', () => get('machines')],
  'machine prepared': [
    '<serialNumber>',
    'its machines are ready',
    ([id]) => post(`machines/${seg(id)}/prepared`),
  ],
  'machine online': [
    '<serialNumber>',
    'its machines are online',
    ([id]) => post(`machines/${seg(id)}/online`),
  ],
  'machine offline': [
    '<serialNumber>',
    'its machines are not',
    ([id]) => post(`machines/${seg(id)}/offline`),
  ],
  'setting list': ['', 'settings that can change while the gateway runs', () => get('settings')],
  'setting show': ['<setting>', 'what it was set to, when and why', ([name]) => get(`settings/${seg(name)}`)],
  'setting set': [
    '<setting> <value> <reason>',
    'another value from now on, as docs/settings.md says it',
    ([name, value, ...reason]) => post(`settings/${seg(name)}`, { value, reason: rest(reason) }),
  ],
  'setting clear': [
    '<setting> <reason>',
    'what the environment says counts again',
    ([name, ...reason]) => post(`settings/${seg(name)}`, { value: null, reason: rest(reason) }),
  ],
  'bank list': ['', 'banks for payout accounts', () => get('banks')],
  'bank add': [
    '',
    'offer one that is not in the list',
    (_, { en, zh }) => post('banks', { en, zh }),
    { options: { '--en! <text>': 'its name in English', '--zh! <text>': 'and in Chinese' } },
  ],
  'bank hide': ['<code>', 'no new account is there', ([code]) => post(`banks/${seg(code)}/hide`)],
  'bank show': ['<code>', 'it is offered again', ([code]) => post(`banks/${seg(code)}/show`)],
  'dict list': [
    '<dictionary>',
    'orderState, payWay, category, idType, accountType: values and their words',
    ([name]) => get(`dictionaries/${seg(name)}`),
  ],
  'dict set': [
    '<dictionary> <value>',
    'other words for a value',
    ([name, value], flags) => post(`dictionaries/${seg(name)}/${seg(value)}`, textsFrom(flags)),
    { options: textOptions('its word', { required: ['en', 'zh'] }) },
  ],
  'job dead': ['', 'jobs that were given up, and why', () => get('jobs')],
  'job retry': ['<id|all>', 'try them again', ([id]) => post(`jobs/${seg(id)}/retry`)],
  'ledger check': ['', 'whether the books are in order', () => get('ledger')],
};
