import type { Movement } from '../../../contract/money/wallet';
import { type App, useApp } from '../../../core/app';
import { dateTime } from '../../../core/text/format';
import { incomeIcon, ordersIcon, transferIcon, withdrawIcon } from '../../../ui/display/icons';
import { Card } from '../../../ui/layout/card';
import { Tile } from '../../../ui/layout/cell';
import { quiet, row, spread } from '../../../ui/styles';
import * as devices from '../../devices/routes';
import * as orders from '../../orders/routes';
import * as wallet from '../routes';
import { amountOf, signed } from '../withdrawal/amount';

/** A link to the object behind a movement, if it has a screen. */
function behind({ reason, ref }: Movement, nav: App['nav']) {
  if (/^withdraw/.test(reason)) return nav.link(wallet.withDrawRecord, { id: ref });
  if (/^(order|payment|refund)/.test(reason)) return nav.link(orders.orderDetail, { orderNo: ref });
  if (reason === 'rent' || reason === 'acceleration')
    return nav.link(devices.earnings, { serialNumber: ref });
  return;
}

const icons: [RegExp, string][] = [
  [/^withdraw/, withdrawIcon],
  [/^(order|payment|refund)/, ordersIcon],
  [/^(rent|acceleration|reward|shop)/, incomeIcon],
];
const iconOf = (reason: string) => icons.find(([of]) => of.test(reason))?.[1] ?? transferIcon;

/** One at the left, the other at the right. */
const apart = { justifyContent: 'space-between' };

/** The reason of a movement, its amount, and the balance afterwards; `named`: shows the account. */
export function MovementCard({ of, named }: { of: Movement; named: boolean }) {
  const { nav, t } = useApp();
  const { kind, reason, rule, amount, balanceAfter, at, ref } = of;
  const to = behind(of, nav);
  return (
    <Card {...to}>
      <div className={spread}>
        <Tile of={iconOf(reason)} into={amount > 0} />
        <div data-grow="">
          <div className={row} style={apart}>
            <b style={{ minWidth: 0, marginRight: 8 }}>{rule ?? t(`wallet.reasons.${reason}`)}</b>
            <b style={{ whiteSpace: 'nowrap', ...(amount > 0 && { color: 'var(--cp-accent)' }) }}>
              {signed(kind, amount)}
            </b>
          </div>
          <div className={`${row} ${quiet}`} style={{ ...apart, flexWrap: 'wrap' }}>
            <span style={{ marginRight: 8 }}>
              {dateTime(at)}
              {named && ` · ${t(`wallet.kinds.${kind}`)}`}
            </span>
            <span>{t('wallet.movements.after', { amount: amountOf(kind, balanceAfter) })}</span>
          </div>
          {to && <p className={quiet}>{ref}</p>}
        </div>
      </div>
    </Card>
  );
}
