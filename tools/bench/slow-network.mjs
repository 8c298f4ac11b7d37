import { Agent, request as ask, createServer } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';

// A proxy that slows down all requests of a browser, including those of service workers and frames, which the browser's own throttling
// does not affect. Each request waits for a round trip, and all responses share one line, packet by packet.

/** Bytes of a packet, and milliseconds between two checks of the line. */
const packet = 1460;
const tick = 4;

/**
 * @typedef {object} Network
 * @property {number} roundTrip milliseconds
 * @property {number} rate bytes a second, down
 */
/**
 * One request: when it came and when its answer was through or its connection closed, in milliseconds since the epoch; bytes of the answer with its head.
 * @typedef {{ url: string, at: number, end: number, bytes: number }} Passed
 */

/** Bytes that a tunnel holds before it stops reading, as the buffer of a mast does. */
const held = 65_536;

/** @type {Record<'4G' | 'slow 4G' | '3G', Network>} */
export const networks = {
  '4G': { roundTrip: 60, rate: 9e6 / 8 },
  'slow 4G': { roundTrip: 150, rate: 1.6e6 / 8 },
  '3G': { roundTrip: 300, rate: 700e3 / 8 },
};

const now = () => performance.timeOrigin + performance.now();

/**
 * A response that waits for the line: its remaining bytes, and how to send some of them.
 * @typedef {{ left: number, send(bytes: number): void }} Turn
 */

/**
 * The line that all responses share, packet by packet.
 * @param {() => Network | undefined} networkNow
 */
