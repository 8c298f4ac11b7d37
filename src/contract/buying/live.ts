/**
 * The live picture of a cloud phone, over the WebSocket of `OpenedScreen.live`. Binary messages have the framing of scrcpy 2 and 3: the gateway
 * sends the size of the picture and packets of H.264, the page sends touches, keys and texts. Text messages are JSON: `LiveNews` from the
 * gateway, `LiveLook` from the page.
 */

/** Why a phone does not follow: it is still connecting, its provider gives no connection, another page shows it, or it can no longer be seen. */
export type FollowerLack = 'connecting' | 'lost' | 'taken' | 'ended';

/** Bits a second of the picture: the first for everybody, the others for slow lines. */
export const liveRates = [600_000, 300_000, 150_000] as const;

/** Why the gateway closes the WebSocket; any other code means that the connection was lost. */
export const liveEnd = {
  /** Another page of the member shows it now. */
  taken: 4000,
  /** The session, the rent or the cloud phone's connection has ended, or it has another owner. */
  ended: 4001,
  /** The provider does not stream at the moment, or too many pictures are live. */
  unavailable: 4002,
  /** Nobody has looked for a minute. */
  unwatched: 4003,
} as const;

/** Sent while the page is visible: without one for a minute the picture ends. */
export interface LiveLook {
  /** Bytes of binary messages that the page has shown. The gateway sends no more than a second ahead, and then waits for a complete picture. */
  got: number;
  /** The page's clock in milliseconds, which the answer repeats. */
  at?: number;
  /** The page wants a picture that needs no other, with which a recording begins. */
  whole?: boolean;
  /** The page is hidden: nothing is sent until the next look. */
  away?: boolean;
}

export interface LiveNews {
  at?: number;
  /** Milliseconds to the provider and back. */
  provider?: number;
  /** Bits a second from now on. */
  rate?: number;
  /** The phones that do the same (`openTogether`), whenever this changes: how many do now, and those that do not, with the reason. */
  followers?: { count: number; without: { id: string; why: FollowerLack }[] };
  /** The text of the phone's clipboard, which the page has asked for. */
  clipboard?: string;
}
