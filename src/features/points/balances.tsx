import { css } from 'goober';
import type { Exchange } from '../../contract/money/points';
import { useApp } from '../../core/app';
import type { QueryState } from '../../core/data/query';
import { integer } from '../../core/text/format';
import { Totals } from '../../ui/display/totals';
import { Stale } from '../../ui/feedback/trouble';
import * as wallet from '../wallet/routes';
import { Frozen } from './frozen';

const large = css`
  font-size: 24px;
  line-height: 1.3;
`;

/** The member's balances for the mall, each linked to its movements, and whether they are frozen. */
export function Balances({ of }: { of: QueryState<Exchange> & { refresh(): Promise<void> } }) {
  const { nav, t } = useApp();
  const { value, failure, refresh } = of;
  const all = (['points', 'cloudBeans'] as const).map((kind) => ({
    name: t(`points.currencies.${kind}`),
    className: large,
    amount: value ? integer(value[kind]) : '–',
    link: nav.link(wallet.movements, { kind }) as { href: string },
  }));
  return (
    <>
      {failure && <Stale failure={failure} retry={() => void refresh()} />}
      <Totals label={t('points.have')} of={all} busy={!value && !failure} />
      {value?.frozen && <Frozen of={value} />}
    </>
  );
}