function createSharedLine(networkNow) {
  /** @type {Turn[]} */
  let turns = [];
  let then = now();
  let budget = 0;
  const timer = setInterval(() => {
    const at = now();
    const network = networkNow();
    budget = network ? Math.min(budget, packet) + ((at - then) * network.rate) / 1000 : Infinity;
    then = at;
    while (budget > 0 && turns.some(({ left }) => left > 0))
      for (const one of turns) {
        if (budget <= 0) break;
        const bytes = Math.min(one.left, packet);
        one.left -= bytes;
        budget -= bytes;
        if (bytes) one.send(bytes);
      }
    const [first, ...others] = turns;
    if (first) turns = [...others, first]; // the first one is last now
  }, tick);
  return {
    /** @param {Turn} turn */
    add: (turn) => void turns.push(turn),
    /** @param {Turn} turn */
    remove(turn) {
      turns = turns.filter((one) => one !== turn);
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Takes bytes off the front of what waits.
 * @param {Buffer[]} parts
 * @param {number} bytes at most as many as there are
 */
function* take(parts, bytes) {
  for (let rest = bytes; rest > 0; ) {
    const [part = Buffer.alloc(0)] = parts;
    const piece = part.subarray(0, rest);
    rest -= piece.length;
    if (piece.length === part.length) parts.shift();
    else parts[0] = part.subarray(piece.length);
    yield piece;
  }
}

/**
 * Passes a WebSocket on: half of the round trip each way, and its part of the line down.
 * @param {string} to host and port
 * @param {import('node:stream').Duplex} socket of the browser
 * @param {{ line: ReturnType<typeof createSharedLine>, networkNow(): Network | undefined, count(bytes: number): void }} how
 */
function tunnel(to, socket, { line, networkNow, count }) {
  const { hostname, port } = new URL(`http://${to}`);
  const later = (/** @type {() => void} */ what) => setTimeout(what, (networkNow()?.roundTrip ?? 0) / 2);
  const far = connect(Number(port || 80), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  /** @type {Buffer[]} */
  const parts = [];
  const turn = {
    left: 0,
    send(/** @type {number} */ bytes) {
      count(bytes);
      for (const piece of take(parts, bytes)) later(() => socket.write(piece));
      if (turn.left < held / 2) far.resume();
    },
  };
  line.add(turn);
  far.on('data', (part) => {
    parts.push(part);
    turn.left += part.length;
    if (turn.left > held) far.pause();
  });
  socket.on('data', (part) => later(() => far.write(part)));
  const end = () => {
    line.remove(turn);
    far.destroy();
    socket.destroy();
  };
  for (const one of [far, socket]) {
    one.on('error', end);
    one.on('close', end);
  }
}

/**
 * Passes an answer on, its head included, as fast as the line lets it through.
 * @param {ReturnType<typeof createSharedLine>} line
 * @param {import('node:stream').Readable & Pick<import('node:http').IncomingMessage, 'statusCode' | 'rawHeaders'>} answer
 * @param {import('node:http').ServerResponse} response
 * @param {Passed} entry
 */
function answerThrough(line, answer, response, entry) {
  const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 17);
  /** @type {Buffer[]} */
  const parts = [];
  let headLeft = head;
  let ended = false;
  const turn = {
    left: head,
    send(/** @type {number} */ bytes) {
      entry.bytes += bytes;
      const ofHead = Math.min(bytes, headLeft);
      headLeft -= ofHead;
      if (ofHead && !headLeft) response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      for (const piece of take(parts, bytes - ofHead)) response.write(piece);
      finish();
    },
  };
  const finish = () => {
    if (!ended || turn.left) return;
    entry.end = now();
    response.end();
    line.remove(turn);
  };
  answer.on('data', (part) => {
    parts.push(part);
    turn.left += part.length;
  });
  answer.on('end', () => {
    ended = true;
    finish();
  });
  line.add(turn);
}

/**
 * A document as the answer of a server that compresses it. Chromium 69 does not accept Brotli without TLS.
 * @param {string} html
 * @param {string | string[] | undefined} accepted the encodings that the browser accepts
 */
function asAnswer(html, accepted) {
  const isBrotli = /\bbr\b/.test(String(accepted));
  const body = isBrotli ? brotliCompressSync(html) : gzipSync(html);
  const rawHeaders = ['content-type', 'text/html', 'content-encoding', isBrotli ? 'br' : 'gzip'];
  return Object.assign(Readable.from([body]), { statusCode: 200, rawHeaders });
}

/**
 * Starts the proxy. `slow` changes the network (undefined: full speed); `pages` are documents that it answers itself, by their address;
 * `passed` are the requests since `forget`. WebSockets are slowed down too.
 * @param {Record<string, string>} [pages]
 */
export async function startSlowNetwork(pages = {}) {
  const agent = new Agent({ keepAlive: true });
  /** @type {Network | undefined} */
  let network;
  const line = createSharedLine(() => network);
  /** @type {Passed[]} */
  let passed = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    /** @type {Passed} */
    const entry = { url, at: now(), end: 0, bytes: 0 };
    passed.push(entry);
    const forward = () => {
      const page = pages[url];
      if (page !== undefined) {
        const answer = asAnswer(page, request.headers['accept-encoding']);
        return answerThrough(line, answer, response, entry);
      }
      const { hostname, port, pathname, search } = new URL(url);
      const { 'proxy-connection': _, ...headers } = request.headers;
      const sent = ask(
        { hostname, port, path: pathname + search, method: request.method, headers, agent },
        (answer) => {
          answerThrough(line, answer, response, entry);
        },
      );
      sent.on('error', () => response.destroy());
      response.on('close', () => {
        entry.end ||= now(); // the browser or the gateway closed the connection before the answer was through
        sent.destroy();
      });
      request.pipe(sent);
    };
    setTimeout(forward, network?.roundTrip ?? 0);
  });
  let tunnelled = 0;
  server.on('connect', (request, socket) =>
    tunnel(request.url ?? '', socket, {
      line,
      networkNow: () => network,
      count: (bytes) => (tunnelled += bytes),
    }),
  );
  await new Promise((/** @type {(_: void) => void} */ settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    pages,
    slow(/** @type {Network | undefined} */ next) {
      network = next;
    },
    forget() {
      passed = [];
    },
    passed: () => passed,
    /** Waits for files that are stored for the next visit. Long polls never end, and are not awaited. */
    async quiet() {
      for (let quiet = 0; quiet < 6; quiet++) {
        const before = passed.length;
        await new Promise((settle) => setTimeout(settle, 100));
        if (passed.length > before) quiet = 0;
      }
    },
    /** Bytes that WebSockets have received so far. */
    tunnelled: () => tunnelled,
    close() {
      line.close();
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
