import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';

// A process of the benchmark `polls`: members who wait for messages, each on a connection of their own that repeats its request when it is
// answered. It speaks HTTP itself, because thousands of clients of `node:http` would need more of the processor than the gateway.

const secret = 'dev-signing-secret';
/** The token of a waiting member's session. @param {number} nth */
export const tokenOf = (nth) => `waiting-member-${nth}`;
/** @param {number} nth */
const addressOf = (nth) => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`;
/** The newest message of a member before the benchmark: half of them have written one. @param {number} nth */
const newestOf = (nth) => (nth % 2 ? 0 : 1);

/** A request as a text, signed, from an address of the member's own. @type {(nth: number, path: string, data: object) => string} */
export function requestOf(nth, path, data) {
  const header = { uuid: randomUUID(), appid: 'h5', authToken: tokenOf(nth), timestamp: Date.now() };
  const text = JSON.stringify({ header, body: { data } });
  const token = createHash('md5').update(`${secret}${text}${secret}`).digest('hex');
  return [
    `POST /api/${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-forwarded-for: ${addressOf(nth)}`,
    `authorization: Bearer ${tokenOf(nth)}`,
    'cookie: cp_in=1',
    `token: ${token}`,
    `userid: waiting-${nth}`,
    '',
    text,
  ].join('\r\n');
}

/** The whole answer in a text; undefined while a part is missing. @param {string} text */
export function answerIn(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < length) return;
  return { status: Number(text.slice(9, 12)), body };
}

/** @typedef {{ opened: number, waiting: number, ended: number, failed: Record<string, number> }} Crowd what a crowd has done so far */
/** @typedef {{ arrived: { nth: number, newest: number, at: number } } | { is: Crowd }} Said */
/** @typedef {{ from: number, count: number, perSecond: number, ports: number[] } | { ports: number[] } | { say: true }} Told */

/** The retries of the app: one second, doubled with every failure, up to thirty. @param {number} failures */
const retryAfter = (failures) => Math.min(30_000, 1000 * 2 ** failures);

function beOne() {
  /** @type {number[]} */
  let ports = [];
  /** @type {Crowd} */
  const is = { opened: 0, waiting: 0, ended: 0, failed: {} };
  const say = (/** @type {Said} */ what) => process.send?.(what);
  // all sockets share one buffer: an answer is read at once
  const shared = Buffer.alloc(65_536);

  /** @param {number} nth */
  function wait(nth) {
    let newest = newestOf(nth);
    let failures = 0;
    const again = () => {
      const port = ports[Math.floor(Math.random() * ports.length)] ?? 0;
      let text = '';
      let isOver = false;
      const fail = (/** @type {string} */ why) => {
        if (isOver) return;
        isOver = true;
        socket.destroy();
        is.waiting--;
        is.failed[why] = (is.failed[why] ?? 0) + 1;
        setTimeout(again, retryAfter(failures++));
      };
      const ask = () => socket.write(requestOf(nth, 'txSupport/wait', { after: newest, deskRead: newest }));
      const read = () => {
        const answer = answerIn(text);
        if (!answer) return;
        text = '';
        if (answer.status !== 200) return fail(String(answer.status));
        failures = 0;
        is.ended++;
        const { body } = JSON.parse(answer.body);
        if (body.items.length) {
          newest = body.newest;
          say({ arrived: { nth, newest, at: Date.now() } });
        }
        if (ports.includes(port)) return ask();
        // its gateway is about to leave: the balancer sends the next request to another one
        isOver = true;
        is.waiting--;
        socket.destroy();
        again();
      };
      const onread = {
        buffer: shared,
        callback: (/** @type {number} */ length) => {
          text += shared.toString('utf8', 0, length);
          read();
          return true;
        },
      };
      const socket = connect({ port, host: '127.0.0.1', onread });
      is.waiting++;
      socket.on('connect', ask);
      socket.on('error', (error) => fail(String(Reflect.get(error, 'code'))));
      socket.on('close', () => fail('closed'));
    };
    again();
  }

  /** Opens connections evenly. @param {{ from: number, count: number, perSecond: number }} how */
  function open({ from, count, perSecond }) {
    const began = performance.now();
    const timer = setInterval(() => {
      const due = Math.min(count, ((performance.now() - began) / 1000) * perSecond);
      while (is.opened < due) wait(from + is.opened++);
      if (is.opened >= count) clearInterval(timer);
    }, 10);
  }

  process.on('message', (/** @type {Told} */ told) => {
    if ('ports' in told) ports = told.ports;
    if ('count' in told) open(told);
    if ('say' in told) say({ is });
  });
  process.on('disconnect', () => process.exit());
}

if (process.argv[1]?.endsWith('bench/waiting-crowd.mjs')) beOne();
