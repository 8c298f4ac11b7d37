import type { EmbedFeature } from '../contract/embed';
import type { Bundle, Locale } from '../core/text/i18n';

/** The parts of an embed speak to each other, and to the page they are in, in these terms. */
export type Feature = EmbedFeature;

/** Why a token is asked for: for the first time, after a 510, because `refresh()` was called. */
export type TokenReason = 'use' | 'expired' | 'forced';
/** `expiresIn` in seconds from now: clocks of phones are wrong. */
export interface TokenResult {
  token: string;
  expiresIn: number;
}
export interface TokenRequest {
  feature: Feature;
  reason: TokenReason;
  signal: AbortSignal;
}
export type FetchToken = (request: TokenRequest) => Promise<TokenResult>;

export type ErrorCode =
  /** A file of ours did not arrive, or is not what it should be. */
  | 'script_load_failed'
  | 'network_error'
  | 'timeout'
  /** `fetchToken` did not settle within 15 s. */
  | 'token_timeout'
  | 'token_fetch_failed'
  | 'api_error'
  /** The frame did not answer within 12 s: also how a refusal by `frame-ancestors` looks. */
  | 'handshake_timeout'
  /** The partner's endpoint says that its own member is not signed in. */
  | 'host_session_required'
  | 'session_expired'
  /** `fetchToken` gave the token again that had just been refused. */
  | 'token_not_renewed'
  | 'scope_denied'
  | 'origin_mismatch'
  | 'feature_disabled'
  | 'protocol_mismatch'
  | 'target_not_found'
  | 'unknown_feature'
  | 'fetch_token_missing'
  | 'not_in_browser'
  | 'internal';

/** Tokens of the look, without `--cp-`: `color-primary`, `radius`. Anything else is refused with a warning. */
export type Theme = Partial<Record<ThemeToken, string>>;
export type ThemeToken =
  | `color-${
      | 'primary'
      | 'on-primary'
      | 'bg'
      | 'surface'
      | 'text'
      | 'text-muted'
      | 'border'
      | 'danger'
      | 'success'
      | 'warning'
      | 'focus'}`
  | 'font-family'
  | 'font-size'
  | 'line-height'
  | 'radius'
  | 'radius-control'
  | 'space'
  | 'control-height'
  | 'border-width'
  | 'shadow'
  | 'max-width'
  | 'min-height'
  | 'motion'
  | 'scheme';

export type Mode = 'shadow' | 'iframe';

export interface Options {
  /** The partner's public id; needed for iframe mode and sent as `appid`. */
  partner?: string | undefined;
  fetchToken?: FetchToken | undefined;
  /** An address of the host page's own origin that answers `{token, expiresIn}`; used where there is no `fetchToken`. */
  tokenEndpoint?: string | undefined;
  mode?: Mode | undefined;
  /** lazy (the default): nothing is loaded until the embed is within 300 px of the window. */
  loading?: 'lazy' | 'eager' | undefined;
  /** BCP 47; else the nearest `lang` around the embed, else the browser's. */
  locale?: string | undefined;
  /** The screen to show: `/pages/mine/bankList`; `/` is the feature's first. */
  route?: string | undefined;
  theme?: Theme | undefined;
  /** The words of errors, in place of ours. */
  messages?: Partial<Record<ErrorCode, string>> | undefined;
  /** Only for engines without adopted style sheets. */
  nonce?: string | undefined;
  onReady?: Listener<'ready'>;
  onContent?: Listener<'content'>;
  onRouteChange?: Listener<'routechange'>;
  onEvent?: Listener<'event'>;
  onError?: Listener<'error'>;
  onDestroyed?: Listener<'destroyed'>;
}

/** Why an embed is gone. */
export type Gone = 'api' | 'removed' | 'logout';

/** Details of the `cp-…` events. Ids and counts only: never amounts, names or numbers of cards. */
export interface Details {
  loadstart: { id: string; feature: Feature };
  /** Milliseconds since the load began, until the code ran. */
  ready: { ms: number };
  /** The same, until the first data was shown. */
  content: { ms: number };
  routechange: { route: string; replace: boolean };
  error: { error: EmbedError };
  'balance-changed': object;
  'withdraw-submitted': { id: string };
  'work-order-created': { id: string };
  'notice-unread': { count: number };
  /** Informational: names may come and go. */
  event: { name: string } & Record<string, string | number | boolean>;
  destroyed: { reason: Gone };
}
export type EventName = keyof Details;
type Listener<E extends EventName> = ((detail: Details[E]) => void) | undefined;

/** What `cp-error` carries, and what is thrown at developers. `displayMessage` is for the member, in their language. */
export interface EmbedError extends Error {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly displayMessage: string;
}

