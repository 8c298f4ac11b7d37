import type { EmbedFeature, EmbedScope } from '../contract/embed/features';

/**
 * The public interface for partners' pages: elements, options, methods, events, errors and theme tokens. The types of the npm package are
 * this file. Nothing here changes incompatibly within a major version.
 */

/** A feature that can be embedded; its element is `cloudphone-<feature>`. */
export type Feature = EmbedFeature;
/** A permission of a token; each feature has its own scopes. */
export type Scope = EmbedScope;

/** Why a token is requested: `use`, the first one; `expired`, the previous one was refused; `forced`, `refresh()` was called. */
export type TokenReason = 'use' | 'expired' | 'forced';

/** The argument of `fetchToken`. */
export interface TokenRequest {
  /** The feature that the token is for; it is valid for no other. */
  feature: Feature;
  reason: TokenReason;
  /** Aborted when the token is no longer needed. */
  signal: AbortSignal;
}
/** The result of `fetchToken`, and the JSON response of the token endpoint. */
export interface TokenResult {
  /** The token that our server gave to yours; begins with `et_`. */
  token: string;
  /** Lifetime in seconds, as our server returned it. It is relative because clocks of phones are unreliable. */
  expiresIn: number;
  /** The customer that the token belongs to, as our server returned it. If the next token has another subject, the embeds of the page restart. */
  subject?: string | undefined;
}
/**
 * Gets a token from your server. Reject with a `status` of 401 or 403 if your customer is not signed in. Reject with the fields of our
 * server's response (`error`, `message`, `connectUrl`) if it refused; `error` is then the error code.
 */
export type FetchToken = (request: TokenRequest) => Promise<TokenResult>;

/** Identifies an error in your code. The member reads `displayMessage`. */
export type ErrorCode =
  /** One of our files could not be loaded, or its integrity check failed. */
  | 'script_load_failed'
  /** No response: the phone is offline, or the connection failed. */
  | 'network_error'
  /** A call took longer than 60 s. */
  | 'timeout'
  /** `fetchToken` did not settle within 15 s. */
  | 'token_timeout'
  /** `fetchToken` or the token endpoint failed, or did not return a token. */
  | 'token_fetch_failed'
  /** Our server failed. */
  | 'api_error'
  /** The frame did not respond within 12 s. A refusal by `frame-ancestors` looks the same. */
  | 'handshake_timeout'
  /** Your endpoint says that your customer is not signed in. */
  | 'host_session_required'
  /** Our server refused your server's request, because the request is wrong or your partner settings do not allow it. `rate_limited` can be retried. */
  | `${'signature' | 'clock'}_wrong`
  | `${'origin' | 'feature' | 'scope'}_not_allowed`
  | 'nonce_reused'
  | 'request_invalid'
  | 'partner_disabled'
  | 'rate_limited'
  /** Your customer is not a member, or has not connected their account to you, or not allowed this feature. The embed links to it (`connectUrl`). */
  | `${'member' | 'feature'}_not_linked`
  /** The token has expired, and so had the next one. */
  | 'session_expired'
  /** `fetchToken` returned the token that had just been refused. */
  | 'token_not_renewed'
  /** The token does not allow this call. */
  | 'scope_denied'
  /** The token was issued for another origin. */
  | 'origin_mismatch'
  /** Your partner account or this feature is disabled. */
  | 'feature_disabled'
  /** No partner has this id. In iframe mode also: `partner` is missing. */
  | 'partner_unknown'
  /** The frame uses another protocol version. The embed links to the full page. */
  | 'protocol_mismatch'
  /** The selector given to `mount` matches no element. */
  | 'target_not_found'
  /** No feature has this name. */
  | 'unknown_feature'
  /** Neither `fetchToken` nor `tokenEndpoint` is set. */
  | 'fetch_token_missing'
  /** Called outside a browser, for example during server rendering. */
  | 'not_in_browser'
  /** A policy of your page blocks the page on which the member confirms. The member can open it in a window. */
  | 'secure_page_blocked'
  /** An error in our code. */
  | 'internal';

/** The detail of `cp-error`, and the error that methods throw. */
export interface EmbedError extends Error {
  readonly code: ErrorCode;
  /** For developers: the code, the given value, and a link to the explanation. The console shows it in full. */
  readonly message: string;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** Whether a retry may succeed. */
  readonly retryable: boolean;
  /** Send it to us with a support request; it identifies the call. */
  readonly requestId: string | undefined;
  /** For the member, in their language, or your text from `messages`. The embed already shows it. */
  readonly displayMessage: string;
  /** With `member_not_linked` and `feature_not_linked`: our page on which your customer connects their account. The embed already links to it. */
  readonly connectUrl: string | undefined;
}

