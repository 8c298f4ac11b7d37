import type { Movement } from '../../../contract/wallet';
import { type App, useApp } from '../../../core/app';
import { dateTime } from '../../../core/text/format';
import { Card } from '../../../ui/layout/card';
import { quiet } from '../../../ui/styles';
import { devices } from '../../devices/screens';
import { orders } from '../../orders/screens';
import { wallet } from '../screens';
import { apart } from '../styles';
import { amountOf, signed } from '../withdrawal/amount';

/** To what is behind a movement, where there is a screen of it. */
function behind({ reason, ref }: Movement, nav: App['nav']) {
  if (/^withdraw/.test(reason)) return nav.link(wallet.withDrawRecord, { id: ref });
  if (/^(order|payment|refund)/.test(reason)) return nav.link(orders.payOrderDetail, { orderNo: ref });
  if (reason === 'rent' || reason === 'acceleration')
    return nav.link(devices.earnings, { serialNumber: ref });
  return;
}

/** Why an account changed, by how much, and what it held then; `named`: which account. */
export function MovementCard({ of, named }: { of: Movement; named: boolean }) {
  const { nav, t } = useApp();
  const { kind, reason, amount, balanceAfter, at, ref } = of;
  const to = behind(of, nav);
  return (
    <Card {...to}>
      <div className={apart}>
        <span>{t(`wallet.reasons.${reason}`)}</span>
        <strong>{signed(kind, amount)}</strong>
      </div>
      <div className={`${apart} ${quiet}`}>
        <span>
          {dateTime(at)}
          {named && ` · ${t(`wallet.kinds.${kind}`)}`}
        </span>
        <span>{t('wallet.movements.after', { amount: amountOf(kind, balanceAfter) })}</span>
      </div>
      {to && <p className={quiet}>{ref}</p>}
    </Card>
  );
}
