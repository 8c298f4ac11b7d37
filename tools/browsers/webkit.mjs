import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../programs/gateway.mjs';
import { connect, createCalls, inTime, until } from './calls.mjs';
import { startProgram } from './program.mjs';
import { isAt } from './walk.mjs';

// Drives Debian's WebKit (WebKitGTK's MiniBrowser) with the protocol of its own inspector. Its WebDriver gives no access to the console;
// the inspector reports all of it from the beginning of a document on, can inject a script before it, and can inspect frames. The engine
// is that of an iPhone, but not the device: no touch, no on-screen keyboard, no notch, other fonts, and other libraries for pictures and
// videos.

/** @import { Event, Send } from './calls.mjs' */
/** @import { OpenPage, Page } from './walk.mjs' */

const libraries = '/usr/lib';
/** The browser is beside the library, in a folder named after the architecture and the library's version. */
const program = (existsSync(libraries) ? readdirSync(libraries) : [])
  .filter((folder) => folder.includes('-linux-'))
  .map((folder) => join(libraries, folder, 'webkit2gtk-4.1/MiniBrowser'))
  .find(existsSync);
const screen = '/usr/bin/Xvfb';

/** The packages to install if it is missing. */
export const webkitLacks =
  [!program && 'libwebkit2gtk-4.1-0', !existsSync(screen) && 'xvfb'].filter(Boolean).join(' ') || undefined;

/** The user agent of an iPhone, so that the code for iPhones is tested. */
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/**
 * The targets of the inspector, newest last.
 * @param {number} port
 */
async function targets(port) {
  const list = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined); // not there yet
  return ((await list?.text()) ?? '').match(/\/socket\/\d+\/\d+\/WebPage/g) ?? [];
}

/**
 * Calls to a page. Messages are nested, because a page continues in another process if its document isolates itself from the previous
 * one; there it waits until `prepare` is done.
 * @param {string} address
 * @param {(event: Event) => void} heard
 * @param {(send: Send) => Promise<unknown>} prepare
 * @returns {Promise<Send>}
 */
async function connectPage(address, heard, prepare) {
  /** @type {Map<string, ReturnType<typeof createCalls>>} */
  const processes = new Map();
  let current = '';
  let ready = () => {};
  const first = new Promise((settle) => (ready = () => settle(undefined)));
  await connect(address, async ({ method, params }, send) => {
    if (method === 'Target.dispatchMessageFromTarget')
      processes.get(params.targetId)?.receive(params.message);
    if (method === 'Target.didCommitProvisionalTarget') current = params.newTargetId;
    if (method !== 'Target.targetCreated') return;
    const { targetId, isProvisional, isPaused } = params.targetInfo;
    const calls = createCalls((message) => send('Target.sendMessageToTarget', { targetId, message }), heard);
    processes.set(targetId, calls);
    const prepared = prepare(calls.send).then(() => isPaused && send('Target.resume', { targetId }));
    if (isProvisional) return prepared.catch(() => {}); // the page can be led elsewhere before this one has begun
    await prepared;
    current = targetId;
    await send('Target.setPauseOnStart', { pauseOnStart: true });
    ready();
  });
  await inTime(first, 'The page');
  return (method, params) => {
    const calls = processes.get(current);
    if (!calls) throw new Error(`The page has gone before ${method}`);
    return calls.send(method, params);
  };
}

/**
 * The value of an expression, after its promise has settled.
 * @param {Send} send
 * @param {string} expression
 * @param {number} [contextId]
 */
async function evaluate(send, expression, contextId) {
  const { result } = await send('Runtime.evaluate', {
    expression: `(async () => (${expression}))()`,
    ...(contextId && { contextId }),
  });
  const how = { promiseObjectId: result.objectId, returnByValue: true };
  const settled = await send('Runtime.awaitPromise', how);
  if (settled.wasThrown) throw new Error(settled.result.description ?? settled.result.value);
  return settled.result.value;
}

/**
 * Finds a window that the page has opened: it comes after the browser's own and the page's.
 * @param {number} port
 * @param {string} script
 * @returns {NonNullable<Page['opened']>}
 */
