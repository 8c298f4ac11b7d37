import type { Balance } from '../../../contract/member/auth';
import { useApp } from '../../../core/app';
import { money } from '../../../core/text/format';
import { Cell, Cells } from '../../../ui/layout/cell';
import * as wallet from '../routes';

/** The member's amounts as lines of a list, below a screen's own night card; each leads to the movements that make it. */
export function TotalRows({ of }: { of: Balance }) {
  const { nav, t } = useApp();
  const kinds = [
    ['balance', of.balance],
    ['store', of.storeBalance],
    ['frozen', of.frozen],
  ] as const;
  return (
    <nav aria-label={t('wallet.totals')}>
      <Cells>
        {kinds.map(([kind, amount]) => (
          <Cell
            key={kind}
            label={t(`wallet.kinds.${kind}`)}
            value={money(amount)}
            {...nav.link(wallet.movements, { kind })}
          />
        ))}
      </Cells>
    </nav>
  );
}
