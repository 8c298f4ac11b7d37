import { connect, until } from './calls.mjs';
import { startProgram } from './program.mjs';
import { isAt, portOf } from './walk.mjs';

// Drives Chromium with its DevTools protocol directly, which existed in version 69: Playwright drives recent versions only.

/** @import { Event, Send } from './calls.mjs' */
/** @import { OpenPage } from './walk.mjs' */

/**
 * Console output that indicates a problem: exceptions, errors, refused requests.
 * @param {Event} event
 */
function complaint({ method, params }) {
  if (method === 'Runtime.exceptionThrown') {
    const { text, exception } = params.exceptionDetails;
    return exception?.description ?? text;
  }
  if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
    return params.args.map((/** @type {any} */ one) => one.value ?? one.description).join(' ');
  if (method === 'Log.entryAdded' && params.entry.level === 'error')
    return `${params.entry.text} ${params.entry.url ?? ''}`;
  return undefined;
}

/**
 * @param {{ executablePath: string, args?: string[], env?: NodeJS.ProcessEnv }} program
 * @returns {OpenPage}
 */
export const chromium =
  ({ executablePath, args = [], env }) =>
  async (script, said) => {
    const own = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-port=0',
      // a document inside the page belongs to its process if it can be inspected
      '--disable-site-isolation-trials',
      '--disable-features=IsolateOrigins,site-per-process',
    ];
    const { found: port, close } = await startProgram(
      executablePath,
      (home) => ({ args: [...own, `--user-data-dir=${home}`, ...args, 'about:blank'], env }),
      /DevTools listening on ws:\/\/[^:]+:(\d+)/,
    );
    /** @type {Map<number, string>} The documents in the page, and the ports that they are from. */
    const documents = new Map();
    /** @type {Set<string>} The loaders of the documents that have been loaded. The first page's own may be late. */
    const loaded = new Set();
    try {
      const send = await connect(await pageOf(port), (event) => {
        const text = complaint(event);
        if (text) said(text);
        const { method, params } = event;
        if (method === 'Page.lifecycleEvent' && params.name === 'load') loaded.add(params.loaderId);
        if (method === 'Runtime.executionContextCreated')
          documents.set(params.context.id, portOf(params.context.origin));
        if (method === 'Runtime.executionContextDestroyed') documents.delete(params.executionContextId);
        if (method === 'Runtime.executionContextsCleared') documents.clear();
      });
      /** @type {(expression: string, contextId?: number) => Promise<any>} */
      const evaluate = (expression, contextId) => evaluateIn(send, expression, contextId);
      for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
      await send('Page.setLifecycleEventsEnabled', { enabled: true });
      await send('Emulation.setDeviceMetricsOverride', {
        width: 360,
        height: 740,
        deviceScaleFactor: 1,
        mobile: true,
      });
      await send('Page.addScriptToEvaluateOnNewDocument', { source: script });
      return {
        close,
        evaluate: (expression) => evaluate(expression),
        slow: (rate) => send('Emulation.setCPUThrottlingRate', { rate }),
        async heap() {
          await send('HeapProfiler.collectGarbage');
          return (await send('Runtime.getHeapUsage')).usedSize;
        },
        async goTo(url) {
          const { loaderId } = await send('Page.navigate', { url });
          await until(async () => loaded.has(loaderId) || undefined, url);
        },
        async within(port, path = '') {
          for (const [id, from] of [...documents].reverse()) {
            if (from !== port) continue;
            /** @type {string} */
            const at = path && (await evaluate('location.pathname', id).catch(() => ''));
            if (at.startsWith(path)) return (expression) => evaluate(expression, id);
          }
          return undefined;
        },
        async opened(from, path) {
          const found = (await pagesOf(port)).find(({ url }) => isAt(url, from, path));
          if (!found) return undefined;
          const inWindow = await connect(found.webSocketDebuggerUrl, () => {});
          await inWindow('Runtime.evaluate', { expression: script });
          return (expression) => evaluateIn(inWindow, expression);
        },
      };
    } catch (error) {
      await close();
      throw error;
    }
  };

/**
 * The debugging address of the browser's page, once there is one.
 * @param {string} port
 */
const pageOf = (port) => until(async () => (await pagesOf(port))[0]?.webSocketDebuggerUrl, 'The first page');

/**
 * The browser's pages.
 * @param {string} port
 * @returns {Promise<{ url: string, webSocketDebuggerUrl: string }[]>}
 */
async function pagesOf(port) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  return targets.filter((/** @type {{ type: string }} */ { type }) => type === 'page');
}

/**
 * The value of an expression, after its promise has settled. Presses in it count as the member's own, as windows need.
 * @param {Send} send
 * @param {string} expression
 * @param {number} [contextId]
 */
async function evaluateIn(send, expression, contextId) {
  const how = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
  const { result, exceptionDetails } = await send(
    'Runtime.evaluate',
    contextId ? { ...how, contextId } : how,
  );
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
