/** `ticket` is opaque: issued by the server for this platform, passed on unchanged. */
interface Order {
  orderNo: string;
  ticket: Record<string, unknown>;
}

export interface Card {
  title: string;
  url: string;
}

/** One of our embeds in a page of our own. */
export interface Embedded {
  /** Changes the language: `en`, `zh`. */
  speak(locale: string): void;
  destroy(): void;
}
export interface Embedding {
  locale: string;
  /** `expiresIn` in seconds. */
  token(): Promise<{ token: string; expiresIn: number }>;
}

/** An entry of the platform's address book. `area` from the province down, in one text. */
export interface BookAddress {
  username: string;
  userphone: string;
  area: string;
  address: string;
}

/** Degrees in gcj02 (spec §9). */
export interface Point {
  latitude: number;
  longitude: number;
}

/** A place with its name and its address, either of which may be empty. */
export interface Spot extends Point {
  name: string;
  address: string;
}

/** The payment app's result: a hint. 'unknown': no result in time. */
export type PaymentOutcome = 'paid' | 'cancelled' | 'failed' | 'unknown';

/** How the app can be added to the home screen. */
export interface Installation {
  /** The phone's system, if its steps are known. */
  system?: 'ios' | 'android';
  /** Whether the app was started from there. */
  isInstalled: boolean;
  /** If the browser supports it: asks the member, and returns whether they agreed. */
  ask?(): Promise<boolean>;
}

/** A storage that never throws: data that cannot be stored is lost when the page is left. */
export interface Store {
  get(key: string): string | undefined;
  set(key: string, value: string | undefined): void;
}

/** A window that we opened; its page has no access to ours. */
export interface OpenedWindow {
  readonly closed: boolean;
  opener: unknown;
  readonly document: Document;
  close(): void;
}

/** Calls that the platform makes to the gateway on demand. Each rejects with the reason. */
export interface GatewayCalls {
  /** The data that identifies a page of ours to WeChat, as JSON (`wechatShare` of the contract). */
  shareData(url: string): Promise<string>;
  /** The member's own code of the mini-program, as a data URL. */
  miniCode(): Promise<string>;
  /** Permits a native page to upload one file. Valid for ten minutes. */
  mediaTicket(kind: 'picture' | 'video'): Promise<string>;
}

/**
 * The abilities of the environment: a browser tab, WeChat's browser, a mini-program's web view, or a host page. An optional member is a
 * capability: `if (platform.scan)` is the only test a screen may make.
 */
export interface Platform {
  readonly name: 'browser' | 'wechat' | 'mini-program' | 'host';
  /** Sent as `appid` with every call. */
  readonly appid: string;
  /** Stored on the phone (spec §3: locale, userId, unreadCount, jump). */
  readonly local: Store;
  /** Stored until the tab is closed (spec §3: session). */
  readonly tab: Store;
  /** The origin of our own pages: `https://cloudphone.example`. Absent in a partner's page. */
  readonly origin?: string;
  /** The phone's preferred language, as `zh-CN`. */
  readonly language: string;

  /**
   * Passes the order to the payment app. 'unknown' is not an error: a mini-program pays on another page and may never return here. Only
   * the server's state of the order counts.
   */
  pay(order: Order): Promise<PaymentOutcome>;

  /** Numbers of cards and accounts are typed only on our own origin, in the confirmation: here there is no field for them. */
  readonly numbersElsewhere?: true;

  /** The app is inside somebody else's page: it must not change the window, and a screen is as high as its content. */
  readonly guest?: true;

  /** The element that scrolls instead of the page. */
  readonly scroller?: HTMLElement;

  /**
   * Windows for other sites' pages, used in an embed, which must not leave the partner's page. A browser opens a window only during a
   * tap, so it is opened empty and receives its address later. `null`: the browser refused.
   */
  readonly windows?: {
    open(): OpenedWindow | null;
    /** The most recently opened one. */
    last?: OpenedWindow | null;
  };

  /** Leaves the app for an address outside: another site, a native page, the host's own screens. */
  leave(url: string): void;
  /** Whether the page is visible: hidden pages send nothing by themselves at intervals. */
  isShown(): boolean;
  /** Calls back whenever the page is shown again. Returns the function that unsubscribes. */
  onShow(onVisible: () => void): () => void;
  /** Whether the phone reports a connection, and a callback for changes. */
  isOnline(): boolean;
  onOnline(changed: () => void): () => void;

  /** Only if providers' pages are blocked (Alipay's in WeChat): opens a page of ours that explains how to continue outside. */
  outside?(url: string): void;
  /** WeChat can identify the member, in its own browser only. */
  readonly wechatSignIn?: true;
  /** Saves a file in the phone's downloads, under a name. */
  saveFile?(file: Blob, name: string): Promise<void>;
  copy?(text: string): Promise<boolean>;
  /** 'menu': only the platform's own menu can share it, which the member opens. */
  share?(card: Card): Promise<unknown>;
  /** The text of a QR or bar code; undefined if none was scanned. */
  scan?(): Promise<string | undefined>;
  /** Shares a picture with other apps. False if the platform does not support it, or the member canceled. */
  sharePicture?(picture: File, title: string): Promise<boolean>;
  /** The phone's location. Rejects with 'denied' if the member refuses, and 'unavailable' if it cannot be determined. */
  position?(): Promise<Point>;
  /** Shows a place on the platform's map, which also offers directions. */
  openLocation?(spot: Spot): Promise<void>;
  /** A place chosen on the platform's map; undefined if none was chosen. */
  chooseLocation?(): Promise<Spot | undefined>;
  /** Saves the video behind an address of ours in the phone's album; returns whether it succeeded. */
  saveVideo?(url: string): Promise<boolean>;
  /** The platform's address book (WeChat's); undefined if nothing was chosen. */
  addressBook?(): Promise<BookAddress | undefined>;
  /**
   * A picture of the phone's, if the platform's chooser is better than a page's; undefined if none was chosen. A text is the id of a
   * picture that was already uploaded.
   */
  chooseImage?(): Promise<File | string | undefined>;
  /** A video of the phone's, and its first picture, by their ids at the gateway. */
  chooseVideo?(): Promise<{ video: string; poster?: string } | undefined>;
  /** Saves a picture, a JPEG as a data URL, in the phone's album; returns whether it succeeded. */
  savePicture?(picture: string): Promise<boolean>;
  /** The member's own code of the surrounding mini-program. Rejects with the reason if there is none. */
  miniCode?(): Promise<HTMLImageElement>;
  /** Provides the calls that the platform makes to the gateway. */
  configure?(gateway: GatewayCalls): void;
  /** Adding the app to the home screen. */
  installation?(): Promise<Installation>;
  /**
   * Mounts the embed of a feature, as partners' pages do. Rejects if its script cannot be loaded; with the code `unknown_feature` for an
   * unknown feature.
   */
  embed?(feature: string, into: Element, how: Embedding): Promise<Embedded>;
  /** Shrinks a picture: its longer side to `side` pixels, JPEG, without EXIF. Returns the file itself on failure. */
  shrink?(picture: File, side: number): Promise<File>;
}
