import { readFileSync } from 'node:fs';
import md5 from 'blueimp-md5';
import { Window } from 'happy-dom';
import { createRoot } from 'react-dom/client';
import type { UserInfo } from '../../src/contract/member/auth';
import { exchangeRate } from '../../src/contract/money/wallet';
import type { Call } from '../../src/contract/wire/call';
import { type Locale, locales } from '../../src/contract/wire/locale';
import { type App, AppProvider, type Nav } from '../../src/core/app';
import { createLoading } from '../../src/core/data/loading';
import { createQueries } from '../../src/core/data/query';
import { createRecalled } from '../../src/core/data/recalled';
import { createDialogs } from '../../src/core/dialogs';
import type { Wire } from '../../src/core/http/answer';
import { ask, open, post } from '../../src/core/http/http';
import { withRequestKey } from '../../src/core/http/keyed-send';
import { createSend } from '../../src/core/http/send';
import createUpload from '../../src/core/http/upload';
import { type Props, pathOf, type Route } from '../../src/core/navigation/route';
import type { ScreenComponent } from '../../src/core/navigation/screen';
import type { Platform } from '../../src/core/platform';
import { createRenew, withMember } from '../../src/core/session/renew';
import { createSession } from '../../src/core/session/session';
import { createState } from '../../src/core/state';
import { bundleOf, createI18n } from '../../src/core/text/i18n';
import { createToasts } from '../../src/core/toasts';
import { memoryStore } from '../../src/platform/browser/store';
import { Dialogs } from '../../src/ui/feedback/dialog';
import { Toast } from '../../src/ui/feedback/toast';
import { BarContext } from '../../src/ui/layout/bar';
import { screenOf } from './screens';

/** The simulated server's response: an answer, a refusal with its message, or no connection. */
type Said<O> = O | Refusal | 'offline';
type Answer<I, O> = Said<O> | ((input: I) => Said<O> | Promise<Said<O>>);
export class Refusal {
  /** `body`: what comes with the words, such as `problems`. */
  constructor(
    readonly message: string,
    readonly body: object = {},
    readonly code = '500',
  ) {}
}
interface Reply {
  path: string;
  answer: Answer<any, any>;
}
/** The type of the call decides what may be answered. The first reply to a path counts. */
export const reply = <I, O>(call: Call<I, O>, answer: Answer<I, O>): Reply => ({ path: call.path, answer });

/** Amounts are shown beside yuan only in tests that give a rate. */
const noRate: Reply[] = [reply(exchangeRate, {})];

export const member: UserInfo = {
  userId: 'u1',
  username: 'dana',
  nickname: 'Dana Demo',
  phone: '138****8000',
  examineState: 1,
  country: 'intl',
  teamLeader: false,
  inviteCode: 'DEMO2026',
};

interface Options {
  who?: UserInfo;
  platform?: Partial<Platform>;
  /** A screen to which nothing leads, because the token of an embed lacks its scope. */
  barred?: Route<any, any>;
  /** Languages whose messages cannot be loaded. */
  without?: Locale[];
  /** The response to requests for files. */
  open?: App['open'];
  /** The response to files that are sent. */
  upload?: App['upload'];
  /** Fills the cache before the screen opens, as a page does with the answers to its first calls. */
  fill?(queries: App['queries']): void;
}

