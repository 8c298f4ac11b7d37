import { balance } from '../member/auth';
import { added, call } from '../wire/call';
import type { EmbedTerms } from '../wire/embed-terms';
import type { Page } from '../wire/page';
import { listDevices } from './devices';
import type * as rules from './orders.rules';
import type { PaymentMethod } from './payment-methods';
import type { Currency, QuoteLine } from './products';

/** The payment state of an order (spec §4). It only moves forward; `successful` and `failed` are final. */
export const OrderState = { waiting: 0, successful: 1, failed: -1, confirming: -3 } as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState];
/** The reason why an order failed. */
export type FailReason = 'canceled' | 'expired' | 'rejected';

/** One transaction of an order that is paid online: up to 50,000 yuan each (spec §9). */
export interface Part {
  /** From 1. */
  part: number;
  /** Fen. */
  amount: number;
  state: OrderState;
}

export interface OrderLine extends QuoteLine {
  /** The device order of its machines, once it is paid. */
  device?: string;
}

/** A part of what was refunded. */
export interface OrderRefund {
  /** The payment method that it went back to; the balance if it could not. */
  to: PaymentMethod;
  amount: number;
  /** `underWay`: the provider has not confirmed it yet. The member's bank may need some days more. */
  state: 'underWay' | 'done';
  /** ISO 8601; absent for several refunds to the balance. */
  at?: string;
}

/** Spec §3, order. Amounts in the order's currency. */
export interface Order {
  orderNo: string;
  state: OrderState;
  /** Present if `state` is -1. */
  failReason?: FailReason;
  way: PaymentMethod;
  currency: Currency;
  lines: OrderLine[];
  amount: number;
  discount: number;
  total: number;
  couponCode?: string;
  /** The amount received so far, and the amount refunded after payment. */
  paidAmount: number;
  refunded: number;
  /** Where the refunded amount went; absent if nothing was refunded. */
  refunds?: OrderRefund[];
  /** One per online transaction; empty for other methods. */
  parts: Part[];
  /** ISO 8601. */
  createdAt: string;
  /** Until when it waits for payment; absent once it is paid, failed or confirming. */
  expiresAt?: string;
  paidAt?: string;
  /** The payment serial number, from the provider. */
  paymentNo?: string;
  /** Whether it has a contract, and when that was signed. */
  contract: 'none' | 'unsigned' | 'signed';
  signedAt?: string;
  address?: { username: string; userphone: string; idCard?: string; address: string };
  /** The shipment of the goods; absent until they are sent. */
  shipment?: string;
  /** A top-up of the balance without goods: `lines` is empty. */
  topUp?: true;
  /** The member's refund request, and its outcome: `answer` is the reason for a rejection. */
  refundRequest?: { state: 'asked' | 'refunded' | 'refused'; reason: string; answer?: string; at: string };
  /** The remittance that is being audited or was rejected, with the auditor's reason. */
  remittance?: { state: 'auditing' | 'approved' | 'rejected'; reason?: string };
}

/** An order in the list. */
export type OrderSummary = Pick<
  Order,
  | 'orderNo'
  | 'state'
  | 'failReason'
  | 'way'
  | 'currency'
  | 'total'
  | 'paidAmount'
  | 'refunded'
  | 'createdAt'
  | 'expiresAt'
  | 'contract'
> & { lines: Pick<OrderLine, 'productId' | 'name' | 'picture' | 'quantity'>[] };

/** A purchase that the member still holds. */
export interface Package {
  orderNo: string;
  productId: string;
  name: string;
  picture: string;
  category: 'machines' | 'membership';
  quantity: number;
  /** The device order, for machines: the key for `txDevice/get` and for a renewal. */
  serialNumber?: string;
  /** ISO 8601. */
  boughtAt: string;
  endsAt: string;
  remainingDays: number;
  state: 'active' | 'ended';
}

export interface Ordered {
  orderNo: string;
  state: OrderState;
  total: number;
}

/** The calls that a new order makes stale. */
const afterOrder = () => [listOrders, listDevices, packages, balance];
/** The scopes that an embed's token needs to buy and pay; the member confirms a payment from the balance on our own page. */
export const buying = ['orders:pay', 'devices:buy', 'points:buy'] as const;
/** The scopes that allow it to read an order. */
export const bought = ['orders:read', 'devices:buy', 'points:buy'] as const;

/*
 * Calls that buy. Each has the goods, `shownTotal` (the quote's total that the member saw) and a `requestKey`: one key makes one
 * order. Refused without a purchase:
 * - 500 with `quote`, the current price, if it differs from `shownTotal`: show the difference and ask again;
 * - 5001 with `problems.items` (stock, limit), `problems.couponCode`, `problems.address` (goods need one), `problems.addressId` (the
 *   member has no such address);
 * - 500 for a payment method that is not offered to this member here (`txOrder/ways`), and 500 `tooManyWaiting` above 10 unpaid orders.
 */
