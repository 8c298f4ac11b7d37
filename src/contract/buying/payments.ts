import { balance } from '../member/auth';
import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import { bought, buying, getOrder, listOrders, type Ordered, type OrderState, orderDetail } from './orders';
import type { OnlineMethod, PaymentMethod } from './payment-methods';
import type * as rules from './payments.rules';

/** Maximum amount of one online transaction in fen: 50,000 yuan (spec §9). A larger order is paid in parts. */
export const onlineLimit = 50_000_00;

export interface OfferedMethod {
  way: PaymentMethod;
  /** Whether the member can pay `total` with it now; `reason` explains why not. */
  usable: boolean;
  reason?: 'insufficient' | 'frozen' | 'signedOut';
  /** The member's balance: fen, points or beans. Absent for other methods, and when signed out. */
  available?: number;
  /** Whether paying `total` with it requires the payment password, which confirms it. */
  asksPassword?: true;
  /** Number of online transactions for `total`; 1 unless it is over the limit. */
  parts: number;
  /** A sandbox that moves no real money; label it as one. */
  sandbox: boolean;
}

export interface OfferedMethods {
  ways: OfferedMethod[];
  /** Whether `total` is over the online limit: show the hint about the account manager and a corporate transfer. */
  overLimit: boolean;
  /** Fen. */
  limit: number;
  /** The account manager. Empty: none is configured. */
  managerPhone: string;
}

/** Spec §3, WeChat pay data, with the appId that the bridge call also needs. */
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
 * A transaction at a provider, and its next step: `url`, a page of the provider's, or, if that does not open in WeChat, `outsideUrl`, a
 * page of ours with a one-time ticket. For WeChat Pay: `pay` is for the bridge inside WeChat; `code` is shown on a computer as a QR code;
 * `native` is for the mini-program's own page, once. A sandbox always has a `url`: use that.
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
 * The next step of a payment. Pass it to `Platform.pay`, or show it. Addresses of a sandbox, and `outsideUrl`, are paths in the gateway's
 * own origin.
 */
export type PayTicket = Started &
  (
    | Omit<OnlineTicket, keyof Started>
    /** `url` only in a sandbox: a page that makes the transfer. */
    | ({ way: 'usdt'; url?: string } & UsdtPayee)
    | { way: 'remittance'; payee: RemittancePayee }
  );

export interface UsdtPayee {
  /** TRON, base58check: check it on the phone before showing it. Reserved for this order until the deadline. */
  address: string;
  /** The exact amount in 10^-6 USDT; another amount is not recognised and goes to manual review. */
  amount: number;
  /** The token's contract. */
  contract: string;
  deadline: string;
}

/** The account for the remittance, and its reference text. */
export interface RemittancePayee {
  accountName: string;
  accountNumber: string;
  bank: string;
  /** The order number, or the username for a recharge, so that the money can be assigned. */
  reference: string;
}

/**
 * Payment methods offered to this member here: by country version and place (`appid`). When signed out, all are unusable. With `currency`
 * points or cloudBeans: only that one. With `orderNo`: the methods for that order.
 */
export const offeredMethods = added<typeof rules.offeredMethods, OfferedMethods>('txOrder/ways', {
  guard: 'anyone',
  // a partner's page learns only whether the balance suffices, not its amount
  embed: { scopes: buying, fields: { available: 'private', managerPhone: 'public' } },
});

/**
 * Starts or resumes the payment of an unpaid order; `part` (from 1) defaults to the first unpaid one. A resumed payment stays the same
 * while it is valid. Refused (500) if the order is paid, failed or expired, or if the provider does not respond.
 */
export const startPay = added<typeof rules.startPay, PayTicket>('txOrder/startPay', {
  embed: { scopes: buying, fields: { accountName: 'public', address: 'public' } },
});

/**
 * The payment query (spec §9: at once, then up to 8 retries every 2000 ms). `paidAmount` and `total` are in the order's currency.
 * Exhausted at 0 or -3 means confirming, never failed. `attempt` is the newest transaction: if it failed (a card was declined), the order
 * still waits and can be paid again. `unpaid`: its provider was just queried and reports that nothing has been paid.
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
>('txOrder/queryPay', { embed: { scopes: bought } });

/**
 * The USDT address reserved for an order: the least used one when the order was made. Refused (500) unless the order waits to be paid
 * with USDT. `url` only in a sandbox: a page that makes the transfer.
 */
export const findLittleUse = call<typeof rules.findLittleUse, UsdtPayee & { sandbox: boolean; url?: string }>(
  'systemAccountTron/findLittleUse',
  { embed: { scopes: buying, fields: { address: 'public' } } },
);

/**
 * Submits the voucher of an offline remittance (spec §5, recharge): for an order, of its whole total, which is then confirming (-3) until
 * an operator has audited it; without `orderNo` it recharges the balance. `id` identifies it to the operator. Refused (5001) with
 * `problems.amount` if it is not the order's total (`limit`), `problems.voucher` if the picture does not belong to the member.
 */
export const remit = added<typeof rules.remit, { id: string; state: OrderState }>('txOrder/remit', {
  once: true,
  stale: () => [getOrder, orderDetail, listOrders, balance, startPay, listRecharges],
  embed: { scopes: buying },
});

/**
 * Tops up the balance through a provider or with USDT (spec §5, recharge: amount and phone): an order without goods that is paid like any
 * other, in parts above the online limit, and credited when all parts have arrived. Use `remit` for a bank transfer. Refused (500) for a
 * method that the member is not offered here, and above 10 unpaid orders.
 */
export const topUp = added<typeof rules.topUp, Ordered>('txOrder/topUp', {
  once: true,
  stale: () => [listRecharges],
});

/** A deposit to the member's balance: by bank transfer, with a voucher, or through a provider. */
export interface Recharge {
  id: string;
  /** The order of a top-up, to pay or view it. */
  orderNo?: string;
  way: PaymentMethod;
  /** Fen. */
  amount: number;
  /** `waiting`: unpaid; `auditing`: an auditor, or the provider, has to confirm it. */
  state: 'waiting' | 'auditing' | 'approved' | 'rejected';
  /** The reason for a rejection. */
  reason?: string;
  /** ISO 8601. */
  at: string;
}

/** The member's recharges, newest first, and the account for remittances; no `payee` if this deployment has none. */
export const listRecharges = added<
  typeof rules.listRecharges,
  Page<Recharge> & { payee?: RemittancePayee; sandbox: boolean }
>('txOrder/recharges', { oldest: '1 s' });
