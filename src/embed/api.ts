import type { EmbedFeature, EmbedScope } from '../contract/embed/features';

/**
 * Everything that a partner's page may rely on: elements, options, methods, events, errors and the tokens of the look. The types of the
 * npm package are this file. What is here stays within a major version.
 */

/** A feature that makes sense alone in somebody's page; its element is `cloudphone-<feature>`. */
export type Feature = EmbedFeature;
/** What a token may allow; each feature has its own. */
export type Scope = EmbedScope;

/** Why a token is asked for: for the first time; because the one before was refused; because `refresh()` was called. */
export type TokenReason = 'use' | 'expired' | 'forced';

/** What `fetchToken` is called with. */
export interface TokenRequest {
  /** The feature that the token is for: it allows no other. */
  feature: Feature;
  reason: TokenReason;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}
/** What `fetchToken` resolves with, and the token endpoint answers as JSON. */
export interface TokenResult {
  /** As our server gave it to yours; begins with `et_`. */
  token: string;
  /** Seconds from now, as our server said: clocks of phones are wrong. */
  expiresIn: number;
  /** Whose it is, as our server said: when the next token has another, the embeds of the page begin anew. */
  subject?: string | undefined;
}
/**
 * Asks your server for a token. Rejecting with a `status` of 401 or 403 says that your customer is not signed in; with what our server
 * answered yours (`error`, `message`, `connectUrl`), that it refused: `error` is the code then.
 */
export type FetchToken = (request: TokenRequest) => Promise<TokenResult>;

/** What an error is, for your code; what the member reads is `displayMessage`. */
export type ErrorCode =
  /** A file of ours did not arrive, or is not what it should be. */
  | 'script_load_failed'
  /** There was no answer: the phone is offline, or something on the way is broken. */
  | 'network_error'
  /** A call took longer than 60 s. */
  | 'timeout'
  /** `fetchToken` did not settle within 15 s. */
  | 'token_timeout'
  /** `fetchToken` or the token endpoint failed, or answered with something else. */
  | 'token_fetch_failed'
  /** Our server failed. */
  | 'api_error'
  /** The frame did not answer within 12 s: also how a refusal by `frame-ancestors` looks. */
  | 'handshake_timeout'
  /** Your endpoint says that your customer is not signed in. */
  | 'host_session_required'
  /** Our server refused yours, for what is wrong with the request, or what your record with us does not allow; after the last there is a retry. */
  | `${'signature' | 'clock'}_wrong`
  | `${'origin' | 'feature' | 'scope'}_not_allowed`
  | 'nonce_reused'
  | 'request_invalid'
  | 'partner_disabled'
  | 'rate_limited'
  /** Your customer is no member yet, or has not connected their account with you: the embed offers to do it (`connectUrl`). */
  | 'member_not_linked'
  /** The token is not alive any more, nor was the next one. */
  | 'session_expired'
  /** `fetchToken` gave the token again that had just been refused. */
  | 'token_not_renewed'
  /** The token does not allow this call. */
  | 'scope_denied'
  /** The token was made for another origin. */
  | 'origin_mismatch'
  /** You, or this feature of yours, are switched off. */
  | 'feature_disabled'
  /** There is no partner of this id; in iframe mode also: there is no `partner`. */
  | 'partner_unknown'
  /** The frame speaks another version; the member is offered the full page. */
  | 'protocol_mismatch'
  /** `mount` was given a selector that finds nothing. */
  | 'target_not_found'
  /** There is no feature of this name. */
  | 'unknown_feature'
  /** There is neither `fetchToken` nor `tokenEndpoint`. */
  | 'fetch_token_missing'
  /** Called where there is no page, as on a server. */
  | 'not_in_browser'
  /** The page on which the member confirms did not come: a policy of your page keeps it out. The member may open it in a window. */
  | 'secure_page_blocked'
  /** A mistake of ours. */
  | 'internal';

/** What `cp-error` carries, and what is thrown at developers. */
export interface EmbedError extends Error {
  readonly code: ErrorCode;
  /** For you: the code, what was given, and where it is explained. The console says it in full. */
  readonly message: string;
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** Whether it may go well the next time. */
  readonly retryable: boolean;
  /** What to tell us, so that we find the call. */
  readonly requestId: string | undefined;
  /** For the member, in their language, or yours from `messages`. It is shown already. */
  readonly displayMessage: string;
  /** With `member_not_linked`: our page on which your customer connects their account. The embed shows a link to it already. */
  readonly connectUrl: string | undefined;
}

