import type { OfferedMethods } from '../../../contract/buying/payments';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { hint } from '../../../ui/field/hint';

/** Spec §9: 50,000 yuan per transaction, payable in parts; above that a corporate transfer is better. */
export function LimitHint({ methods }: { methods: OfferedMethods }) {
  const { t } = useApp();
  const { overLimit, limit, managerPhone } = methods;
  if (!overLimit) return null;
  return (
    <p className={hint}>
      {t('pay.pay.limit', { limit: money(limit) })} {t('pay.pay.manager')}{' '}
      {managerPhone && <a href={`tel:${managerPhone}`}>{managerPhone}</a>}
    </p>
  );
}
