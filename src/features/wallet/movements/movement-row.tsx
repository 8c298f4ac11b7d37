import type { Movement } from '../../../contract/money/wallet';
import { type App, useApp } from '../../../core/app';
import { when } from '../../../core/text/when';
import { incomeIcon, ordersIcon, transferIcon, withdrawIcon } from '../../../ui/display/icons';
import { Cell, Tile } from '../../../ui/layout/cell';
import { hidden, quiet } from '../../../ui/styles';
import * as devices from '../../devices/routes';
import * as orders from '../../orders/routes';
import * as wallet from '../routes';
import { amountOf, signed } from '../withdrawal/amount';

/** A link to the object behind a movement, if it has a screen. */
function behind({ reason, ref }: Movement, { nav, platform }: App) {
  if (reason === 'recharge' && !platform.guest) return nav.link(orders.receipt, { of: 'topUp', number: ref });
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

/** Movements whose memo is what people wrote for the member. */
const explained = new Set<string>(['correction', 'withdraw-returned']);

/** The reason of a movement, its amount, and the balance afterwards; `named`: shows the account. */
export function MovementRow({ of, named }: { of: Movement; named?: boolean | undefined }) {
  const app = useApp();
  const { t } = app;
  const { kind, reason, rule, amount, balanceAfter, at, ref, memo } = of;
  const to = behind(of, app);
  return (
    <Cell
      icon={<Tile of={iconOf(reason)} into={amount > 0} />}
      label={<b>{rule ?? t(`wallet.reasons.${reason}`)}</b>}
      note={
        <span style={{ overflowWrap: 'anywhere' }}>
          {when(at, app)}
          <br />
          {[named && t(`wallet.kinds.${kind}`), to && ref, explained.has(reason) && memo]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      value={
        <span style={{ whiteSpace: 'nowrap' }}>
          <b style={{ color: `var(--cp-${amount > 0 ? 'accent' : 'ink'})` }}>{signed(kind, amount)}</b>
          <br />
          <span className={quiet}>
            <span className={hidden}>{t('wallet.movements.after', { amount: '' })}</span>
            {amountOf(kind, balanceAfter)}
          </span>
        </span>
      }
      chevron={false}
      {...to}
    />
  );
}