/**
 * Tokens of the look. In CSS they are custom properties with `--cp-` before the name; here they are without it, and win. A colour is any
 * CSS colour. Text below a contrast of 4.5 is not used, and the console says so.
 */
export interface Theme {
  /** Buttons, links, what is chosen. */
  'color-primary'?: string | undefined;
  /** Text on `color-primary`. */
  'color-on-primary'?: string | undefined;
  /** Behind everything. */
  'color-bg'?: string | undefined;
  /** Cards and fields. */
  'color-surface'?: string | undefined;
  /** Text. */
  'color-text'?: string | undefined;
  /** Text that says less. */
  'color-text-muted'?: string | undefined;
  /** Lines between things, and around the embed. */
  'color-border'?: string | undefined;
  /** What went wrong, what cannot be undone. */
  'color-danger'?: string | undefined;
  /** What went well, what is on. */
  'color-success'?: string | undefined;
  /** What needs attention. */
  'color-warning'?: string | undefined;
  /** The ring around what has the keyboard. */
  'color-focus'?: string | undefined;
  /** The card that counts most, as that of the balance; a tint of `color-primary` if you do not say. */
  'color-strong'?: string | undefined;
  /** Text on `color-strong`. */
  'color-on-strong'?: string | undefined;
  /** A CSS font family; load it yourself. */
  'font-family'?: string | undefined;
  /** Of text, 14 to 20 px. */
  'font-size'?: string | undefined;
  /** Of text, without a unit: `1.5`. */
  'line-height'?: string | undefined;
  /** Of the embed and of cards: `14px`. */
  radius?: string | undefined;
  /** Of buttons and fields: `12px`. */
  'radius-control'?: string | undefined;
  /** Half of what is left free at the sides, 6 to 12 px. */
  space?: string | undefined;
  /** Of buttons, 44 to 80 px. */
  'control-height'?: string | undefined;
  /** Of the line around the embed: `0` is none. */
  'border-width'?: string | undefined;
  /** Of cards: a CSS shadow, or `none`. */
  shadow?: string | undefined;
  /** Of what is in the embed: `640px`. */
  'max-width'?: string | undefined;
  /** Kept free before anything is there, so that nothing around it moves. */
  'min-height'?: string | undefined;
  /** `0`: nothing moves. */
  motion?: string | undefined;
  /** `light`, `dark`, or `auto` for what the phone says. Unset: what your page's `color-scheme` says. */
  scheme?: string | undefined;
}
export type ThemeToken = keyof Theme;
/** shadow: in your page. iframe: in a frame of our origin, which your scripts cannot read, about 0.2 s slower. */
export type Mode = 'shadow' | 'iframe';

/** Options of an embed: properties of its element, and for plain text attributes too. All may change at any time. */
export interface Options {
  /** Your public id, `p_…`; iframe mode needs it. */
  partner?: string | undefined;
  /** Asks your server for a token, in your own way. */
  fetchToken?: FetchToken | undefined;
  /** An address of your page's own origin that answers a `TokenResult`; used where there is no `fetchToken`. */
  tokenEndpoint?: string | undefined;
  /** `shadow`, if you do not say. */
  mode?: Mode | undefined;
  /** lazy (the default): nothing is loaded until the embed is within 300 px of the window. */
  loading?: 'lazy' | 'eager' | undefined;
  /** BCP 47, `en` or `zh-CN`; else the nearest `lang` around the embed, else the browser's. */
  locale?: string | undefined;
  /** The screen to show: `/pages/mine/bankList`; `/` is the feature's first. */
  route?: string | undefined;
  /** The look. */
  theme?: Theme | undefined;
  /** Your words for errors, in place of ours. */
  messages?: Partial<Record<ErrorCode, string>> | undefined;
  /** For pages whose policy asks for one: only engines without adopted style sheets need it. */
  nonce?: string | undefined;
  /** As `cp-ready`. */
  onReady?: Listener<'ready'>;
  /** As `cp-content`. */
  onContent?: Listener<'content'>;
  /** As `cp-routechange`. */
  onRouteChange?: Listener<'routechange'>;
  /** As `cp-leave`. Answering false cancels it. */
  onLeave?: ((detail: Details['leave']) => unknown) | undefined;
  /** As `cp-event`. */
  onEvent?: Listener<'event'>;
  /** As `cp-error`. */
  onError?: Listener<'error'>;
  /** As `cp-destroyed`. */
  onDestroyed?: Listener<'destroyed'>;
}
/** Called with the detail of the event of its name. */
export type Listener<E extends EventName> = ((detail: Details[E]) => void) | undefined;

