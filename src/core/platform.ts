/** `ticket` is opaque: issued by the server for this platform, passed on untouched. */
interface Order {
  orderNo: string;
  ticket: Record<string, unknown>;
}

export interface Card {
  title: string;
  url: string;
}

/** One of our embeds, shown in a page of our own. */
export interface Embedded {
  /** In another language: `en`, `zh`. */
  speak(locale: string): void;
  destroy(): void;
}
export interface Embedding {
  locale: string;
  /** `expiresIn` in seconds. */
  token(): Promise<{ token: string; expiresIn: number }>;
}

/** Somebody in the address book of the place we run in. `area` from the province down, in one text. */
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

/** What whoever takes the money says of a payment: a hint. 'unknown': it has said nothing in time. */
export type PaymentOutcome = 'paid' | 'cancelled' | 'failed' | 'unknown';

/** How we can be put on the home screen. */
export interface Installation {
  /** What the phone runs, where its steps are known. */
  system?: 'ios' | 'android';
  /** Whether we were started from there. */
  isInstalled: boolean;
  /** Where the browser offers to do it: asks the member, and answers whether they agreed. */
  ask?(): Promise<boolean>;
}

/** A storage that never throws: what cannot be stored is forgotten when the page is left. */
export interface Store {
  get(key: string): string | undefined;
  set(key: string, value: string | undefined): void;
}

/** A window that we have opened; the page in it knows nothing of ours. */
export interface OpenedWindow {
  readonly closed: boolean;
  opener: unknown;
  readonly document: Document;
  close(): void;
}

/** What the place we run in asks the gateway, when it needs it. Each rejects with the reason why not. */
export interface GatewayCalls {
  /** What tells WeChat that a page is ours, as JSON (`wechatShare` of the contract). */
  shareData(url: string): Promise<string>;
  /** The member's own code of the mini-program, as a data URL. */
  miniCode(): Promise<string>;
  /** Lets a native page send one file. Good for ten minutes. */
  mediaTicket(kind: 'picture' | 'video'): Promise<string>;
}

/**
 * What the place we run in can do for us: a browser tab, WeChat's browser, a mini-program's web view, or a host page.
 *
 * An optional member is a capability: `if (platform.scan)` is the only test a screen may make.
 */
export interface Platform {
  readonly name: 'browser' | 'wechat' | 'mini-program' | 'host';
  /** Sent as `appid` with every call. */
  readonly appid: string;
  /** Kept on the phone (spec §3: locale, userId, unreadCount, jump). */
  readonly local: Store;
  /** Kept until the tab is closed (spec §3: session). */
  readonly tab: Store;
  /** Where our own pages are: `https://cloudphone.example`. Absent in somebody else's page. */
  readonly origin?: string;
  /** The language the phone asks for, as `zh-CN`. */
  readonly language: string;

  /**
   * Hands the order to whoever can take money. 'unknown' is not an error: a mini-program pays on another page and may
   * never come back here. The server's word on the order is the only one that counts.
   */
  pay(order: Order): Promise<PaymentOutcome>;

  /** Numbers of cards and accounts are typed on our own origin, in what confirms them: here there is no field for them. */
  readonly numbersElsewhere?: true;

  /** Around us is somebody else's page: the window is not ours, and a screen is as high as what is in it. */
  readonly guest?: true;

  /** What scrolls where the page itself does not. */
  readonly scroller?: HTMLElement;

  /**
   * Windows for pages of somebody else's, where leaving would take another's page away. A browser opens one only while a tap is being
   * answered, so it is opened empty, and led on once it is known where to. `null`: the browser opens none.
   */
  readonly windows?: {
    open(): OpenedWindow | null;
    /** The one that was opened last. */
    last?: OpenedWindow | null;
  };

  /** Leaves for something outside this app: another site, a native page, the host's own screens. */
  leave(url: string): void;
  /** Calls back whenever the page is shown again. Answers how to stop. */
  onShow(onVisible: () => void): () => void;
  /** Whether the phone thinks that it is connected, and a callback when that changes. */
  isOnline(): boolean;
  onOnline(changed: () => void): () => void;

  /**
   * Only where providers' pages are kept out (Alipay's in WeChat): opens a page of ours that says how to go on outside.
   */
  outside?(url: string): void;
  /** WeChat can be asked who the member is: it answers in its own browser only. */
  readonly wechatSignIn?: true;
  /** Puts a file among the phone's downloads, under a name. */
  saveFile?(file: Blob, name: string): Promise<void>;
  copy?(text: string): Promise<boolean>;
  /** 'menu': only the menu of the place we run in sends it, which the member opens. */
  share?(card: Card): Promise<unknown>;
  /** The text of a QR or bar code; nothing when none was scanned. */
  scan?(): Promise<string | undefined>;
  /** A picture handed to other apps. False when the place takes none, or nobody wanted it. */
  sharePicture?(picture: File, title: string): Promise<boolean>;
  /** Where the phone is. Rejects with 'denied' when the member will not say, and 'unavailable' when nobody knows. */
  position?(): Promise<Point>;
  /** Shows a place on the map of the place we run in, which also leads there. */
  openLocation?(spot: Spot): Promise<void>;
  /** A place chosen on the map of the place we run in; nothing when none was. */
  chooseLocation?(): Promise<Spot | undefined>;
  /** Puts the video behind an address of ours among the phone's; whether it did. */
  saveVideo?(url: string): Promise<boolean>;
  /** The address book of the place we run in (WeChat's); nothing when nobody was chosen. */
  addressBook?(): Promise<BookAddress | undefined>;
  /**
   * One picture of the phone's, where the place we run in chooses better than a page can; nothing when none was chosen. A text is the
   * id of a picture that was sent to the gateway already.
   */
  chooseImage?(): Promise<File | string | undefined>;
  /** A video of the phone's, and its first picture, by the ids under which the gateway has them. */
  chooseVideo?(): Promise<{ video: string; poster?: string } | undefined>;
  /** Puts a picture, a JPEG as a data URL, into the phone's album; whether it did. */
  savePicture?(picture: string): Promise<boolean>;
  /** The member's own code of the mini-program that we run in, to be drawn. Rejects with the reason why there is none. */
  miniCode?(): Promise<HTMLImageElement>;
  /** Gives the place we run in what it asks the gateway. */
  configure?(gateway: GatewayCalls): void;
  /** Putting us on the home screen. */
  installation?(): Promise<Installation>;
  /**
   * Mounts the embed of a feature, as partners' pages do. Rejects when its script does not arrive; with the code
   * `unknown_feature` when there is none of that name.
   */
  embed?(feature: string, into: Element, how: Embedding): Promise<Embedded>;
  /** A picture made smaller: its longer side `side` pixels, JPEG, without EXIF. Answers the file itself if that fails. */
  shrink?(picture: File, side: number): Promise<File>;
}
