import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

// Chromium by its DevTools protocol alone, as it was in version 69 already: Playwright drives recent versions only.

/** @typedef {{ method: string, params: any }} Message */

/** Milliseconds that the browser may take to start, and to answer. */
const limit = 30_000;

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what
 * @returns {Promise<T>}
 */
const inTime = (promise, what) => {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${what}: nothing for ${limit / 1000} s`)), limit);
  });
  return Promise.race([promise, /** @type {Promise<never>} */ (late)]).finally(() => clearTimeout(timer));
};

/**
 * A page of a browser of its own, without a window. `heard` is told all that the page says.
 * @param {{ executablePath: string, args?: string[], env?: NodeJS.ProcessEnv }} program
 * @param {(message: Message) => void} heard
 */
export async function openPage({ executablePath, args = [], env = process.env }, heard) {
  const home = mkdtempSync(join(tmpdir(), 'cloudphone-browser-'));
  const own = [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
    // a document within the page is of its process, where one can look into it
    ...['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'],
  ];
  const browser = spawn(executablePath, [...own, `--user-data-dir=${home}`, ...args, 'about:blank'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((settle) => browser.once('exit', settle));
  const close = async () => {
    browser.kill('SIGKILL');
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    let said = '';
    const port = await inTime(
      new Promise((/** @type {(port: string) => void} */ settle, fail) => {
        browser.stderr.on('data', (text) => {
          said += text;
          const [, found] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said) ?? [];
          if (found) settle(found);
        });
        browser.once('exit', () => fail(new Error(`The browser ended:\n${said}`)));
        browser.once('error', fail);
      }),
      'The start of the browser',
    );
    return { ...(await connect(await inTime(pageOf(port), 'The first page'), heard)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Where to talk to the browser's page, once there is one.
 * @param {string} port
 * @returns {Promise<string>}
 */
async function pageOf(port) {
  for (;;) {
    /** @type {{ type: string, webSocketDebuggerUrl: string }[]} */
    const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const page = targets.find(({ type }) => type === 'page');
    if (page) return page.webSocketDebuggerUrl;
    await new Promise((rest) => setTimeout(rest, 50));
  }
}

/**
 * @param {string} address
 * @param {(message: Message) => void} heard
 */
async function connect(address, heard) {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await inTime(
    new Promise((settle, fail) => socket.once('open', settle).once('error', fail)),
    'The connection to the browser',
  );
  /** @type {Map<number, { settle(result: any): void, fail(error: Error): void }>} */
  const waiting = new Map();
  let count = 0;
  socket.on('message', (text) => {
    const { id, result, error, ...message } = JSON.parse(String(text));
    if (id === undefined) return heard(message);
    const { settle, fail } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) fail?.(new Error(error.message));
    else settle?.(result);
  });
  /**
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  const send = (method, params = {}) =>
    inTime(
      new Promise((settle, fail) => {
        waiting.set(++count, { settle, fail });
        socket.send(JSON.stringify({ id: count, method, params }));
      }),
      method,
    );
  /**
   * What an expression is in the page, once a promise is settled. `contextId`: in a document within it.
   * @param {string} expression
   * @param {number} [contextId]
   */
  const evaluate = async (expression, contextId) => {
    const how = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send(
      'Runtime.evaluate',
      contextId ? { ...how, contextId } : how,
    );
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return { send, evaluate };
}
