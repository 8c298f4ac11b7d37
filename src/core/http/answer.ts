import type { Call, Given } from '../../contract/wire/call';
import { codes } from '../../contract/wire/codes';
import type { Problems } from '../../contract/wire/problem';
import type { Wait } from '../data/loading';
import type { Store } from '../platform';
import type { RawReply } from './reply';

export type Done<O> = { res_code: '1'; message: string } & O;

/** 500, 5001, 210002, or a code that only the caller handles (spec §8). */
export interface Refused {
  res_code: string;
  message: string;
  problems?: Problems;
}

export type Answer<O> = Done<O> | Refused;
export const isDone = <O>(answer: Answer<O>): answer is Done<O> => answer.res_code === codes.done;

interface SendOptions {
  signal?: AbortSignal;
  /** When the loading indicator appears. Default: at once, as for all actions of the member. */
  wait?: Wait;
  /** The request key, if it outlives the screen: kept over a reload, or queried later. Otherwise `send` generates one. */
  key?: string | undefined;
  /** A background call: a lost connection is not reported in a toast. */
  quiet?: boolean;
  /** A call that the member has not asked for: that the session has ended is left to their next action. */
  unasked?: boolean;
}

/**
 * Sends a call; a call that takes effect once gets its request key. Every answer is a result; anything else throws a `Failure` after the
 * member has been informed.
 */
export type Send = <I, O>(call: Call<I, O>, input: Given<I>, options?: SendOptions) => Promise<Answer<O>>;

/** The environment of a call. */
export interface Wire {
  /** The API base, without a trailing slash. */
  base: string;
  secret: string;
  /** The base of pictures, as `<url>/<id>`, if the deployment has a cloud store (spec §7); without a trailing slash. */
  cloudStore?: string | undefined;
  appid: string;
  /** Session token and member, both `''` when signed out. */
  identity(): { token: string; userId: string };
  /** `en_US` or `zh_CN`. */
  language(): string;
  /** MD5 of a text's UTF-8, in lower-case hex. */
  md5(text: string): string;
  /** The difference between the server's clock and this phone's in milliseconds; corrected when the server rejects the time. */
  clock: { ahead: number };
  /** Timeout of a call in milliseconds; the 60 s of spec §9 if absent. */
  timeout?: number;
  fetch?: typeof fetch;
  /** A call that began before the app did, by its `callName`; each is used once. */
  begun?(name: string): Promise<RawReply> | undefined;
  /** Stores answers for their member, for use offline; without it, none are stored. */
  local?: Store;
}
