import type { PaymentMethod } from '../../../contract/buying/payment-methods';
import type { OfferedMethod } from '../../../contract/buying/payments';
import type { Currency } from '../../../contract/buying/products';
import { integer, money } from '../../../core/text/format';
import type { Translate } from '../../../core/text/i18n';
import { Amount } from '../../../ui/display/amount';

/** For the bar: the balance after the payment. */
export function balanceAfter(
  methods: readonly OfferedMethod[],
  method: PaymentMethod | undefined,
  total: number,
  t: Translate,
) {
  if (method !== 'balance') return {};
  const { available = 0 } = methods.find(({ way }) => way === method) ?? {};
  return { note: t('pay.pay.after'), amount: <Amount of={money(available - total)} /> };
}

/** `¥1,234.50`, `1,200 points`, `30 cloud beans`. */
export const amount = (value: number, currency: Currency, t: Translate): string =>
  currency === 'money' ? money(value) : t(`orders.amounts.${currency}`, { count: integer(value) });
