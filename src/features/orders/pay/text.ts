import type { Currency } from '../../../contract/buying/products';
import { integer, money } from '../../../core/text/format';
import type { Translate } from '../../../core/text/i18n';

/** `¥1,234.50`, `1,200 points`, `30 cloud beans`. */
export const amount = (value: number, currency: Currency, t: Translate): string =>
  currency === 'money' ? money(value) : t(`orders.amounts.${currency}`, { count: integer(value) });
