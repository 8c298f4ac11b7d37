import type { Call, Given } from '../../contract/wire/call';
import { codes } from '../../contract/wire/codes';
import type { Problems } from '../../contract/wire/problem';
import type { Wait } from '../data/loading';
import type { Store } from '../platform';

export type Done<O> = { res_code: '1'; message: string } & O;

/** 500, 5001, 210002, or a code that only the caller deals with (spec §8). */
export interface Refused {
  res_code: string;
  message: string;
  problems?: Problems;
}

export type Answer<O> = Done<O> | Refused;
export const isDone = <O>(answer: Answer<O>): answer is Done<O> => answer.res_code === codes.done;

interface SendOptions {
  signal?: AbortSignal;
  /** When the loading indicator may show. Default: at once, as for everything that the member started. */
  wait?: Wait;
  /** The request key, where it outlives the screen: kept over a reload, or asked about later. Else `send` makes one. */
  key?: string | undefined;
  /** Nobody asked for it just now: a lost connection is said where it matters, not in a toast. */
  quiet?: boolean;
}

/** Sends a call; one that happens once gets its request key. Every answer is a result; what is not an answer throws a `Failure` after the member was told. */
export type Send = <I, O>(call: Call<I, O>, input: Given<I>, options?: SendOptions) => Promise<Answer<O>>;

/** What a call needs to know of the world. */
export interface Wire {
  /** The API base, without a slash at the end. */
  base: string;
  secret: string;
  /** Where pictures are, as `<url>/<id>`, if the deployment has a cloud store (spec §7); without a slash at the end. */
  cloudStore?: string | undefined;
  appid: string;
  /** Session token and member, both `''` when signed out. */
  identity(): { token: string; userId: string };
  /** `en_US` or `zh_CN`. */
  language(): string;
  /** MD5 of a text's UTF-8, in lower-case hex. */
  md5(text: string): string;
  /** What the server's clock is ahead of this phone's, in milliseconds; corrected when the server refuses the time. */
  clock: { ahead: number };
  /** Milliseconds that a call may take; the 60 s of spec §9 if absent. */
  timeout?: number;
  fetch?: typeof fetch;
  /** A call that began before the app did, by its `callName`; each is answered once. */
  begun?(name: string): Promise<Response> | undefined;
  /** Where answers are kept for their member, to be seen without a connection; without it, none is. */
  local?: Store;
}