/** Where to: a screen of our app that the embed does not have, a site that somebody wrote of, our page of consent, in WeChat that of confirming. */
export type LeaveReason = 'app' | 'link' | 'connect' | 'confirm';
/** Why an embed has ended: `destroy()`, its element was taken out, `logout()`. */
export type DestroyReason = 'api' | 'removed' | 'logout';

/** Details of the `cp-…` events, which bubble. Ids and counts only: never amounts, names or numbers of cards. */
export interface Details {
  /** It begins to load. */
  loadstart: { id: string; feature: Feature };
  /** Its code runs. Milliseconds since the load began. */
  ready: { ms: number };
  /** Its first data is shown. Milliseconds since the load began. */
  content: { ms: number };
  /** The member went to another of its screens. Your page's address stays as it is. */
  routechange: { route: string; replace: boolean };
  /** The member goes to `url`, which is in no embed: a new tab opens, unless your page cancels the event and leads them there itself. */
  leave: { url: string; reason: LeaveReason };
  /** Something failed. The member has read it, with a way to try again where that helps. */
  error: { error: EmbedError };
  /** Money of the member's has moved. */
  'balance-changed': object;
  /** A withdrawal was applied for. */
  'withdraw-submitted': { id: string };
  /** A work order was written. */
  'work-order-created': { id: string };
  /** How many notices are unread. */
  'notice-unread': { count: number };
  /** Informational: names may come and go. */
  event: { name: string } & Record<string, string | number | boolean>;
  /** It has ended. */
  destroyed: { reason: DestroyReason };
}
export type EventName = keyof Details;
/** The events by their names in the page. */
export type EmbedEvents = { [Name in EventName as `cp-${Name}`]: CustomEvent<Details[Name]> };

export type State = 'idle' | 'loading' | 'ready' | 'error' | 'destroyed';
/** An embed, to be told something. */
export interface Handle {
  /** Of this embed in this page. */
  readonly id: string;
  readonly feature: Feature;
  readonly state: State;
  /** Changes options; those that are not named stay. One that has ended (`logout()`) and is still in the page begins anew. */
  update(options: Partial<Options>): void;
  /** Shows another of its screens; does nothing for an address that is none. */
  navigate(route: string): void;
  /** Fetches a new token and asks for everything again, in place; what is shown stays if that fails. After an error or `logout()`, begins anew. */
  refresh(): Promise<void>;
  /** Takes the embed away. A second time does nothing. */
  destroy(): Promise<void>;
}

/** An embed in a page: options are properties, and those that are plain text are attributes too. */
export interface EmbedElement extends HTMLElement, Omit<Handle, 'id'>, Omit<Options, 'nonce'> {}

/** What a page finds as `window.CloudPhone`, what `load` resolves with, and what the script exports. */
export interface CloudPhone {
  /** Of the script, `1.0.0`. */
  readonly version: string;
  /** Options for every embed of the page that does not say otherwise. */
  configure(options: Partial<Options>): void;
  /** Puts an embed into the element, or the one of this selector. Throws an `EmbedError` when the page asks for something that is not there. */
  mount(feature: Feature, target: Element | string, options?: Options): Handle;
  /** Loads the code of a feature, and no token. */
  preload(feature: Feature): void;
  /** Ends all embeds of the page and has their tokens revoked. They take up no room until `refresh()`, or an option that changes. */
  logout(): Promise<void>;
}

/** How the npm package loads the script. */
export interface LoadOptions {
  /** A release (`1.0.0`), for good, in place of the channel `v1`, which is kept up to date. */
  version?: string;
  /** Of that release, from `<origin>/sri.json`; everything behind it is pinned by it. */
  integrity?: string;
  /** For pages whose policy asks for one. */
  nonce?: string;
}

declare global {
  interface Window {
    CloudPhone?: CloudPhone;
  }
  interface HTMLElementTagNameMap extends Record<`cloudphone-${Feature}`, EmbedElement> {}
  interface GlobalEventHandlersEventMap extends EmbedEvents {}
}