/**
 * Theme tokens. In CSS they are custom properties with the prefix `--cp-`; here they have no prefix and take precedence. A colour is any
 * CSS colour. A text colour with a contrast below 4.5 is not applied, and the console says so.
 */
export interface Theme {
  /** Buttons, links, selected items. */
  'color-primary'?: string | undefined;
  /** Text on `color-primary`. */
  'color-on-primary'?: string | undefined;
  /** The background. */
  'color-bg'?: string | undefined;
  /** Cards and fields. */
  'color-surface'?: string | undefined;
  /** Text. */
  'color-text'?: string | undefined;
  /** Secondary text. */
  'color-text-muted'?: string | undefined;
  /** Separators, and the border of the embed. */
  'color-border'?: string | undefined;
  /** Errors and destructive actions. */
  'color-danger'?: string | undefined;
  /** Success and active states. */
  'color-success'?: string | undefined;
  /** Warnings. */
  'color-warning'?: string | undefined;
  /** The focus ring. */
  'color-focus'?: string | undefined;
  /** The main card, such as the balance. Default: a tint of `color-primary`. */
  'color-strong'?: string | undefined;
  /** Text on `color-strong`. */
  'color-on-strong'?: string | undefined;
  /** A CSS font family; load it yourself. */
  'font-family'?: string | undefined;
  /** Base font size, 14 to 20 px. */
  'font-size'?: string | undefined;
  /** Line height without a unit: `1.5`. */
  'line-height'?: string | undefined;
  /** Corner radius of the embed and of cards: `14px`. */
  radius?: string | undefined;
  /** Corner radius of buttons and fields: `12px`. */
  'radius-control'?: string | undefined;
  /** Half of the side padding, 6 to 12 px. */
  space?: string | undefined;
  /** Height of buttons, 44 to 80 px. */
  'control-height'?: string | undefined;
  /** Width of the border around the embed; `0` for none. */
  'border-width'?: string | undefined;
  /** Shadow of cards: a CSS shadow, or `none`. */
  shadow?: string | undefined;
  /** Maximum width of the content: `640px`. */
  'max-width'?: string | undefined;
  /** Height that is reserved while the embed loads, so that your page does not shift. */
  'min-height'?: string | undefined;
  /** Maximum height; taller content scrolls within the embed: `560px`. Default: as tall as the content. */
  'max-height'?: string | undefined;
  /** `0` turns animations off. */
  motion?: string | undefined;
  /** `light`, `dark`, or `auto` to follow the phone. Default: the `color-scheme` of your page. */
  scheme?: string | undefined;
}
export type ThemeToken = keyof Theme;
/** `shadow`: in your page. `iframe`: in a frame of our origin, which your scripts cannot read; about 0.2 s slower. */
export type Mode = 'shadow' | 'iframe';

/** Options of an embed: properties of its element; text options are also attributes. You can change them at any time. */
export interface Options {
  /** Your public id, `p_…`; required in iframe mode. */
  partner?: string | undefined;
  /** Gets a token from your server with your own code. */
  fetchToken?: FetchToken | undefined;
  /** An address on your page's origin that returns a `TokenResult`; used if `fetchToken` is not set. */
  tokenEndpoint?: string | undefined;
  /** Default: `shadow`. */
  mode?: Mode | undefined;
  /** `lazy` (the default) loads nothing until the embed is within 300 px of the viewport. */
  loading?: 'lazy' | 'eager' | undefined;
  /** A BCP 47 tag such as `en` or `zh-CN`. Default: the nearest `lang` attribute around the embed, then the browser's language. */
  locale?: string | undefined;
  /** The screen to show, such as `/pages/mine/bankList`; `/` is the first screen of the feature. */
  route?: string | undefined;
  /** The title over the first screen, in place of ours. */
  heading?: string | undefined;
  /** The theme. */
  theme?: Theme | undefined;
  /** Your texts for errors, which replace ours. */
  messages?: Partial<Record<ErrorCode, string>> | undefined;
  /** A CSP nonce. Only browsers without adopted style sheets need it. */
  nonce?: string | undefined;
  /** As `cp-ready`, `cp-content` and `cp-routechange`. */
  onReady?: Listener<'ready'>;
  onContent?: Listener<'content'>;
  onRouteChange?: Listener<'routechange'>;
  /** As `cp-leave`. Return false to cancel it. */
  onLeave?: ((detail: Details['leave']) => unknown) | undefined;
  /** As `cp-event`, `cp-error` and `cp-destroyed`. */
  onEvent?: Listener<'event'>;
  onError?: Listener<'error'>;
  onDestroyed?: Listener<'destroyed'>;
}
/** Called with the detail of the event. */
export type Listener<E extends EventName> = ((detail: Details[E]) => void) | undefined;