/** Pays from the balance at once. Refused with 210002 'Insufficient payable balance!' (spec §8). */
export const addByMoney = call<typeof rules.addByMoney, Ordered>('txOrder/addByMoney', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'], 'balance-changed': [] },
  embed: { scopes: buying, confirm: true },
});
/** Reserves the goods of an order that is paid by card, WeChat Pay, Alipay or remittance: `txOrder/startPay` or `remit` comes next. */
export const addUserOrder = call<typeof rules.addUserOrder, Ordered>('txOrder/addUserOrder', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'] },
  embed: { scopes: buying },
});
/** Reserves the goods, and an address with an exact amount, for the lifetime of the order: `startPay` returns both. */
export const addUserUsdt = call<typeof rules.addUserUsdt, Ordered>('txOrder/addUserUsdt', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'] },
  embed: { scopes: buying },
});
/** Pays with points; `total` is in points. Refused (500) with too few, or while they are frozen (spec §4). */
export const addByIntegral = call<typeof rules.addByIntegral, Ordered>('txOrder/addByIntegral', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'] },
  embed: { scopes: buying, confirm: true },
});
/** Pays with cloud beans; otherwise like `addByIntegral`. */
export const addByCloudBeans = call<typeof rules.addByCloudBeans, Ordered>('txOrder/addByCloudBeans', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'] },
  embed: { scopes: buying, confirm: true },
});
/** The order-submit query: the order that a request key has created, if any. Never an error (spec §9: 15 retries, 1000 ms). */
export const submitState = added<typeof rules.submitState, { order?: Ordered }>('txOrder/submitState', {
  stale: afterOrder,
  embed: { scopes: buying },
});

/** The member's orders without top-ups, newest first; `keyword`: only orders whose number or goods contain the text. */
export const listOrders = added<typeof rules.listOrders, Page<OrderSummary>>('txOrder/list', {
  oldest: '1 s',
  offline: 'last',
  embed: { first: { orders: {} }, scopes: bought, fields: { name: 'public' } },
});
/** Counts of tasks for the member: unpaid orders, orders whose payment is being confirmed, and unsigned contracts. */
export const waitingOrders = added<
  typeof rules.waitingOrders,
  { unpaid: number; confirming: number; unsigned: number }
>('txOrder/waiting', { embed: { first: { orders: {} }, scopes: ['orders:read'] } });
/** Of one order: only the member receives the delivery address. */
const whole = {
  scopes: bought,
  fields: {
    name: 'public',
    address: 'private',
    username: 'private',
    userphone: 'private',
    idCard: 'private',
  },
} satisfies EmbedTerms<Order>;

/** Refused (500) if it does not exist or belongs to another member. */
export const getOrder = added<typeof rules.getOrder, Order>('txOrder/get', { embed: whole });
/** The same order under the specification's name, for `pages/orderDetail`. */
export const orderDetail = call<typeof rules.orderDetail, Order>('dbbMini/orderDetail', { embed: whole });
/**
 * Cancels an unpaid order (0 → -1): stock, coupon and USDT address are released, and partial payments go to the balance. Refused (500) if
 * it is paid or confirming; for a failed order the answer is -1 again.
 */
export const cancelOrder = added<typeof rules.cancelOrder, { state: OrderState }>('txOrder/cancel', {
  once: true,
  stale: () => [getOrder, orderDetail, listOrders],
  embed: { scopes: ['orders:write', 'devices:buy', 'points:buy'] },
});
/**
 * Requests the refund of a paid order, with the member's reason: support decides, and a message informs the member. Refused (500) if the
 * order is not paid, was refunded completely, is a top-up, or already has a pending request.
 */
export const askRefund = added<typeof rules.askRefund, { state: 'asked' }>('txOrder/askRefund', {
  once: true,
  stale: () => [getOrder, orderDetail],
  embed: { scopes: ['orders:write'] },
});
/**
 * Changes the payment method of an unpaid order: price, coupon and stock stay, and the deadline is extended if the method needs longer;
 * the balance pays it at once. Attempts with the old method are closed. Money that still arrives through them pays the order if it waits
 * for exactly this amount, otherwise it goes to the balance. Refused (500) if the order is paid, confirming or ended, or if the method is
 * not offered (`txOrder/ways` with `orderNo`); 210002 if the balance is too low.
 */
export const changeMethod = added<typeof rules.changeMethod, Ordered>('txOrder/changeMethod', {
  once: 'latest',
  stale: () => [getOrder, orderDetail, listOrders, balance],
  embed: { scopes: buying, confirm: ['way', 'balance'] },
});
/** My packages: machines and memberships, newest first. */
export const packages = added<typeof rules.packages, Page<Package>>('txOrder/packages', {
  oldest: '30 s',
  embed: {
    scopes: ['orders:read', 'promotion:read', 'devices:read', 'points:buy'],
    fields: { name: 'public' },
  },
});

export interface Contract {
  orderNo: string;
  title: string;
  /** Paragraphs of plain text, in the language of the request; once signed, as they were signed. */
  text: string[];
  /** SHA-256 of the text to sign, hex. */
  hash: string;
  /** A partner's page learns only when. */
  signed?: {
    /** ISO 8601. */
    at: string;
    name: string;
    /** Masked: `110***********002X`. */
    idNumber: string;
    /** Address of the signature's picture, valid for an hour. */
    signature: string;
  };
}

/** Refused (500) if the order has no contract: it is unpaid, or contains no machines. */
export const getContract = added<typeof rules.getContract, Contract>('txOrder/contract', {
  embed: {
    scopes: ['orders:read', 'devices:buy'],
    fields: { idNumber: 'private', name: 'private', signature: 'private' },
  },
});
/**
 * Signs with the picture of a drawn signature and the member's identity. Refused (500) with 'Signing failed, please check and modify the
 * correct identity information' if the identity is invalid or differs from the one this member signed with before.
 */
export const signContract = added<typeof rules.signContract, { signedAt: string }>('txOrder/sign', {
  once: true,
  stale: () => [getContract, getOrder, orderDetail, listOrders],
  embed: { scopes: ['orders:write', 'devices:buy'], confirm: true },
});

/** The words of codes, in the language of the request, in display order. */
export const getDict = call<typeof rules.getDict, { items: { value: string; label: string }[] }>(
  'strdicItem/getDict',
  { oldest: '30 s', guard: 'anyone', embed: { scopes: 'every' } },
);