function openedBy(port, script) {
  /** @type {Record<string, Send>} By the path of the target. */
  const windows = {};
  return async (from, path) => {
    const address = (await targets(port))[2];
    if (!address) return undefined;
    const send = (windows[address] ??= await connectPage(
      `ws://127.0.0.1:${port}${address}`,
      () => {},
      (send) => send('Runtime.enable'),
    ));
    if (!isAt(await evaluate(send, 'location.href'), from, path)) return undefined;
    await send('Runtime.evaluate', { expression: script });
    return (expression) => evaluate(send, expression);
  };
}

/** @type {OpenPage} */
export const webkit = (script, said) => openWebkit([], script, said);

/**
 * @param {string[]} options of the browser
 * @param {Parameters<OpenPage>[0]} script
 * @param {Parameters<OpenPage>[1]} said
 * @returns {ReturnType<OpenPage>}
 */
export async function openWebkit(options, script, said) {
  const { found: display, close: closeScreen } = await startProgram(
    screen,
    () => ({ args: ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24'] }),
    /(\d+)\n/,
  );
  const port = await freePort();
  const { close: closeBrowser } = await startProgram(program ?? '', (home) => ({
    args: [
      '--enable-developer-extras=true',
      '--javascript-can-open-windows-automatically=true',
      `--user-agent=${iPhone}`,
      ...options,
      'about:blank',
    ],
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_CONFIG_HOME: home,
      LC_ALL: 'C.UTF-8',
      NO_AT_BRIDGE: '1', // nobody needs the result
      WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`,
    },
  })).catch(async (error) => {
    await closeScreen();
    throw error;
  });
  const close = async () => {
    await closeBrowser();
    await closeScreen();
  };
  /** @param {number} count */
  const newest = (count) =>
    until(async () => {
      const all = await targets(port);
      return all.length === count ? `ws://127.0.0.1:${port}${all.pop()}` : undefined;
    }, 'The page');
  try {
    const opener = await connectPage(
      await newest(1),
      () => {},
      async () => {},
    );
    // the browser's window has bars, and is wider than a phone; a window that a page opens has the requested size
    await evaluate(
      opener,
      `void window.open('about:blank', '', 'width=360,height=740,toolbar=no,location=no,menubar=no,status=no')`,
    );
    /** @type {Map<string, number>} What evaluates in a frame, by the frame. */
    const contexts = new Map();
    let loaded = () => {};
    let last = '';
    /** @param {Event} event */
    const heard = ({ method, params }) => {
      if (method === 'Page.loadEventFired') loaded();
      if (method === 'Runtime.executionContextCreated' && params.context.type === 'normal')
        contexts.set(params.context.frameId, params.context.id);
      if (method === 'Console.messageAdded') {
        const { level, text, parameters, url } = params.message;
        const words = parameters?.map((/** @type {any} */ one) => one.description ?? one.value).join(' ');
        last = level === 'error' ? `${words || text} ${url ?? ''}` : '';
        if (last) said(last);
      }
      if (method === 'Console.messageRepeatCountUpdated' && last) said(last);
    };
    const send = await connectPage(await newest(2), heard, async (send) => {
      for (const domain of ['Page', 'Runtime', 'Console']) await send(`${domain}.enable`);
      await send('Page.setBootstrapScript', { source: script });
    });
    return {
      close,
      evaluate: (expression) => evaluate(send, expression),
      async goTo(url) {
        const done = new Promise((settle) => (loaded = () => settle(undefined)));
        await send('Page.navigate', { url });
        await inTime(done, url);
      },
      async within(port, path = '') {
        const { frameTree } = await send('Page.getResourceTree');
        /** @type {(tree: any) => any[]} */
        const below = ({ childFrames = [] }) =>
          childFrames.flatMap((/** @type {any} */ child) => [child, ...below(child)]);
        const found = below(frameTree).find(({ frame }) => isAt(frame.url, port, path));
        const context = contexts.get(found?.frame.id);
        return context === undefined ? undefined : (expression) => evaluate(send, expression, context);
      },
      opened: openedBy(port, script),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
