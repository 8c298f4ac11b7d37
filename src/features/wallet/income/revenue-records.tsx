import { useState } from 'react';
import { type IncomeSum, type Revenue, revenue } from '../../../contract/money/wallet';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { monthName } from '../../../core/text/calendar';
import { money } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { moneyDrawing } from '../../../ui/display/drawings';
import { Icon } from '../../../ui/display/icon';
import { chevronIcon } from '../../../ui/display/icons';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { PullToRefresh } from '../../../ui/feedback/pull';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet, row } from '../../../ui/styles';
import * as devices from '../../devices/routes';
import * as store from '../../store/routes';
import * as wallet from '../routes';
import { colours, IncomeChart } from './income-chart';
import { everyMonth } from './income-months';

/** Key in the tab's store: the last selected month. */
const monthKey = 'income.month';

/** `pages/mine/revenueRecords`: income by kind and month. Every amount leads to its movements. */
export default function RevenueRecords() {
  const income = useQuery(revenue, {});
  return (
    <PullToRefresh onRefresh={income.refresh}>
      <Loaded of={income}>{(data) => (data.months.length ? <Income of={data} /> : <Nothing />)}</Loaded>
    </PullToRefresh>
  );
}

function Nothing() {
  const { nav, t } = useApp();
  return (
    <Empty drawing={moneyDrawing} text={t('income.none')}>
      <ButtonLink {...nav.link(store.rechargeScore, {})}>{t('income.buy')}</ButtonLink>
    </Empty>
  );
}

function Income({ of: { total, kinds, cloudPhones, months } }: { of: Revenue }) {
  const { nav, platform, t } = useApp();
  const [chosenMonth, setChosenMonth] = useState(() => platform.tab.get(monthKey));
  const all = everyMonth(months);
  // biome-ignore lint/style/noNonNullAssertion: whoever has no month does not get here
  const current = all.find(({ month }) => month === chosenMonth) ?? all[all.length - 1]!;
  const choose = (month: string) => {
    platform.tab.set(monthKey, month);
    setChosenMonth(month);
  };
  return (
    <>
      <Section>
        <Card night {...nav.link(wallet.movements, { kind: 'income' })}>
          <div className={row} style={{ justifyContent: 'space-between' }}>
            <div style={{ minWidth: 0 }}>
              <p className={quiet}>{t('income.total')}</p>
              <Amount of={money(total)} size="figure" />
              <p className={quiet}>{t('income.contains')}</p>
            </div>
            <Icon of={chevronIcon} size={16} />
          </div>
        </Card>
      </Section>
      <Section title={t('income.months')}>
        <Card>
          <IncomeChart months={all} value={current.month} onChange={choose} />
        </Card>
        <Sums of={current.kinds} total={current.total} month={current.month} />
      </Section>
      <Section title={t('income.kindsTitle')}>
        <Sums of={kinds} />
      </Section>
      <Section>
        <Cells>
          <Cell
            label={t('income.earnings')}
            note={t('income.earningsNote')}
            value={money(cloudPhones)}
            {...nav.link(devices.earnings, {})}
          />
        </Cells>
      </Section>
    </>
  );
}

/** The totals of each kind: for a month (with the sum first), or for all time. */
function Sums({ of, total, month }: { of: IncomeSum[]; total?: number; month?: string }) {
  const app = useApp();
  const { nav, t } = app;
  const span = month === undefined ? {} : { month };
  return (
    <Cells>
      {month !== undefined && (
        <Cell
          label={<strong>{monthName(month, app)}</strong>}
          value={<strong>{money(total ?? 0)}</strong>}
          {...(total ? nav.link(wallet.movements, { kind: 'income', month }) : {})}
        />
      )}
      {of.map(({ kind, amount }) => (
        <Cell
          key={kind}
          icon={<Swatch colour={colours[kind]} />}
          label={t(`income.kinds.${kind}`)}
          value={money(amount)}
          {...nav.link(wallet.movements, { kind: 'income', reason: kind, ...span })}
        />
      ))}
    </Cells>
  );
}

const Swatch = ({ colour }: { colour: string }) => (
  <i style={{ flex: 'none', width: 12, height: 12, borderRadius: 4, background: colour }} />
);
