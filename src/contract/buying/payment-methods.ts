import type { Country } from '../member/auth';
import type { Currency } from './products';

interface PaymentMethodRow {
  /**
   * `held`: from the member's balances, at once. `online`: through a provider, in parts up to the online limit. `chain`: a transfer to
   * our address. `remittance`: a bank transfer with its voucher.
   */
  kind: 'held' | 'online' | 'chain' | 'remittance';
  /** It can pay orders in this currency. */
  currency: Currency;
  /** The default audience if a deployment does not configure it: members of a country version, and members in the mini-program. */
  offered: readonly (Country | 'mini')[];
  /** Its pages do not open inside WeChat: the payment continues in another browser, and `orders.result.<method>` explains that. */
  outsideWechat?: true;
}

/**
 * The payment methods, in the order in which members see them. To add one that uses a provider: add a line here, its provider in
 * `src/server/payments/providers.ts` with its settings in `src/server/settings/payments.ts`, and its name in
 * `i18n/<language>/orders.json`; everything else follows.
 */
export const paymentMethods = {
  balance: { kind: 'held', currency: 'money', offered: ['cn', 'intl', 'mini'] },
  // members of the Chinese version see these two first
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
/** The methods that `txOrder/topUp` accepts. */
export type TopUpMethod = MethodWith<{ kind: 'online' | 'chain' }>;
/** The methods of orders that `txOrder/addUserOrder` creates. */
export type Channel = MethodWith<{ kind: 'online' | 'remittance' }>;

/** The row of a method in the table. */
export const aboutMethod = (method: PaymentMethod): PaymentMethodRow => paymentMethods[method];

/** The methods that satisfy a condition, in the order of the table. */
export const methodsWhere = (holds: (about: PaymentMethodRow) => boolean): PaymentMethod[] =>
  (Object.keys(paymentMethods) as PaymentMethod[]).filter((method) => holds(paymentMethods[method]));

/** Whether it pays from the member's balances. */
export const isHeld = (method: PaymentMethod): method is HeldMethod => paymentMethods[method].kind === 'held';

/** Whether its pages do not open inside WeChat. */
export const isOutside = (method: PaymentMethod): method is OutsideMethod =>
  !!aboutMethod(method).outsideWechat;

/** Whether a payment with it goes through a provider. Accepts any text, such as a part of an address. */
export const isOnline = (method: string): method is OnlineMethod =>
  (paymentMethods as Record<string, PaymentMethodRow | undefined>)[method]?.kind === 'online';
