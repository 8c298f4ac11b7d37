import type { IncomingHttpHeaders } from 'node:http';
import type { WechatPayData } from '../../contract/buying/payments';
import type { UnfitReason } from './tables';

/** An attempt to pay a part, as the provider receives it. */
interface Attempt {
  /** The number under which the provider knows it. */
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
  /** From the official account, or from the mini-program there; absent: the member has not signed in through WeChat. */
  openId: string | undefined;
  place: PayPlace;
}

/** The next step for the member. */
export interface Onward {
  url?: string;
  pay?: WechatPayData;
  /** The text of a QR code, which a phone scans from a computer's screen. */
  code?: string;
  /** The provider's reference of the attempt, if it differs from our number; members do not see it. */
  reference?: string;
}

/** The result of an attempt, as the provider reports it. */
export interface Outcome {
  attempt: string;
  result: 'paid' | 'failed';
  /** The provider's payment number; `''` if it gave none. */
  paymentNo: string;
  /** Fen, as the provider reports it: any number. */
  amount: number;
  /** CNY if absent. */
  currency?: string;
}

/** Fen: more than any order or balance can be. */
const mostFen = 100_000_000_000;

/** The reason why a payment cannot be booked as reported; undefined if it can. */
export function unfitReason({ paymentNo, amount, currency = 'CNY' }: Outcome): UnfitReason | undefined {
  if (currency !== 'CNY') return 'currency';
  if (!Number.isInteger(amount) || amount < 1 || amount > mostFen) return 'amount';
  if (!/^[\x21-\x7e]{1,64}$/.test(paymentNo)) return 'reference';
  return;
}

/** A refund of a payment, as the provider receives it. */
export interface RefundOrder {
  /** Ours: the provider refunds once for each number. */
  number: string;
  orderNo: string;
  /** The provider's number of the payment, and its amount in fen. */
  paymentNo: string;
  paid: number;
  /** Fen. */
  amount: number;
}

/** A provider's report about a refund. */
export interface RefundReport {
  /** Our number. */
  refund: string;
  result: 'pending' | 'done' | 'failed';
  /** The provider's own number; `''` if it gave none. */
  reference: string;
  /** Why it failed, in the provider's words. */
  problem?: string;
}

/** Refunds to the card or the account that paid. */
export interface Refunds {
  /** Asks for a refund; the same number again changes nothing. Refused (500) if the provider does not respond. */
  send(refund: RefundOrder): Promise<RefundReport>;
  /** Queries a refund, in case a response or a notification got lost. undefined: the provider has none with this number. */
  ask(refund: RefundOrder): Promise<RefundReport | undefined>;
}

/** A provider's report about a payment that its payer disputes. */
export interface DisputeReport {
  /** The provider's number of the dispute, and of the payment. */
  dispute: string;
  paymentNo: string;
  /** Fen. */
  amount: number;
  /** In the provider's words. */
  reason: string;
  /** `inquiry`: the payer's bank asks, and nothing is withheld yet. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  /** Until when evidence is taken, in milliseconds since the epoch. */
  deadline?: number;
}

/** The content of a notification. */
type Notice = Outcome | RefundReport | DisputeReport;

/** A provider of online payments. */
export interface Provider {
  readonly sandbox: boolean;
  /** Starts the attempt at the provider. Refused (500) if it does not respond. */
  start(attempt: Attempt, payer: Payer): Promise<Onward>;
  /** Parses a notification. Throws `Forged` if the provider did not sign it; undefined: it concerns something else. */
  read(
    raw: Buffer,
    headers: IncomingHttpHeaders,
    now: number,
  ): Notice | undefined | Promise<Notice | undefined>;
  /** The response that confirms a notification to the provider. */
  readonly thanks: string;
  /**
   * Queries the result of an attempt, in case a notification got lost. `unpaid`: nothing has been paid so far; undefined: the provider
   * has no certain result.
   */
  ask?(attempt: string, reference?: string): Promise<Outcome | 'unpaid' | undefined>;
  /** Closes the attempt, so that nobody can pay it. */
  close?(attempt: string, reference?: string): Promise<void>;
  /** Absent if it refunds only by hand: then refunds go to the balance. */
  readonly refunds?: Refunds;
}

/** Return addresses of a provider's page: after payment, and after cancellation. */
export interface ReturnUrls {
  returnUrl: (orderNo: string) => string;
  cancelUrl: (orderNo: string) => string;
}

/** A notification without a valid signature of its provider. */
export class Forged extends Error {}
