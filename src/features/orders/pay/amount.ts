import type { Currency } from '../../../contract/products';
import { money, whole } from '../../../core/format';
import type { Translate } from '../../../core/i18n';

/** `¥1,234.50`, `1,200 points`, `30 cloud beans`. */
export const amount = (value: number, currency: Currency, t: Translate): string =>
  currency === 'money' ? money(value) : t(`orders.amounts.${currency}`, { count: whole(value) });
