import { WebSocket } from 'ws';

// Calls with a number and events without one, as JSON: what all three browsers are talked to in, whatever the words are.

/** @typedef {{ method: string, params: any }} Event */
/** @typedef {(method: string, params?: object) => Promise<any>} Send */

/** Milliseconds that a browser may take to start, and to answer. */
const limit = 30_000;

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what
 * @returns {Promise<T>}
 */
export const inTime = (promise, what) => {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what}: nothing for ${limit / 1000} s`)), limit);
  });
  return Promise.race([promise, /** @type {Promise<never>} */ (late)]).finally(() => clearTimeout(timer));
};

/**
 * Calls over anything that carries text. `heard` is told the events.
 * @param {(text: string) => void} carry
 * @param {(event: Event) => void} heard
 */
export function createCalls(carry, heard) {
  /** @type {Map<number, { settle(result: any): void, fail(error: Error): void }>} */
  const waiting = new Map();
  let count = 0;
  /** @type {Send} */
  const send = (method, params = {}) =>
    inTime(
      new Promise((settle, fail) => {
        waiting.set(++count, { settle, fail });
        carry(JSON.stringify({ id: count, method, params }));
      }),
      method,
    );
  return {
    send,
    /** @param {string} text from the other side */
    receive(text) {
      const { id, result, error, message, ...event } = JSON.parse(text);
      if (typeof id !== 'number') return heard(event);
      const { settle, fail } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error) fail?.(new Error(error.message ?? `${error}: ${message}`));
      else settle?.(result);
    },
  };
}

/**
 * Calls to a browser that listens at `address`. `heard` is told the events, and can call before this has answered.
 * @param {string} address
 * @param {(event: Event, send: Send) => void} heard
 */
export async function connect(address, heard) {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const { send, receive } = createCalls(
    (text) => socket.send(text),
    (event) => heard(event, send),
  );
  socket.on('message', (text) => receive(String(text))); // before it is open: some say something at once
  await inTime(
    new Promise((settle, fail) => socket.once('open', settle).once('error', fail)),
    'The connection to the browser',
  );
  return send;
}

/**
 * Asks again until there is an answer.
 * @template T
 * @param {() => Promise<T | undefined>} ask
 * @param {string} what
 * @returns {Promise<T>}
 */
export const until = (ask, what) => {
  let over = false;
  const asking = async () => {
    for (;;) {
      const answer = await ask();
      if (answer !== undefined || over) return /** @type {T} */ (answer);
      await new Promise((rest) => setTimeout(rest, 50));
    }
  };
  return inTime(asking(), what).finally(() => (over = true));
};
