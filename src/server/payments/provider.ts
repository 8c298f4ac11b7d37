import type { IncomingHttpHeaders } from 'node:http';
import type { WechatPayData } from '../../contract/buying/payments';
import type { UnfitReason } from './tables';

/** One try to pay a part, as the provider is told of it. */
interface Attempt {
  /** The number that the provider knows it by. */
  id: string;
  orderNo: string;
  /** Fen. */
  amount: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Where a member pays: in WeChat's browser, in our mini-program, on a computer, or in any other browser. */
export type PayPlace = 'wechat' | 'mini' | 'desk' | 'anywhere';

interface Payer {
  ip: string;
  /** Of the official account, or in the mini-program of that; absent: nobody has signed in through WeChat. */
  openId: string | undefined;
  place: PayPlace;
}

/** How the member goes on. */
export interface Onward {
  url?: string;
  pay?: WechatPayData;
  /** What a phone scans from a computer's screen, as text. */
  code?: string;
  /** What the provider calls the attempt, where that is not our own number; members do not see it. */
  reference?: string;
}

/** What became of an attempt, in the provider's own word. */
export interface Outcome {
  attempt: string;
  result: 'paid' | 'failed';
  /** The provider's number of the payment; `''` where it gave none. */
  paymentNo: string;
  /** Fen, as the provider says it: any number. */
  amount: number;
  /** CNY unless it says otherwise. */
  currency?: string;
}

/** Fen: more than any order or balance can be. */
const mostFen = 100_000_000_000;

/** Why a payment cannot be booked as it is told of; nothing when it can. */
export function unfitReason({ paymentNo, amount, currency = 'CNY' }: Outcome): UnfitReason | undefined {
  if (currency !== 'CNY') return 'currency';
  if (!Number.isInteger(amount) || amount < 1 || amount > mostFen) return 'amount';
  if (!/^[\x21-\x7e]{1,64}$/.test(paymentNo)) return 'reference';
  return;
}

/** Somebody who takes money for us online. */
export interface Provider {
  readonly sandbox: boolean;
  /** Opens the attempt at the provider. Refused (500) when it does not answer. */
  start(attempt: Attempt, payer: Payer): Promise<Onward>;
  /** Reads a notice. Throws `Forged` unless it is really the provider's; nothing: it tells of something else. */
  read(
    raw: Buffer,
    headers: IncomingHttpHeaders,
    now: number,
  ): Outcome | undefined | Promise<Outcome | undefined>;
  /** What the provider wants to hear when its notice has been taken in. */
  readonly thanks: string;
  /**
   * Asks what became of an attempt, where a lost notice can be made up for. `unpaid`: nothing has been paid so far; nothing: the
   * provider does not say for certain.
   */
  ask?(attempt: string, reference?: string): Promise<Outcome | 'unpaid' | undefined>;
  /** Sees to it that nobody pays the attempt any more. */
  close?(attempt: string, reference?: string): Promise<void>;
}

/** Where a provider's page sends the member: after paying, and when they give up there. */
export interface ReturnUrls {
  returnUrl: (orderNo: string) => string;
  cancelUrl: (orderNo: string) => string;
}

/** A notice that its provider has not signed. */
export class Forged extends Error {}
