import md5 from 'blueimp-md5';
import { Window } from 'happy-dom';
import { render as mount } from 'preact';
import { act } from 'preact/test-utils';
import type { ReactNode } from 'react';
import common from '../../../i18n/en/common.json';
import form from '../../../i18n/en/form.json';
import { locales } from '../../../src/contract/wire/locale';
import { type App, AppProvider } from '../../../src/core/app';
import { createLoading } from '../../../src/core/data/loading';
import { createQueries } from '../../../src/core/data/query';
import { createDialogs } from '../../../src/core/dialogs';
import type { Send } from '../../../src/core/http/answer';
import { open as openFile, post } from '../../../src/core/http/http';
import createUpload from '../../../src/core/http/upload';
import type { ScreenComponent } from '../../../src/core/navigation/screen';
import type { Platform } from '../../../src/core/platform';
import { createSession } from '../../../src/core/session/session';
import { createState } from '../../../src/core/state';
import { createI18n } from '../../../src/core/text/i18n';
import { createToasts } from '../../../src/core/toasts';
import { memoryStore } from '../../../src/platform/browser/store';
import { createRowsWindow } from '../../../src/ui/layout/rows-window';
import { screenOf } from '../../support/screens';

const window = new Window({ url: 'http://phone.test/' });
const { setInterval: every } = globalThis;
/** The globals of a browser for an app; the previous file in the process may have left others. */
const globals = {
  window,
  document: window.document,
  HTMLElement: window.HTMLElement,
  SVGElement: window.SVGElement,
  Event: window.Event,
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
  // what a screen repeats ends with its page; here it must not keep the process
  setInterval: (...args: Parameters<typeof every>) => every(...args).unref(),
};
export const { document } = window as unknown as { document: Document };

/** An app whose server answers what `send` says. */
export async function createApp(send: Send): Promise<App> {
  Object.assign(globalThis, globals);
  const platform = {
    local: memoryStore(),
    tab: memoryStore(),
    isOnline: () => true,
    isShown: () => true,
    onOnline: () => () => {},
    onShow: () => () => {},
  } as unknown as Platform;
  const state = createState(platform);
  const i18n = createI18n(locales, 'en', async (_, bundle) => (bundle === 'form' ? form : common));
  await Promise.all([i18n.ready('common'), i18n.ready('form')]);
  const app: App = {
    platform,
    state,
    i18n,
    t: i18n.t,
    send,
    wire: {
      base: 'http://gateway.test',
      secret: 'secret',
      appid: 'h5',
      identity: () => ({ token: 'token', userId: 'member' }),
      language: () => 'en_US',
      clock: { ahead: 0 },
      md5,
    },
    upload: (file, how) => createUpload(app, post)(file, how),
    unsent: new Map(),
    open: openFile,
    expired: async () => false,
    queries: createQueries(state),
    session: createSession(platform, state),
    renew: async () => undefined,
    loading: createLoading(state),
    toasts: createToasts(),
    dialogs: createDialogs(),
    bring: async (part) => (await screenOf(part).load()).default as ScreenComponent,
    onLongList(attach) {
      attach(createRowsWindow);
      return () => {};
    },
    nav: { go() {}, back() {}, canBack: () => true, link: () => ({ href: '#/' }), open() {} },
  };
  return app;
}

const refuse: Send = async () => ({ res_code: '500', message: 'refused' });

/** Shows `screen` as the whole page, in an app of which some parts may be the test's own, or which `prepare` changes before. */
export async function open(
  screen: ReactNode,
  send: Send = refuse,
  parts: Partial<App> = {},
  prepare: (app: App) => void = () => {},
): Promise<App> {
  const app = Object.assign(await createApp(send), parts);
  prepare(app);
  document.body.innerHTML = '<div></div>';
  act(() =>
    mount(<AppProvider value={app}>{screen as never}</AppProvider>, document.body.firstElementChild!),
  );
  return app;
}

export const one = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`There is no ${selector} in ${document.body.innerHTML}`);
  return found;
};

/** The button that says `words`, or is labelled so. */
export const button = (words: string): HTMLButtonElement => {
  const all = [...document.querySelectorAll('button')];
  const found = all.find((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(words));
  if (!found) throw new Error(`No button says ${words} in ${document.body.innerHTML}`);
  return found;
};

export const press = (element: HTMLElement) => act(async () => element.click());

export const type = (field: HTMLInputElement, text: string) =>
  act(() => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

export const submit = () =>
  act(async () => void one('form').dispatchEvent(new Event('submit', { cancelable: true })));

/** Waits until `fact` holds; 5 s is never. */
export async function until(fact: () => boolean): Promise<void> {
  const end = Date.now() + 5000;
  while (!fact()) {
    if (Date.now() > end) throw new Error(`It never came: ${fact} in ${document.body.innerHTML}`);
    await act(() => new Promise<void>((settle) => setTimeout(settle, 20)));
  }
}
