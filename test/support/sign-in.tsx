import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { createRoot } from 'react-dom/client';
import * as calls from '../../src/contract/member/auth';
import type { Call } from '../../src/contract/wire/call';
import { type Locale, locales } from '../../src/contract/wire/locale';
import { type App, AppProvider, type Nav } from '../../src/core/app';
import { createLoading } from '../../src/core/data/loading';
import { createQueries } from '../../src/core/data/query';
import { createDialogs } from '../../src/core/dialogs';
import type { Refused, Send } from '../../src/core/http/answer';
import { Failure } from '../../src/core/http/failure';
import { type Props, pathOf, type Route } from '../../src/core/navigation/route';
import type { ScreenComponent } from '../../src/core/navigation/screen';
import { withMember } from '../../src/core/session/renew';
import { createSession } from '../../src/core/session/session';
import { createState } from '../../src/core/state';
import { bundleOf, createI18n } from '../../src/core/text/i18n';
import { createToasts } from '../../src/core/toasts';
import { memoryStore } from '../../src/platform/browser/store';
import { Dialogs } from '../../src/ui/feedback/dialog';
import { Toast } from '../../src/ui/feedback/toast';
import { screenOf } from './screens';

interface Reply {
  path: string;
  answer: unknown;
}
/** The type of the call decides what may be answered; the first reply to a call that is left counts, the last stays. */
export const reply = <I, O>(call: Call<I, O>, answer: O | Failure | Promise<O>): Reply => ({
  path: call.path,
  answer,
});
export const refusal = (call: Call, refused: Partial<Refused> & object): Reply => ({
  path: call.path,
  answer: { res_code: '500', message: '', ...refused },
});

export const member: calls.UserInfo = {
  userId: 'u1',
  username: 'dana',
  nickname: 'Dana Demo',
  phone: '138****8000',
  examineState: 1,
  country: 'intl',
  teamLeader: false,
  inviteCode: 'DEMO2026',
};
export const signedIn: calls.SignedIn = { token: 't2', userInfo: member };

interface Options {
  who?: calls.UserInfo;
  locale?: Locale;
  tab?: ReturnType<typeof memoryStore>;
  platform?: Partial<App['platform']>;
}

