import type { ErrorCode, EventName, Options, TokenReason, TokenResult } from './api';
import type { About } from './host';

// The protocol between a partner's page and the frame in it, whose releases may differ.

/** Frame mode. `hello` is sent to any parent and contains no data; all other messages use the private port that comes with `init`. */
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
export type FrameOptions = Pick<
  Options,
  'partner' | 'locale' | 'route' | 'heading' | 'theme' | 'messages'
> & {
  /** The page's use of ours (`Host.used`); pages of older releases do not say. */
  used?: string | undefined;
};
export type FrameMessage =
  /** Child to parent. */
  | { type: 'size'; h: number }
  | { type: 'token'; n: number; reason: TokenReason; bad?: string | undefined }
  | { type: 'leave'; url: string }
  | { type: 'event'; name: EventName; detail: unknown }
  /** Parent to child. */
  | { type: 'token'; n: number; v?: TokenResult; e?: ErrorCode; about?: Omit<About, 'cause'> }
  | { type: 'update'; options: FrameOptions }
  | { type: 'navigate'; route: string }
  | { type: 'refresh' }
  | { type: 'bye' };
