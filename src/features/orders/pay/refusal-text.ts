import type { Problems } from '../../../contract/wire/problem';
import type { Failure } from '../../../core/http/failure';
import type { Translate } from '../../../core/text/i18n';
import { failureText } from '../../../ui/feedback/trouble';

/** Why goods cannot be bought like this: the problem of the goods, else the server's message. */
export function refusalText(failure: Failure, t: Translate): string {
  const { couponCode, items, address } = failure.problems as Problems<Record<string, unknown>>;
  if (couponCode) return t('pay.pay.coupon');
  if (address) return t('pay.address.missing');
  if (items?.limit) return t('pay.pay.stock', { limit: items.limit });
  return items ? t('pay.pay.soldOut') : failureText(failure, t);
}