/** Opens one screen for somebody who is signed out, unless said otherwise, with a server that knows only these replies. */
export async function visit<S extends Route<any, any>>(
  screen: S,
  params: Props<S>,
  replies: Reply[],
  { who, locale = 'en', tab = memoryStore(), platform: own = {} }: Options = {},
) {
  const window = new Window({ url: 'http://app.test' });
  Object.assign(globalThis, {
    window,
    document: window.document,
    HTMLElement: window.HTMLElement,
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
  });
  const body = window.document.body as unknown as HTMLElement;
  const left: string[] = [];
  const platform: App['platform'] = {
    name: 'browser',
    appid: 'h5',
    local: memoryStore(),
    tab,
    language: 'en',
    pay: async () => 'unknown',
    leave: (url) => void left.push(url),
    onShow: () => () => {},
    isOnline: () => true,
    isShown: () => true,
    onOnline: () => () => {},
    ...own,
  };
  const state = createState(platform);
  const known = createSession(platform, state);
  if (who) known.signIn({ token: 't1', userInfo: who });
  const i18n = createI18n(locales, locale, async (language, bundle) =>
    JSON.parse(readFileSync(`i18n/${language}/${bundle}.json`, 'utf8')),
  );
  const sent: { path: string; input: any }[] = [];
  const send: Send = async (call, input) => {
    sent.push({ path: call.path, input });
    const mine = replies.filter(({ path }) => path === call.path);
    if (!mine[0]) throw new Error(`No reply for ${call.path}`);
    if (mine[1]) replies.splice(replies.indexOf(mine[0]), 1);
    const answer = await mine[0].answer;
    if (answer instanceof Failure) throw answer;
    return { res_code: '1', message: 'Done', ...(answer as object) } as any;
  };
  let at = 'here';
  const nav: Nav = {
    go: (to, given) => {
      at = pathOf(to, given as Record<string, string>);
      if (to.path === screen.path) setTimeout(() => show(given as Record<string, string>)); // not while it renders
    },
    canBack: () => true,
    back: () => {
      at = 'back';
    },
    link: (to, given) => ({ href: `#${pathOf(to, given as Record<string, string>)}` }),
    open: (url) => {
      at = url;
    },
  };
  const app: App = {
    platform,
    state,
    i18n,
    t: i18n.t,
    send: withMember(send, known),
    wire: {} as App['wire'],
    upload: () => Promise.reject(new Error('Nothing is uploaded here')),
    unsent: new Map(),
    open: () => Promise.reject(new Error('Nothing is fetched here')),
    expired: async () => false,
    queries: createQueries(state),
    session: known,
    renew: async () => undefined,
    loading: createLoading(state),
    toasts: createToasts(),
    dialogs: createDialogs(),
    bring: async (part) => (await screenOf(part).load()).default as ScreenComponent,
    nav,
  };
  const loaded = await screenOf(screen).load();
  await Promise.all(['common' as const, bundleOf(screen.title), ...screen.also].map(i18n.ready));
  const Component = loaded.default as ScreenComponent;
  const root = createRoot(body);
  const show = (given: Record<string, string>) =>
    root.render(
      <AppProvider value={app}>
        <Component {...given} />
        <Toast />
        <Dialogs />
      </AppProvider>,
    );
  show(params as Record<string, string>);

  const text = () => (body.textContent ?? '').replace(/\s+/g, ' ');
  const until = async <T,>(what: string, found: () => T | undefined | null | false): Promise<T> => {
    for (let tries = 0; tries < 1000; tries++) {
      const value = found();
      if (value) return value;
      await new Promise((turn) => setTimeout(turn, 5));
    }
    throw new Error(`Waited in vain for ${what}, in: ${text()}`);
  };
  const fire = (target: Element, type: string) =>
    target.dispatchEvent(new window.Event(type, { bubbles: true, cancelable: true }) as unknown as Event);
  const field = (label: string) =>
    until(`a field "${label}"`, () => {
      const found = [...body.querySelectorAll('label')].find((one) => one.textContent!.startsWith(label));
      return found && body.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`);
    });
  const settle = () => new Promise((turn) => setTimeout(turn, 30));
  return {
    app,
    left,
    text,
    until,
    field,
    at: () => at,
    asked: (call: Call) => sent.filter(({ path }) => path === call.path).map(({ input }) => input),
    sees: (words: string) => until(`"${words}"`, () => text().includes(words)),
    async type(label: string, value: string) {
      const input = await field(label);
      input.value = value;
      fire(input, 'input');
      await settle();
    },
    async agree() {
      const box = body.querySelector<HTMLInputElement>('input[type=checkbox]')!;
      box.checked = true;
      fire(box, 'change');
      await settle();
    },
    async submit() {
      fire(body.querySelector('form')!, 'submit');
      await settle();
    },
    /** Presses what is called so, once it can be pressed. */
    async tap(called: string) {
      const name = (one: Element) => one.getAttribute('aria-label') ?? one.textContent!;
      const found = () =>
        [...body.querySelectorAll('button:not([aria-disabled]), a')]
          .filter((one) => name(one).trim() === called)
          .pop();
      fire(await until(`something called "${called}"`, found), 'click');
      await settle();
    },
    close: () => root.unmount(),
  };
}
type Visit = Awaited<ReturnType<typeof visit>>;

export const picture = reply(calls.randomCode, { id: 'r1', image: 'data:image/png;base64,AA==' });
export const another = reply(calls.randomCode, { id: 'r2', image: 'data:image/png;base64,BB==' });
export const codeSent = reply(calls.sendCode, { wait: 60 });

export const fill = async (screen: Visit, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await screen.type(label, value);
};
export const credentials = { Username: 'dana@example.com', Password: 'cloud2026' };
/** The inputs of the two steps of a new account. */
export const newcomer = { Username: 'dana', 'Phone or email': '13800138000', 'Verification code': '123456' };
const newPassword = { Password: 'cloud2026', 'Confirm password': 'cloud2026' };
/** Fills in the first step and goes on to the second. */
export const begin = async (screen: Visit) => {
  await fill(screen, newcomer);
  await screen.submit();
  await fill(screen, newPassword);
};