export type State = 'idle' | 'loading' | 'ready' | 'error' | 'destroyed';

export interface Handle {
  readonly id: string;
  readonly feature: Feature;
  readonly state: State;
  update(options: Partial<Options>): void;
  navigate(route: string): void;
  /** Fetches a new token and asks for everything again, in place. */
  refresh(): Promise<void>;
  /** Takes the embed away. A second time does nothing. */
  destroy(): Promise<void>;
}

/** What is known about an error. */
export interface About {
  status?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** What the loader gives to the runtime, for one embed. */
export interface Host {
  readonly id: string;
  readonly feature: Feature;
  /** Origin of our files and calls. */
  readonly origin: string;
  /** The shadow root (in a frame: the one in its document). */
  readonly root: ShadowRoot;
  /** Everything that is asked for here ends when this is aborted. */
  readonly signal: AbortSignal;
  options: Options;
  readonly locale: string;
  /** The present token, or a new one in place of `bad`, the one that was refused. Rejects with an `EmbedError`. */
  token(reason: TokenReason, bad?: string): Promise<string>;
  /** Loads the files of these names, each after the one before, verified. Rejects with an `EmbedError`. */
  load<T>(files: readonly string[]): Promise<[T, ...T[]]>;
  /** The text of a file of this name, verified. */
  text(file: string): Promise<string>;
  /** The text of the feature's own words, in a language. */
  words(locale: Locale): Promise<string>;
  emit<E extends EventName>(event: E, detail: Details[E]): void;
  /** Ends in the error view, which offers to try again where that makes sense. Takes a code, or what `token` and `load` reject with. */
  fail(error: unknown, about?: About): void;
  /** Tells the page of an error that the screen itself shows. */
  report(code: ErrorCode, about?: About): void;
  /** Gives the root the sheets of these texts, unless it has them. */
  adopt(css: readonly string[]): void;
  /** `performance.now()` when the load began. */
  readonly began: number;
  /** Takes away what was shown while nothing was here. */
  uncover(): void;
}

/** What the runtime gives back: an embed that is shown. */
export interface Shown {
  /** Options have changed. */
  update(): void;
  navigate(route: string): void;
  /** Asks for everything that is shown again. */
  refresh(): void;
  stop(): void;
}

/** A screen's own file; what several share has looks only. */
export interface ScreenModule {
  default?: unknown;
  css: string;
}

/** A feature's own file is that of its first screen, and what has to be known of the others before one goes there. */
export interface FeatureModule extends ScreenModule {
  about: {
    /** By path, the first one first. */
    screens: Record<string, ScreenAbout>;
    /** Of the first screen's words: other words are another file, although the code is the same. */
    words: string;
    /** What the partner's own colours need. */
    theme: string;
    /** The file of `Later`. */
    later: string;
  };
}
export interface ScreenAbout {
  title: string;
  guard: 'anyone' | 'member' | 'examined';
  needs: readonly string[];
}

/** What the first screen does without, as JSON. Names of files are their hashes. */
export interface Later {
  /** The files of every other screen, its own last, and the bundles of its messages. */
  screens: Record<string, { files: readonly string[]; bundles: readonly Bundle[] }>;
  /** The file of each bundle of messages, by language. */
  messages: Record<Locale, Partial<Record<Bundle, string>>>;
  /** Files that only some of its screens need. */
  extras: Record<'dialogs' | 'secure' | 'shrink', string>;
}

/** What all embeds on a page share. */
export interface RuntimeModule {
  css: string;
  /** `files`: what the feature's first screen consists of, its own file last. */
  show(host: Host, files: [...ScreenModule[], FeatureModule]): Shown;
}

/** Frame mode. `hello` goes to anybody and carries nothing; all else goes over the private port that comes with `init`. */
export const frameVersion = 1;
export interface Hello {
  cp: 'hello';
  v: number;
  id: string;
}
export interface Init {
  cp: 'init';
  v: number;
  id: string;
  options: FrameOptions;
}
export type FrameOptions = Pick<Options, 'partner' | 'locale' | 'route' | 'theme' | 'messages'>;
export type FrameMessage =
  /** Child to parent. */
  | { type: 'size'; h: number }
  | { type: 'token'; n: number; reason: TokenReason; bad?: string | undefined }
  | { type: 'event'; name: EventName; detail: any }
  /** Parent to child. */
  | { type: 'token'; n: number; v?: TokenResult; e?: ErrorCode }
  | { type: 'update'; options: FrameOptions }
  | { type: 'navigate'; route: string }
  | { type: 'refresh' }
  | { type: 'bye' };
