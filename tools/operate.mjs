import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chatLine, follow } from './follow.mjs';
import { printable, quoted } from './printable.mjs';
import { publication } from './publication.mjs';

// The desk of the people who answer: what its command line can do.

/** @import { Ask } from './follow.mjs' */
/** @typedef {{ path: string, body?: object, file?: Buffer } | { run: (ask: Ask) => Promise<void> }} Request */
/**
 * What a command takes, what it does, the request that it makes of its words, and how an item of the answer is one line.
 * @typedef {[takes: string, does: string, make: (words: string[], flags: Record<string, any>) => Request, line?: (item: any) => string]} Command
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

/** @type {Record<string, Command>} */
const commands = {
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
  'order show': ['<orderNo>', 'an order with all of it', ([id]) => get(`orders/${seg(id)}`)],
  'order unsent': ['', 'paid goods to be sent', () => get('orders/unsent')],
  'order ship': [
    '<orderNo> <how>',
    'the goods are on their way',
    ([id, ...how]) => post(`orders/${seg(id)}/ship`, { shipment: rest(how) }),
  ],
  'order refund': [
    '<orderNo> <amount|all> <reason>',
    'give back to the balance: yuan; points or beans whole with --whole',
    ([id, amount, ...reason], flags) =>
      post(`orders/${seg(id)}/refund`, {
        ...(amount !== 'all' && { amount: flags.whole ? Number(amount) : fen(amount) }),
        reason: rest(reason),
        requestKey: flags.key ?? randomUUID(),
      }),
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
    'questions that are open: or 0 pending, 1 processing, 2 processed',
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
    chatLine,
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
    '<file.html> [file.zh.html]',
    'tell all members: --title= --lang=en|zh --confirm --country=cn|intl --to=<account>',
    (files, flags) => post('notices', publication(files, flags, randomUUID)),
  ],
  'notice withdraw': ['<id>', 'nobody sees it any more', ([id]) => post(`notices/${seg(id)}/withdraw`)],
  'message send': [
    '<account|all> <text>',
    'a system message, to one member or to all',
    ([to, ...text], flags) =>
      post('messages', { to, text: rest(text), requestKey: flags.key ?? randomUUID() }),
  ],
  'supply list': ['', "what members' shops may take in", () => get('supply')],
  'supply put': [
    '<file.json>',
    'supply a good, or change one: id? category {id,en,zh} name description {en,zh} supplyPrice suggestedPrice (fen) stock picture?',
    ([file = '']) => post('supply', JSON.parse(readFileSync(file, 'utf8'))),
  ],
  'supply withdraw': ['<id>', 'no shop sells it any more', ([id]) => post(`supply/${seg(id)}/withdraw`)],
  'video add': [
    '<file.mp4>',
    'a video for shops: --title= --zh= [--goods=<id>]',
    ([file = ''], { title = '', zh = title, goods }) => ({
      path: `videos?title=${seg(title)}&zh=${seg(zh)}${goods ? `&goods=${seg(goods)}` : ''}`,
      file: readFileSync(file),
    }),
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
  'ledger check': ['', 'whether the books are in order', () => get('ledger')],
};

function usage() {
  const lines = Object.entries(commands).map(
    ([name, [takes, does]]) => `  ${`${name} ${takes}`.padEnd(50)} ${does}`,
  );
  return `npm run operator -- <command>\n\n${lines.join('\n')}\n`;
}

/**
 * An answer as lines of text.
 * @param {any} answer
 * @param {(item: any) => string} [line]
 */
function show(answer, line) {
  if (!Array.isArray(answer.items)) return `${printable(JSON.stringify(answer, undefined, 2))}\n`;
  if (!answer.items.length) return 'Nothing.\n';
  /** @param {object} item */
  const block = (item) =>
    Object.entries(item)
      .map(([name, value]) => `${name}: ${quoted(value)}`)
      .join('\n');
  return answer.items
    .map((/** @type {object} */ item) => (line ? `${line(item)}\n` : `${block(item)}\n\n`))
    .join('');
}

/**
 * Sends requests to the desk of the gateway; what is refused is thrown as it says it, with its status.
 * @type {(base: string, token: string) => Ask}
 */
const askAt =
  (base, token) =>
  async ({ path, body, file }) => {
    const answer = await fetch(`${base}/operator/${path}`, {
      method: body || file ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...((body || file) && { 'content-type': file ? 'video/mp4' : 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(file && { body: new Uint8Array(file) }),
    });
    const said = await answer.json();
    if (answer.ok) return said;
    throw Object.assign(new Error(`Refused (${answer.status}): ${said.message}`), { status: answer.status });
  };

/**
 * Does what a command line says and answers with the exit code: 2 for what is no command, 1 for what was refused or is
 * not in order. Talks to the running gateway (OPERATOR_URL in `env`, else localhost:PORT) with OPERATOR_TOKEN.
 *
 * @param {string[]} args
 * @param {{ env: Record<string, string | undefined>, out: (text: string) => unknown, err: (text: string) => unknown }} io
 * @returns {Promise<number | undefined>}
 */
export async function operate(args, { env, out, err }) {
  const base = (env.OPERATOR_URL ?? `http://localhost:${env.PORT ?? 8080}`).replace(/\/+$/, '');
  try {
    const flags = Object.fromEntries(
      args.flatMap((one) => {
        const [, name, value = true] = /^--(\w+)(?:=([\s\S]*))?$/.exec(one) ?? [];
        return name ? [[name, value]] : [];
      }),
    );
    const words = args.filter((one) => !one.startsWith('--'));
    const command = commands[words.slice(0, 2).join(' ')];
    const needed = command?.[0].match(/<[^>]+>/g)?.length ?? 0;
    if (!command || words.length - 2 < needed) {
      err(usage());
      return 2;
    }
    const made = command[2](words.slice(2), flags);
    const ask = askAt(base, env.OPERATOR_TOKEN ?? 'dev-operator-token');
    if ('run' in made) {
      await made.run(ask);
      return 0;
    }
    const said = await ask(made);
    out(show(said, command[3]));
    return said.inOrder === false ? 1 : 0;
  } catch (error) {
    const { cause, message } = /** @type {Error & { cause?: { code?: string } }} */ (error);
    err(`${cause?.code ? `No gateway at ${base} (${cause.code})` : printable(message)}\n`);
    return 1;
  }
}
