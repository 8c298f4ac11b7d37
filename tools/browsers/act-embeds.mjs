import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { runModule } from '../build/run-module.mjs';
import { embedActions } from './embed-actions.mjs';

/** @import { Evaluate, OpenPage } from './walk.mjs' */
/** @import { Step } from './embed-actions.mjs' */

/** Milliseconds to wait for a document in the page. */
const patience = 15_000;

/** @typedef {{ url: string, port: number, secret: string, password: string, member(): string, order(member: string): Promise<unknown>, stream(member: string): Promise<unknown> }} Where */

/**
 * A partner's page with any feature in any mode, and its token endpoint: `/?feature=…&mode=…&member=…`.
 * @param {Where} where
 */
async function openShop({ url, port, secret }) {
  const { mintToken } = await runModule({}, 'src/partner/mint.ts');
  const origin = `http://localhost:${port}`;
  let member = '';
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    if (pathname === '/token') {
      let body = '';
      for await (const part of request) body += part;
      const { feature } = JSON.parse(body);
      const account = { gateway: url, id: 'p_host0', secret };
      const token = await mintToken(account, { member, feature, scopes: 'all', origin });
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
    }
    const of = (/** @type {string} */ name) => searchParams.get(name) ?? '';
    member = of('member');
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><h1>Shop</h1><cloudphone-${of('feature')} partner="p_host0" token-endpoint="/token" loading="eager" mode="${of('mode')}"></cloudphone-${of('feature')}><script type="module" src="${url}/v1/embed.js"></script></html>`,
      );
  });
  await new Promise((settle) => server.listen(port, '::', () => settle(undefined)));
  return {
    origin,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Performs every action in both modes to its end, in one engine. Returns the problems by action and mode.
 * @param {OpenPage} openPage
 * @param {string} script
 * @param {Where} where
 * @param {(action: string, mode: string, problem: string | undefined) => void} done
 * @param {string[]} [only]
 */
export async function actInEmbeds(openPage, script, where, done, only = Object.keys(embedActions)) {
  const shop = await openShop(where);
  /** @type {string[]} */
  let complaints = [];
  const page = await openPage(script, (text) => complaints.push(text));
  const gateway = new URL(where.url).port;
  /** @param {() => Promise<Evaluate | undefined>} look @param {string} path @returns {Promise<Evaluate>} */
  const soon = async (look, path) => {
    for (const began = Date.now(); Date.now() - began < patience; ) {
      const found = await look();
      if (found) return found;
      await new Promise((rest) => setTimeout(rest, 50));
    }
    throw new Error(`no document ${path} came`);
  };
  /** @param {string} path */
  const documentAt = (path) => soon(() => page.within(gateway, path), path);
  /** A document may go as soon as the press has been answered. @param {unknown} error */
  const unlessGone = (error) => {
    if (!/destroyed|context|target|nothing for|has gone|injected script/i.test(String(error))) throw error;
  };
  /** @param {Evaluate} evaluate @param {[string, ...(string | number)[]]} step */
  const act = (evaluate, [name, ...args]) =>
    evaluate(`inPage.${name}(${args.map((one) => JSON.stringify(one)).join()}).then(() => 0)`);
  /** @param {Step} step @param {string} mode */
  const perform = async (step, mode) => {
    if ('page' in step) return act(page.evaluate, step.page);
    if ('secure' in step) {
      const secure = await documentAt('/secure/');
      if (step.number) await act(secure, ['type', '#number', step.number]);
      await act(secure, ['press', 'Continue']);
      await act(secure, ['type', '#password', where.password]);
      return act(secure, ['pressFirst', '#confirm:not([disabled])']).catch(unlessGone);
    }
    if ('opened' in step) {
      const opened = await soon(async () => page.opened?.(gateway, step.opened), step.opened);
      return act(opened, step.act).catch(unlessGone);
    }
    const evaluate = mode === 'iframe' ? await documentAt('/frame/') : page.evaluate;
    return act(evaluate, step);
  };
  const modes = /** @type {const} */ (['shadow', 'iframe']);
  const members = { shadow: where.member(), iframe: where.member() };
  try {
    for (const name of only)
      for (const mode of modes) {
        const [feature] = name.split(',');
        const member = members[mode];
        if (feature === 'orders') await where.order(member);
        if (feature === 'screen') await where.stream(member);
        /** @type {string | undefined} */
        let problem;
        try {
          await page.goTo('about:blank');
          complaints = []; // the engine may report those of the previous document late
          await page.goTo(`${shop.origin}/?feature=${feature}&mode=${mode}&member=${member}&${randomUUID()}`);
          for (const [at, step] of (embedActions[name]?.() ?? []).entries())
            await perform(step, mode).catch((error) => {
              throw new Error(`step ${at + 1}: ${error.message ?? error}`);
            });
          if (new URL(await page.evaluate('location.href')).origin !== shop.origin)
            problem = 'the page was taken away';
          problem ??= complaints.find((text) => !/^Unrecognized Content-Security-Policy/.test(text));
        } catch (error) {
          const secure = await page.within(gateway, '/secure/').catch(() => undefined);
          const asks = await secure?.('document.body.innerText').catch(() => '');
          problem = [String(/** @type {Error} */ (error).message), ...complaints, asks]
            .filter(Boolean)
            .join(' | ');
        }
        done(name, mode, problem);
      }
  } finally {
    await page.close();
    shop.close();
  }
}
