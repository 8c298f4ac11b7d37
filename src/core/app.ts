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

/** Navigation between screens. A page implements it with the history and addresses; an embed in memory. */
export interface Nav {
  go<S extends AnyRoute>(screen: S, params: Props<S>, how?: { replace?: boolean }): void;
  /** Goes to the previous screen; to `otherwise` if there is none (a link from outside). */
  back(otherwise?: OpenRoute): void;
  /** Whether there is a previous screen; not after a sign-out, whose screen has none behind it. */
  canBack(): boolean;
  /** Spread onto an `<a>`. `hidden`: the link is useless in the current state. */
  link<S extends AnyRoute>(
    screen: S,
    params: Props<S>,
  ): { href: string; hidden?: boolean; onClick?(event: { preventDefault(): void }): void };
  /** Goes to an address of ours as text (`fromUrl`): `/pages/mine/balance?x=1`. Any other address leads to the first screen. */
  open(url: string, how?: { replace?: boolean }): void;
}

/**
 * The environment of a screen. Created once by the entry point (a page, an embed, a test) and never changed afterwards; everything that
 * changes is a signal, most of them in `state`.
 */
export interface App {
  readonly platform: Platform;
  readonly state: State;
  readonly i18n: I18n;
  readonly t: I18n['t'];
  readonly send: Send;
  readonly wire: Wire;
  /** Uploads files, which `send` cannot. */
  readonly upload: UploadFile;
  /** The plain helper of spec §7, if the deployment has its own services. */
  service?(): Promise<Plain>;
  /** Files whose upload the end of a session interrupted, by member, screen and field (`useUnsentFiles`). */
  readonly unsent: Map<string, readonly File[]>;
  /** Requests that are not calls: files, and services beside the gateway. */
  readonly open: Open;
  /**
   * Handles a 510 (spec §8) of requests that do not use `send`. Takes the rejected token. Resolves with true if there is a newer token,
   * so that the request can be repeated.
   */
  expired(token: string): Promise<boolean>;
  readonly queries: Queries;
  readonly session: Session;
  /** Refreshes the stored data of the member. Returns the failure, if any; never rejects. */
  renew(): Promise<Failure | undefined>;
  readonly loading: Loading;
  readonly toasts: Toasts;
  readonly dialogs: Dialogs;
  readonly nav: Nav;
  /** Loads a part of a screen, or the rules of its form, with its code and messages, on first use. Undefined if the download failed. */
  bring(part: AnyRoute): Promise<ScreenComponent | undefined>;
  /**
   * Calls back when pull-to-refresh is available, which is after the first screen. Returns the function that unsubscribes. Not in an
   * embed, where the page handles pulling.
   */
  onPull?(attach: (pull: Pull) => void): () => void;
  /**
   * Calls back when the code that windows long lists has been loaded; until then all rows are shown. Returns the function that
   * unsubscribes.
   */
  onLongList?(attach: (create: CreateRowsWindow) => void): () => void;
}

/** Makes the last element of `area` follow a finger that pulls it down, and refreshes if it was pulled far enough. */
export type Pull = (what: { area: HTMLElement; isBusy(): boolean; refresh(): Promise<void> }) => void;

const Context = createContext<App | undefined>(undefined);

/**
 * Components that use the app are rendered again when the language changes: the context then contains a new object with the same parts.
 */
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
