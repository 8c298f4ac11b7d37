import { WebSocket } from 'ws';

// Calls with a number and events without one, as JSON: the transport of all three browsers' protocols.

/** @typedef {{ method: string, params: any }} Event */
/** @typedef {(method: string, params?: object) => Promise<any>} Send */

/** Milliseconds to wait for a browser's start, and for a response. */
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
 * Calls over a text transport, each of which fails if its text cannot be carried. `heard` receives the events.
 * @param {(text: string) => unknown} carry
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
        Promise.resolve(carry(JSON.stringify({ id: count, method, params }))).catch(fail);
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
 * Calls to a browser that listens at `address`. `heard` receives the events, and can make calls before this has resolved.
 * @param {string} address
 * @param {(event: Event, send: Send) => void} heard
 */
export async function connect(address, heard) {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const { send, receive } = createCalls(
    (text) => socket.send(text),
    (event) => heard(event, send),
  );
  socket.on('message', (text) => receive(String(text))); // before it is open, because some send messages at once
  await inTime(
    new Promise((settle, fail) => socket.once('open', settle).once('error', fail)),
    'The connection to the browser',
  );
  return send;
}

/**
 * Repeats a request until there is a response.
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
