import { balance } from '../member/auth';
import { added, call } from '../wire/call';
import type { EmbedTerms } from '../wire/embed-terms';
import type { Page } from '../wire/page';
import { listDevices } from './devices';
import type * as rules from './orders.rules';
import type { PaymentMethod } from './payment-methods';
import type { Currency, QuoteLine } from './products';

/** The payment state of an order (spec §4). Only moves forward; `successful` and `failed` are final. */
export const OrderState = { waiting: 0, successful: 1, failed: -1, confirming: -3 } as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState];
/** Why an order failed. */
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
  /** The device order that its machines came to, once it is paid. */
  device?: string;
}

/** Spec §3, order. Amounts in the order's currency. */
export interface Order {
  orderNo: string;
  state: OrderState;
  /** Present when `state` is -1. */
  failReason?: FailReason;
  way: PaymentMethod;
  currency: Currency;
  lines: OrderLine[];
  amount: number;
  discount: number;
  total: number;
  couponCode?: string;
  /** What has arrived so far, and what was given back after it was paid. */
  paidAmount: number;
  refunded: number;
  /** One for each online transaction; empty for the other ways. */
  parts: Part[];
  /** ISO 8601. */
  createdAt: string;
  /** Until when it waits for payment; absent once it is paid, failed or confirming. */
  expiresAt?: string;
  paidAt?: string;
  /** The payment serial number, as the provider gave it. */
  paymentNo?: string;
  /** Whether it has a contract, and when that was signed. */
  contract: 'none' | 'unsigned' | 'signed';
  signedAt?: string;
  address?: { username: string; userphone: string; idCard?: string; address: string };
  /** How the goods travel; absent until they are sent. */
  shipment?: string;
  /** It brings balance and no goods: `lines` are empty. */
  topUp?: true;
  /** What the member asked to have back, and what came of it: `answer` says why it was refused. */
  refundRequest?: { state: 'asked' | 'refunded' | 'refused'; reason: string; answer?: string; at: string };
  /** The remittance that is being audited or was turned down, with the auditor's reason. */
  remittance?: { state: 'auditing' | 'approved' | 'rejected'; reason?: string };
}

/** What the list shows of an order. */
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

/** What a member has bought and still holds. */
export interface Package {
  orderNo: string;
  productId: string;
  name: string;
  picture: string;
  category: 'machines' | 'membership';
  quantity: number;
  /** The device order, for machines: where `txDevice/get` and a renewal begin. */
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

/** What an order that was made changes. */
const afterOrder = () => [listOrders, listDevices, packages, balance];
/** What an embed's token takes to buy and pay; what is taken from the balance, the member confirms on our own page. */
export const buying = ['orders:pay', 'devices:buy'] as const;

/*
 * Calls that buy. Each takes the goods, `shownTotal` (the quote's total that the member saw) and a `requestKey`: one key
 * makes one order. Refused, and nothing bought:
 * - 500 with `quote`, the price as it is now, when it is not `shownTotal`: show the difference and ask again;
 * - 5001 with `problems.items` (stock, limit), `problems.couponCode`, `problems.address` (goods need one), `problems.addressId` (one that the member does not have);
 * - 500 for a payment method that is not offered to this member here (`txOrder/ways`), and 500 `tooManyWaiting` above
 *   10 orders that wait for payment.
 */
/** Pays with the balance at once. Refused with 210002 'Insufficient payable balance!' (spec §8). */
export const addByMoney = call<typeof rules.addByMoney, Ordered>('txOrder/addByMoney', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'], 'balance-changed': [] },
  embed: { scopes: buying, confirm: true },
});
/** Holds the goods for an order paid by card, WeChat Pay, Alipay or remittance: `txOrder/startPay` or `remit` comes next. */
export const addUserOrder = call<typeof rules.addUserOrder, Ordered>('txOrder/addUserOrder', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'] },
  embed: { scopes: buying },
});
/** Holds the goods, and reserves an address and an exact amount for the life of the order: `startPay` gives both. */
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
/** The same with cloud beans. */
export const addByCloudBeans = call<typeof rules.addByCloudBeans, Ordered>('txOrder/addByCloudBeans', {
  once: true,
  stale: afterOrder,
  announce: { 'order-placed': ['orderNo'] },
  embed: { scopes: buying, confirm: true },
});
/** The order-submit query: which order a request key has made, if any yet. Never an error (spec §9: 15 retries, 1000 ms). */
export const submitState = added<typeof rules.submitState, { order?: Ordered }>('txOrder/submitState', {
  stale: afterOrder,
  embed: { scopes: buying },
});