/** Opens one screen as a signed-in member would find it, before a server that knows only these replies. */
export async function visit<S extends Route<any, any>>(
  screen: S,
  params: Props<S>,
  replies: Reply[],
  {
    who = member,
    platform: own = {},
    barred,
    without = [],
    open: openFile = open,
    upload,
    fill,
  }: Options = {},
) {
  const window = new Window({ url: 'http://app.test' });
  Object.assign(globalThis, {
    window,
    document: window.document,
    HTMLElement: window.HTMLElement,
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
  });
  const body = window.document.body as unknown as HTMLElement;

  const sent: { path: string; input: any }[] = [];
  const server = async (request: Request) => {
    const path = request.url.split('/api/')[1]!;
    const input = JSON.parse(await request.text()).body.data;
    sent.push({ path, input });
    const found = replies.find((one) => one.path === path) ?? noRate.find((one) => one.path === path);
    if (!found) throw new Error(`No reply for ${path}`);
    const answer = await (typeof found.answer === 'function' ? found.answer(input) : found.answer);
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    const refused = answer instanceof Refusal;
    const header = { res_code: refused ? answer.code : '1', message: refused ? answer.message : 'Done' };
    return new Response(JSON.stringify({ header, body: refused ? answer.body : answer }));
  };

  const platform: Platform = {
    name: 'browser',
    appid: 'h5',
    local: memoryStore(),
    tab: memoryStore(),
    language: 'en',
    pay: async () => 'unknown',
    leave() {},
    onShow: () => () => {},
    isOnline: () => true,
    isShown: () => true,
    onOnline: () => () => {},
    ...own,
  };
  const state = createState(platform);
  const session = createSession(platform, state);
  session.signIn({ token: 't1', userInfo: who });
  const i18n = createI18n(locales, 'en', async (locale, bundle) => {
    if (without.includes(locale)) throw new Error('offline');
    return JSON.parse(readFileSync(`i18n/${locale}/${bundle}.json`, 'utf8'));
  });
  let at = pathOf(screen, params as Record<string, string>);
  const nav: Nav = {
    go: (to, given) => {
      at = pathOf(to, given as Record<string, string>);
    },
    back: (otherwise) => {
      if (otherwise) at = pathOf(otherwise, {});
    },
    canBack: () => true,
    link: (to, given) => ({
      href: `#${pathOf(to, given as Record<string, string>)}`,
      ...(barred?.path === to.path && { hidden: true }),
    }),
    open: (url) => {
      at = url;
    },
  };
  const wire: Wire = {
    base: 'http://app.test/api',
    secret: 's',
    appid: 'h5',
    identity: () => ({ token: session.token.peek(), userId: session.userInfo.peek()?.userId ?? '' }),
    language: () => locales[i18n.locale.peek()].header,
    clock: { ahead: 0 },
    md5,
    fetch: server as typeof fetch,
    local: platform.local,
  };
  const [loading, toasts, dialogs] = [createLoading(state), createToasts(), createDialogs()];
  const queries = createQueries(state, createRecalled(platform.local, () => wire.identity().userId).fill);
  fill?.(queries);
  const asking = createSend({ wire, ask, loading, toasts, queries, t: i18n.t, expired() {} });
  const send = withMember(withRequestKey(asking), session);
  const app: App = {
    platform,
    state,
    i18n,
    t: i18n.t,
    send,
    wire,
    upload: upload ?? ((file, how) => createUpload(app, post)(file, how)),
    unsent: new Map(),
    open: openFile,
    expired: async () => false,
    queries,
    session,
    renew: createRenew(send),
    loading,
    toasts,
    dialogs,
    nav,
    async bring(part) {
      await Promise.all([bundleOf(part.title), ...part.also].map(i18n.ready));
      return (await screenOf(part).load()).default as ScreenComponent;
    },
  };

  const loaded = await screenOf(screen).load();
  await Promise.all(['common' as const, bundleOf(screen.title), ...screen.also].map(i18n.ready));
  const Component = loaded.default as ScreenComponent;
  const root = createRoot(body);
  root.render(
    <AppProvider value={app}>
      <BarContext.Provider value={screen.bare ? { title: i18n.t(screen.title) } : undefined}>
        <Component {...(params as Record<string, string>)} />
      </BarContext.Provider>
      <Toast />
      <Dialogs />
    </AppProvider>,
  );

  const until = async <T,>(what: string, found: () => T | undefined | false): Promise<T> => {
    for (let tries = 0; tries < 1000; tries++) {
      const value = found();
      if (value) return value;
      await new Promise((turn) => setTimeout(turn, 10));
    }
    throw new Error(`Waited in vain for ${what}, in: ${text()}`);
  };
  const text = () => (body.textContent ?? '').replace(/\s+/g, ' ');
  const name = (one: Element) => one.getAttribute('aria-label') ?? one.textContent ?? '';

  return {
    app,
    sent,
    /** Inputs of the calls to this path so far. */
    asked: (call: Call) => sent.filter(({ path }) => path === call.path).map(({ input }) => input),
    at: () => at,
    text,
    body,
    until,
    sees: (words: string) => until(`"${words}"`, () => text().includes(words)),
    losesSight: (words: string) => until(`"${words}" to go`, () => !text().includes(words)),
    /** Presses what is called so, once it can be pressed; the last of that name, which is the one on top. */
    async tap(called: string) {
      const find = () =>
        [...body.querySelectorAll('button:not([aria-disabled]), a')]
          .filter((one) => name(one).trim() === called)
          .pop();
      const found = await until(`something called "${called}"`, find);
      found.dispatchEvent(
        new window.MouseEvent('click', { bubbles: true, cancelable: true }) as unknown as Event,
      );
    },
    /** Chooses an option of a list, once it can be chosen; both by what they are called. */
    async choose(called: string, option: string) {
      const find = () =>
        [...body.querySelectorAll('select:not([disabled])')].find((one) => name(one) === called) as
          | HTMLSelectElement
          | undefined;
      const list = await until(`a list called "${called}"`, find);
      const chosen = [...list.options].find(({ text }) => text === option);
      if (!chosen) throw new Error(`"${called}" has no "${option}"`);
      list.value = chosen.value;
      list.dispatchEvent(new window.Event('change', { bubbles: true }) as unknown as Event);
    },
    close: () => root.unmount(),
  };
}
