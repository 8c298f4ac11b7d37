import { isHeld, isOnline } from '../../../contract/buying/payment-methods';
import type { OfferedMethod } from '../../../contract/buying/payments';
import type { App } from '../../../core/app';
import { isElsewhere } from './continue-payment';

/**
 * Exactly one confirmation of a payment: the payment password, the provider's page or, in a partner's page, the secure document. Only if
 * none of these follows, or the payment has to be completed elsewhere (spec §1), a dialog names the amount.
 */
export async function confirmed(
  { dialogs, platform, t }: App,
  offered: OfferedMethod | undefined,
  amount: string,
): Promise<boolean> {
  if (!offered) return false;
  const { way: method, parts, asksPassword } = offered;
  const elsewhere = isOnline(method) && (await isElsewhere(platform));
  if (!elsewhere && (!isHeld(method) || platform.guest || asksPassword)) return true;
  const text = [
    t('pay.pay.by', { way: t(`orders.ways.${method}`) }),
    ...(parts > 1 ? [t('pay.pay.parts', { count: parts })] : []),
    ...(elsewhere ? [t('pay.pay.browser')] : []),
  ];
  return !!(await dialogs.ask({
    title: t('pay.pay.confirm', { amount }),
    text: text.join(' '),
    yes: t('pay.pay.button', { amount }),
    no: t('common.cancel'),
  }));
}