/** The member's orders without top-ups, newest first; `keyword`: whose number or goods have that text in them. */
export const listOrders = added<typeof rules.listOrders, Page<OrderSummary>>('txOrder/list', {
  offline: 'last',
  embed: { first: { orders: {} }, scopes: ['orders:read', 'devices:buy'], fields: { name: 'public' } },
});
/** What waits for the member: orders to be paid, those whose payment is being confirmed, and contracts to be signed. */
export const waitingOrders = added<
  typeof rules.waitingOrders,
  { unpaid: number; confirming: number; unsigned: number }
>('txOrder/waiting', { embed: { first: { orders: {} }, scopes: ['orders:read'] } });
/** Of one order: nobody but the member learns where it is sent to. */
const whole = {
  scopes: ['orders:read', 'devices:buy'],
  fields: {
    name: 'public',
    address: 'private',
    username: 'private',
    userphone: 'private',
    idCard: 'private',
  },
} satisfies EmbedTerms<Order>;

/** Refused (500) when it is nobody's or another member's. */
export const getOrder = added<typeof rules.getOrder, Order>('txOrder/get', { embed: whole });
/** The same order under the specification's name, for `pages/orderDetail`. */
export const orderDetail = call<typeof rules.orderDetail, Order>('dbbMini/orderDetail', { embed: whole });
/**
 * Gives up an order that waits (0 → -1): stock, coupon and USDT address go back, and what had arrived goes to the balance.
 * Refused (500) when it is paid or confirming; an order that has failed already answers -1.
 */
export const cancelOrder = added<typeof rules.cancelOrder, { state: OrderState }>('txOrder/cancel', {
  once: true,
  stale: () => [getOrder, orderDetail, listOrders],
  embed: { scopes: ['orders:write', 'devices:buy'] },
});
/**
 * Asks for the money of a paid order back, in the member's words: somebody at the desk decides, and a message says what came of it.
 * Refused (500) when the order is not paid, all of it was given back, it is a top-up, or a request waits already.
 */
export const askRefund = added<typeof rules.askRefund, { state: 'asked' }>('txOrder/askRefund', {
  once: true,
  stale: () => [getOrder, orderDetail],
  embed: { scopes: ['orders:write'] },
});
/**
 * Has an order that waits paid in another way: the same order, with its price, coupon and stock, and longer to pay where the way takes
 * longer; the balance pays it at once. What had been begun to be paid is closed. Money that comes through it all the same pays the
 * order if that still waits for just so much, and goes to the balance otherwise. Refused (500) when the order is paid, confirming or over, or
 * the way is not offered (`txOrder/ways` with `orderNo`); 210002 when the balance is too small.
 */
export const changeMethod = added<typeof rules.changeMethod, Ordered>('txOrder/changeMethod', {
  once: 'latest',
  stale: () => [getOrder, orderDetail, listOrders, balance],
  embed: { scopes: buying, confirm: ['way', 'balance'] },
});
/** My packages: machines and memberships, the newest first. */
export const packages = added<typeof rules.packages, Page<Package>>('txOrder/packages', {
  embed: { scopes: ['orders:read', 'promotion:read', 'devices:read'], fields: { name: 'public' } },
});

export interface Contract {
  orderNo: string;
  title: string;
  /** Paragraphs, plain text, in the language of the request; once signed, as it was signed. */
  text: string[];
  /** SHA-256 of the text that will be signed, hex. */
  hash: string;
  signed?: {
    /** ISO 8601. */
    at: string;
    name: string;
    /** Masked: `110***********002X`. */
    idNumber: string;
    /** Address of the signature's picture, good for an hour. */
    signature: string;
  };
}

/** Refused (500) when the order has no contract: not paid yet, or no machines in it. */
export const getContract = added<typeof rules.getContract, Contract>('txOrder/contract', {
  embed: { scopes: ['orders:read'], fields: { idNumber: 'private', name: 'private', signature: 'private' } },
});
/**
 * Signs with the finger's picture and the member's identity. Refused (500) with 'Signing failed, please check and modify
 * the correct identity information' when the identity is not real or not the one this member signed with before.
 */
export const signContract = added<typeof rules.signContract, { signedAt: string }>('txOrder/sign', {
  once: true,
  stale: () => [getContract, getOrder, orderDetail, listOrders],
});

/** Words for codes, in the language of the request, in the order to show them in. */
export const getDict = call<typeof rules.getDict, { items: { value: string; label: string }[] }>(
  'strdicItem/getDict',
  { guard: 'anyone' },
);
