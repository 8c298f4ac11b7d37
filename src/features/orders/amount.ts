import type { Currency } from '../../contract/products';
import { money, whole } from '../../core/format';
import type { Translate } from '../../core/i18n';

/** `¥1,234.50`, `1,200 points`, `30 cloud beans`. */
export const amount = (value: number, currency: Currency, t: Translate): string =>
  currency === 'money' ? money(value) : t(`orders.amounts.${currency}`, { count: whole(value) });

/** `12.345678` from 10^-6 USDT: exactly what is to be sent. */
export function usdt(micro: number): string {
  const rest = String(micro % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${Math.trunc(micro / 1_000_000)}.${rest}`;
}
