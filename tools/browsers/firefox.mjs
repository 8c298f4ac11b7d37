import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from './calls.mjs';
import { startProgram } from './program.mjs';
import { portOf } from './walk.mjs';

// Drives Firefox with its built-in WebDriver BiDi, so that neither geckodriver, which Debian 12 lacks, nor a package is needed for the
// seven commands used here.

/** @import { Event } from './calls.mjs' */
/** @import { OpenPage } from './walk.mjs' */

const program = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find(existsSync);

/** The packages to install if it is missing. */
export const firefoxLacks = program ? undefined : 'firefox-esr';

/**
 * Console output that indicates a problem. Firefox does not log failed requests, so network events are observed as well; a request that
 * the page itself aborted is ignored.
 * @param {Event} event
 */
function complaint({ method, params }) {
  if (method === 'log.entryAdded' && params.level === 'error')
    return `${params.text} ${params.stackTrace?.callFrames[0]?.url ?? ''}`;
  if (method === 'network.responseCompleted' && params.response.status >= 400)
    return `${params.response.status} ${params.request.url}`;
  if (method === 'network.fetchError' && params.errorText !== 'NS_BINDING_ABORTED')
    return `${params.errorText} ${params.request.url}`;
  return undefined;
}

/** @type {OpenPage} */
export async function firefox(script, said) {
  const { found: address, close } = await startProgram(
    program ?? '',
    (home) => {
      writeFileSync(join(home, 'user.js'), `user_pref('ui.useOverlayScrollbars', 1);`); // as on a phone, they take no space
      return {
        args: ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port=0', 'about:blank'],
      };
    },
    /WebDriver BiDi listening on (\S+)/,
  );
  try {
    const send = await connect(`${address}/session`, (event) => {
      const text = complaint(event);
      if (text) said(text);
    });
    await send('session.new', { capabilities: {} });
    await send('session.subscribe', {
      events: ['log.entryAdded', 'network.responseCompleted', 'network.fetchError'],
    });
    const { contexts } = await send('browsingContext.getTree', {});
    const page = contexts[0].context;
    await send('browsingContext.setViewport', { context: page, viewport: { width: 360, height: 740 } });
    await send('script.addPreloadScript', {
      functionDeclaration: `() => { ${script}; window.inPage = inPage }`,
    });
    /** @type {(expression: string, context?: string) => Promise<any>} */
    const evaluate = async (expression, context = page) => {
      // as JSON, because BiDi has its own format of values
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        awaitPromise: true,
        target: { context },
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value && JSON.parse(result.value);
    };
    return {
      close,
      evaluate: (expression) => evaluate(expression),
      goTo: (url) => send('browsingContext.navigate', { context: page, url, wait: 'complete' }),
      async within(port, path = '') {
        const tree = await send('browsingContext.getTree', { root: page });
        /** @type {{ context: string, url: string }[]} */
        const documents = tree.contexts[0].children;
        const found = documents.find(
          ({ url }) => portOf(url) === port && new URL(url).pathname.startsWith(path),
        );
        return found && ((expression) => evaluate(expression, found.context));
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
