import { balance } from '../member/auth';
import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import { buying, getOrder, listOrders, type Ordered, type OrderState, orderDetail } from './orders';
import type { OnlineMethod, PaymentMethod } from './payment-methods';
import type * as rules from './payments.rules';

/** Fen that one online transaction may come to: 50,000 yuan (spec §9). A larger order is paid in parts. */
export const onlineLimit = 50_000_00;

export interface OfferedMethod {
  way: PaymentMethod;
  /** Whether the member can pay `total` with it now; `reason` says why not. */
  usable: boolean;
  reason?: 'insufficient' | 'frozen' | 'signedOut';
  /** What the member has: fen, points or beans. Absent for the other methods, and signed out. */
  available?: number;
  /** Whether paying `total` with it asks for the payment password, which confirms it. */
  asksPassword?: true;
  /** Online transactions that `total` takes; 1 unless it is over the limit. */
  parts: number;
  /** A stand-in that moves no real money, to be labelled as one. */
  sandbox: boolean;
}

export interface OfferedMethods {
  ways: OfferedMethod[];
  /** Whether `total` is over the online limit: show the hint about the account manager and a corporate transfer. */
  overLimit: boolean;
  /** Fen. */
  limit: number;
  /** The account manager. Empty: none is set. */
  managerPhone: string;
}

/** Spec §3, WeChat pay data, with the appId that the bridge call needs besides. */
export interface WechatPayData {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: 'RSA' | 'MD5';
  paySign: string;
}

interface Started {
  orderNo: string;
  /** Fen; 10^-6 USDT for `usdt`. */
  amount: number;
  /** Until when it can be paid. ISO 8601. */
  deadline: string;
  sandbox: boolean;
}

/**
 * A transaction at a provider, and where it goes on: at `url`, a page of the provider's, and outside WeChat at `outsideUrl`, a page of
 * ours with a one-time ticket, where the provider's does not open in WeChat. WeChat Pay has more: inside WeChat `pay` is for the bridge; on
 * a computer `code` is drawn as a QR code for WeChat to scan; in the mini-program `native` is what its own page pays with, once. A sandbox
 * gives a `url` everywhere: use that.
 */
export interface OnlineTicket extends Started {
  way: OnlineMethod;
  /** From 1. */
  part: number;
  url?: string;
  outsideUrl?: string;
  pay?: WechatPayData;
  code?: string;
  native?: string;
}

/**
 * How a payment goes on. Hand the whole of it to `Platform.pay`, or show it. Addresses of a sandbox, and `outsideUrl`, are
 * paths in the gateway's own origin.
 */
export type PayTicket = Started &
  (
    | Omit<OnlineTicket, keyof Started>
    /** `url` only in a sandbox: a page that makes the transfer. */
    | ({ way: 'usdt'; url?: string } & UsdtPayee)
    | { way: 'remittance'; payee: RemittancePayee }
  );

export interface UsdtPayee {
  /** TRON, base58check: check it on the phone before it is shown. Belongs to this order until the deadline. */
  address: string;
  /** Exactly so much, in 10^-6 USDT; another amount is not recognised and goes to manual review. */
  amount: number;
  /** The token's contract. */
  contract: string;
  deadline: string;
}

/** Where to remit to, and the words to put with it. */
export interface RemittancePayee {
  accountName: string;
  accountNumber: string;
  bank: string;
  /** The order number, or the username for a recharge: so that the money finds what it is for. */
  reference: string;
}

/**
 * Payment methods that this member is offered here: by country version and place (`appid`). Signed out it tells what there
 * is, unusable. With `currency` points or cloudBeans: only that one. With `orderNo`: what that order can be paid with.
 */
export const offeredMethods = added<typeof rules.offeredMethods, OfferedMethods>('txOrder/ways', {
  guard: 'anyone',
  // whose money it is, a partner's page learns no more of than whether it is enough
  embed: { scopes: buying, fields: { available: 'private', managerPhone: 'public' } },
});

/**
 * Begins, or begins again, to pay an order that waits; `part` (from 1) is the first unpaid one unless said. Begun again
 * it gives the same payment while that lasts. Refused (500) when the order is paid, failed or has run out, or when the
 * provider does not answer.
 */
export const startPay = added<typeof rules.startPay, PayTicket>('txOrder/startPay', {
  embed: { scopes: buying, fields: { accountName: 'public', address: 'public' } },
});

/**
 * The payment query (spec §9: at once, then up to 8 retries every 2000 ms). `paidAmount` and `total` are in the order's
 * currency. Exhausted at 0 or -3 means confirming, never failed. `attempt` is the newest transaction: when that failed
 * (a card was declined), the order still waits and can be paid again. `unpaid`: its provider was asked just now, and says
 * that nothing has been paid with it so far.
 */
export const queryPay = added<
  typeof rules.queryPay,
  {
    state: OrderState;
    paidAmount: number;
    total: number;
    attempt?: 'open' | 'failed' | 'paid';
    unpaid?: boolean;
  }
>('txOrder/queryPay', { embed: { scopes: ['orders:read', 'devices:buy'] } });

/**
 * The USDT address that is reserved for an order: of all, the least used when it was made. Refused (500) unless the order
 * waits to be paid with USDT. `url` only in a sandbox: a page that makes the transfer.
 */
export const findLittleUse = call<typeof rules.findLittleUse, UsdtPayee & { sandbox: boolean; url?: string }>(
  'systemAccountTron/findLittleUse',
  { embed: { scopes: buying, fields: { address: 'public' } } },
);

/**
 * Hands in the voucher of an offline remittance (spec §5, recharge): for an order, all of its total, which then confirms
 * (-3) until an operator has audited it; without `orderNo` it recharges the balance. `id` names it to the operator.
 * Refused (5001) with `problems.amount` when it is not the order's total (`limit`), `problems.voucher` when the picture
 * is not the member's.
 */
export const remit = added<typeof rules.remit, { id: string; state: OrderState }>('txOrder/remit', {
  once: true,
  stale: () => [getOrder, orderDetail, listOrders, balance, startPay, listRecharges],
  embed: { scopes: buying },
});

/**
 * Tops up the balance through a provider or with USDT (spec §5, recharge: amount and phone): an order without goods that is paid like
 * every other, in parts above the online limit, and credited once all of it has come. By bank transfer it is `remit`. Refused (500) for a
 * method that the member is not offered here, and above 10 orders that wait for payment.
 */
export const topUp = added<typeof rules.topUp, Ordered>('txOrder/topUp', {
  once: true,
  stale: () => [listRecharges],
});

/** Money that a member has put into their balance: by bank transfer, as the voucher says, or through a provider. */
export interface Recharge {
  id: string;
  /** Of a top-up that is an order: where it is paid, or looked at. */
  orderNo?: string;
  way: PaymentMethod;
  /** Fen. */
  amount: number;
  /** `waiting`: to be paid; `auditing`: somebody, or the provider, has to confirm it. */
  state: 'waiting' | 'auditing' | 'approved' | 'rejected';
  /** Why it was rejected. */
  reason?: string;
  /** ISO 8601. */
  at: string;
}

/** The member's recharges, newest first, and where to remit to; no `payee` where this deployment has none. */
export const listRecharges = added<
  typeof rules.listRecharges,
  Page<Recharge> & { payee?: RemittancePayee; sandbox: boolean }
>('txOrder/recharges');
