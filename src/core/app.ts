import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import type { Loading } from './data/loading';
import type { Queries } from './data/query';
import type { CreateRowsWindow } from './data/rows-window';
import type { Dialogs } from './dialogs';
import type { Send, Wire } from './http/answer';
import type { Open, Plain } from './http/client';
import type { Failure } from './http/failure';
import type { UploadFile } from './http/uploading';
import type { AnyRoute, OpenRoute, Props } from './navigation/route';
import type { ScreenComponent } from './navigation/screen';
import type { Platform } from './platform';
import type { Session } from './session/session';
import type { State } from './state';
import type { I18n } from './text/i18n';
import type { Toasts } from './toasts';

/** Moving between screens. A page has one made of history and addresses; an embed has one made of memory. */
export interface Nav {
  go<S extends AnyRoute>(screen: S, params: Props<S>, how?: { replace?: boolean }): void;
  /** To the screen before; to `otherwise` when there is none (a link from outside). */
  back(otherwise?: OpenRoute): void;
  /** Whether there is anything to go back to: nothing behind the screen that somebody signed out has landed on. */
  canBack(): boolean;
  /** Spread onto an `<a>`. `hidden`: there is nothing to be done there, as things are. */
  link<S extends AnyRoute>(
    screen: S,
    params: Props<S>,
  ): { href: string; hidden?: boolean; onClick?(event: { preventDefault(): void }): void };
  /** To an address of ours as text (`fromUrl`): `/pages/mine/balance?x=1`. Anything else leads to the first screen. */
  open(url: string, how?: { replace?: boolean }): void;
}

/**
 * The outside world, as a screen sees it. Made once by whoever starts us (a page, an embed, a test) and never changed
 * afterwards; anything that does change is a signal, most of them in `state`.
 */
export interface App {
  readonly platform: Platform;
  readonly state: State;
  readonly i18n: I18n;
  readonly t: I18n['t'];
  readonly send: Send;
  readonly wire: Wire;
  /** Sends files, which do not go through `send`. */
  readonly upload: UploadFile;
  /** The plain helper of spec §7, where the deployment has services of its own. */
  service?(): Promise<Plain>;
  /** Files that the end of a session kept from being sent, by member, screen and field (`useUnsentFiles`). */
  readonly unsent: Map<string, readonly File[]>;
  /** Requests of what is no call: files, and services beside the gateway. */
  readonly open: Open;
  /**
   * What follows a 510 (spec §8), for what does not go through `send`. Takes the token that was refused. Resolves with true when there is
   * another one by now, so that it can be sent again.
   */
  expired(token: string): Promise<boolean>;
  readonly queries: Queries;
  readonly session: Session;
  /** Asks who the member is by now, for what was kept of them may be old. Answers why that is not known; never rejects. */
  renew(): Promise<Failure | undefined>;
  readonly loading: Loading;
  readonly toasts: Toasts;
  readonly dialogs: Dialogs;
  readonly nav: Nav;
  /** What a part of a screen renders, or the rules of its form; its code and words come when it is first asked for. Undefined when they could not be loaded. */
  bring(part: AnyRoute): Promise<ScreenComponent | undefined>;
  /** Calls back once pulling can be attended to, which the first screen does without at first. Answers how to stop. Not in an embed, where it is the page's. */
  onPull?(attach: (pull: Pull) => void): () => void;
  /** Calls back with what long lists leave rows out by, once it is here; all their rows are shown until then. Answers how to stop. */
  onLongList?(attach: (create: CreateRowsWindow) => void): () => void;
}

/** Has the last of what is in `area` follow the finger that pulls it down, and refreshes when it has gone far enough. */
export type Pull = (what: { area: HTMLElement; isBusy(): boolean; refresh(): Promise<void> }) => void;

const Context = createContext<App | undefined>(undefined);

/** Whoever uses the app is rendered again when the language changes: then it is another object with the same parts. */
export function AppProvider({ value, children }: { value: App; children?: ReactNode }) {
  const locale = value.i18n.locale.value;
  const app = useMemo(() => ({ ...value }), [value, locale]);
  return createElement(Context.Provider, { value: app }, children);
}

export function useApp(): App {
  const app = useContext(Context);
  if (!app) throw new Error('A screen was rendered outside <AppProvider>.');
  return app;
}
