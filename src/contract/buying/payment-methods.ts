import type { Country } from '../member/auth';
import type { Currency } from './products';

interface PaymentMethodRow {
  /**
   * `held`: out of what the member has with us, at once. `online`: through a provider, in parts up to the online limit. `chain`: a transfer
   * to an address of ours. `remittance`: a bank transfer, and its voucher.
   */
  kind: 'held' | 'online' | 'chain' | 'remittance';
  /** Orders in this currency can be paid with it. */
  currency: Currency;
  /** Who is offered it where a deployment does not say otherwise: members of a country version, and those in the mini-program. */
  offered: readonly (Country | 'mini')[];
  /** Its pages do not open inside WeChat: the payment is carried to another browser, and `orders.result.<method>` says so. */
  outsideWechat?: true;
}

/**
 * How orders are paid, in the order in which members see it. A new one that goes through a provider is a line here, the provider's in
 * `src/server/payments/providers.ts` with its settings in `src/server/settings/payments.ts`, and its name in `i18n/<language>/orders.json`;
 * everything else follows.
 */
export const paymentMethods = {
  balance: { kind: 'held', currency: 'money', offered: ['cn', 'intl', 'mini'] },
  // members of the Chinese version are offered these two, and pay with them first
  wechat: { kind: 'online', currency: 'money', offered: ['cn', 'mini'] },
  alipay: { kind: 'online', currency: 'money', offered: ['cn'], outsideWechat: true },
  card: { kind: 'online', currency: 'money', offered: ['cn', 'intl'] },
  usdt: { kind: 'chain', currency: 'money', offered: ['intl'] },
  remittance: { kind: 'remittance', currency: 'money', offered: ['cn', 'intl', 'mini'] },
  points: { kind: 'held', currency: 'points', offered: ['cn', 'intl', 'mini'] },
  cloudBeans: { kind: 'held', currency: 'cloudBeans', offered: ['cn', 'intl', 'mini'] },
} as const satisfies Record<string, PaymentMethodRow>;

export type PaymentMethod = keyof typeof paymentMethods;

type MethodWith<Part> = {
  [Method in PaymentMethod]: (typeof paymentMethods)[Method] extends Part ? Method : never;
}[PaymentMethod];

export type HeldMethod = MethodWith<{ kind: 'held' }>;
export type OnlineMethod = MethodWith<{ kind: 'online' }>;
type OutsideMethod = MethodWith<{ outsideWechat: true }>;
export type MoneyMethod = MethodWith<{ currency: 'money' }>;
/** Those that `txOrder/topUp` takes. */
export type TopUpMethod = MethodWith<{ kind: 'online' | 'chain' }>;
/** Those whose orders `txOrder/addUserOrder` makes. */
export type Channel = MethodWith<{ kind: 'online' | 'remittance' }>;

/** What the table says of a method. */
export const aboutMethod = (method: PaymentMethod): PaymentMethodRow => paymentMethods[method];

/** The methods of which something holds, in the order of the table. */
export const methodsWhere = (holds: (about: PaymentMethodRow) => boolean): PaymentMethod[] =>
  (Object.keys(paymentMethods) as PaymentMethod[]).filter((method) => holds(paymentMethods[method]));

/** Whether it is paid out of what the member has with us. */
export const isHeld = (method: PaymentMethod): method is HeldMethod => paymentMethods[method].kind === 'held';

/** Whether its pages do not open inside WeChat. */
export const isOutside = (method: PaymentMethod): method is OutsideMethod =>
  !!aboutMethod(method).outsideWechat;

/** Whether a payment with it goes through a provider. Takes any text, such as a part of an address. */
export const isOnline = (method: string): method is OnlineMethod =>
  (paymentMethods as Record<string, PaymentMethodRow | undefined>)[method]?.kind === 'online';
