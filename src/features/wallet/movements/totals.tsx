import type { Balance } from '../../../contract/member/auth';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { Totals as Amounts, type Total } from '../../../ui/display/totals';
import * as wallet from '../routes';

/** The member's balances, each linked to its movements. */
export function Totals({ of }: { of: Balance }) {
  const { nav, t } = useApp();
  const total = (kind: 'balance' | 'store' | 'frozen', amount: number): Total => ({
    name: t(`wallet.kinds.${kind}`),
    amount: money(amount),
    link: nav.link(wallet.movements, { kind }) as { href: string },
  });
  const all = [
    { ...total('balance', of.balance), alone: true },
    total('store', of.storeBalance),
    total('frozen', of.frozen),
  ];
  return <Amounts label={t('wallet.totals')} of={all} />;
}
