import type { Balance } from '../../contract/session';
import { useApp } from '../../core/app';
import { money } from '../../core/format';
import { Totals as Amounts, type Total } from '../../ui/totals';
import { sum } from './looks';
import { wallet } from './screens';

/** What the member owns, each amount leading to the movements that make it. */
export function Totals({ of }: { of: Balance }) {
  const { nav, t } = useApp();
  const kinds = { balance: of.balance, store: of.storeBalance, frozen: of.frozen };
  const all = Object.entries(kinds).map(([kind, amount]): Total => {
    const name = t(`wallet.kinds.${kind as keyof typeof kinds}`);
    const link = nav.link(wallet.movements, { kind }) as { href: string };
    const first = kind === 'balance' && { alone: true, className: sum };
    return { name, amount: money(amount), link, ...first };
  });
  return <Amounts label={t('wallet.totals')} of={all} />;
}