/** Target of the link: `app`, a screen that the embed does not contain; `link`, another site; `connect`, our consent page; `confirm`, the confirmation page in WeChat. */
export type LeaveReason = 'app' | 'link' | 'connect' | 'confirm';
/** Why an embed ended: `api`, `destroy()` was called; `removed`, its element was removed; `logout`, `logout()` was called. */
export type DestroyReason = 'api' | 'removed' | 'logout';

/** Details of the `cp-…` events, which bubble. They contain ids and counts only, never amounts, names or card numbers. */
export interface Details {
  /** The embed starts to load. */
  loadstart: { id: string; feature: Feature };
  /** Its code runs (`ready`), its first data is visible (`content`). `ms`: milliseconds since `loadstart`. */
  ready: { ms: number };
  content: { ms: number };
  /** The member opened another screen of the embed. The address of your page does not change. */
  routechange: { route: string; replace: boolean };
  /** The member follows a link out of the embed. A new tab opens, unless your page cancels the event and opens `url` itself. */
  leave: { url: string; reason: LeaveReason };
  /** Something failed. The embed shows the error, with a retry button if that may help. */
  error: { error: EmbedError };
  /** The page uses a release or an option (`name`) that may no longer work from the day `endsOn` on, such as `2027-06-01`. */
  deprecation: { id: string; what: 'release' | 'option'; name: string; endsOn: string };
  /** The member's balance changed. */
  'balance-changed': object;
  /** The member requested a withdrawal, or created a work order. `number` is that of the webhooks. */
  'withdraw-submitted': { id: string; number: string };
  'work-order-created': { id: string; number: string };
  /** The member ordered something (the webhook `order.paid` reports the payment), published a post, or wrote to support. */
  'order-placed': { orderNo: string };
  'post-created': { id: string };
  'message-sent': { id: string };
  /** The number of unread messages, each time that the embed learns it: when the list of messages is shown, and when some are read or deleted. */
  'notice-unread': { count: number };
  /** For information only; names may be added and removed. `done`: the member did something; `call` names the call, such as `txWorkOrder/reply`. */
  event: { name: string } & Record<string, string | number | boolean>;
  /** The embed ended. */
  destroyed: { reason: DestroyReason };
}
export type EventName = keyof Details;
/** The events by their DOM names. */
export type EmbedEvents = { [Name in EventName as `cp-${Name}`]: CustomEvent<Details[Name]> };
export type State = 'idle' | 'loading' | 'ready' | 'error' | 'destroyed';
/** Controls an embed. */
export interface Handle {
  /** Unique id of this embed in the page. */
  readonly id: string;
  readonly feature: Feature;
  readonly state: State;
  /** Changes the given options. Restarts an embed that ended by `logout()` and is still in the page. */
  update(options: Partial<Options>): void;
  /** Shows another screen of the embed. Does nothing if the route is unknown. */
  navigate(route: string): void;
  /** Gets a new token and reloads the data in place; the current content stays if that fails. After an error or `logout()`, restarts the embed. */
  refresh(): Promise<void>;
  /** Removes the embed. Further calls do nothing. */
  destroy(): Promise<void>;
}

/** The element of an embed. Options are properties; text options are also attributes. */
export interface EmbedElement extends HTMLElement, Omit<Handle, 'id'>, Omit<Options, 'nonce'> {}

/** The API: `window.CloudPhone`, the result of `load`, and the exports of the script. */
export interface CloudPhone {
  /** Version of the script, such as `1.0.0`. */
  readonly version: string;
  /** Sets default options for all embeds of the page. */
  configure(options: Partial<Options>): void;
  /** Adds an embed to the element or selector. Throws an `EmbedError` if the feature or the target does not exist. */
  mount(feature: Feature, target: Element | string, options?: Options): Handle;
  /** Loads the code of a feature without getting a token. */
  preload(feature: Feature): void;
  /** Ends all embeds of the page and revokes their tokens. They are hidden until `refresh()` is called or an option changes. */
  logout(): Promise<void>;
}
/** How the npm package loads the script. */
export interface LoadOptions {
  /** Pins a release such as `1.0.0`. Default: the channel `v1`, which is updated. */
  version?: string;
  /** Integrity hash of that release, from `<origin>/sri.json`. It covers all files that the script loads. */
  integrity?: string;
  /** A CSP nonce, if your page's policy requires one. */
  nonce?: string;
}
declare global {
  interface Window {
    CloudPhone?: CloudPhone;
  }
  interface HTMLElementTagNameMap extends Record<`cloudphone-${Feature}`, EmbedElement> {}
  interface GlobalEventHandlersEventMap extends EmbedEvents {}
}
