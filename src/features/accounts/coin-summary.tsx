import { css } from 'goober';
import { useState } from 'react';
import type { AccountSummary } from '../../contract/video/accounts';
import { useApp } from '../../core/app';
import { calendarDay } from '../../core/text/calendar';
import { integer } from '../../core/text/format';
import { Amount } from '../../ui/display/amount';
import { Chart } from '../../ui/display/chart';
import { Tag } from '../../ui/display/tag';
import { Card } from '../../ui/layout/card';
import { quiet } from '../../ui/styles';

const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  margin-bottom: 12px;
  & > p:last-child {
    text-align: right;
  }
  & em {
    color: var(--cp-accent);
    font-style: normal;
    font-weight: 700;
  }
`;

/** The coins of all accounts, and of the chosen day: today by default. Has its final height before its numbers arrive. */
export function CoinSummary({ of }: { of: AccountSummary | undefined }) {
  const app = useApp();
  const { t } = app;
  const [chosen, choose] = useState<number>();
  const days = of?.days ?? Array.from({ length: 28 }, (_, at) => ({ day: String(at), coins: 0 }));
  const at = chosen ?? days.length - 1;
  const { day = '', coins = 0 } = days[at] ?? {};
  const count = of?.states.reduce((sum, one) => sum + one, 0) ?? 0;
  return (
    <Card night>
      {/* as high as the tag before it appears */}
      <p className={quiet} style={{ lineHeight: 1.7 }}>
        {of ? t('accounts.coinsOf', { count: integer(count) }) : t('accounts.coins')}
        {of?.sandbox && (
          <>
            {' '}
            <Tag tone="info">{t('accounts.testMode')}</Tag>
          </>
        )}
      </p>
      <div className={head}>
        <p>
          <Amount of={of ? integer(of.coins) : '–'} size="figure" />
        </p>
        <p style={{ visibility: of ? 'visible' : 'hidden' }}>
          <em>+{integer(coins)}</em>
          <br />
          <span className={quiet}>{chosen === undefined ? t('accounts.today') : calendarDay(day, app)}</span>
        </p>
      </div>
      <Chart
        label={t('accounts.chart')}
        rows={7}
        series={[{ name: t('accounts.coins') }]}
        at={at}
        onChoose={choose}
        columns={days.map(({ coins, ...one }) => {
          const day = calendarDay(one.day, app);
          return { name: day, values: [coins], text: t('accounts.day', { day, count: integer(coins) }) };
        })}
      />
    </Card>
  );
}
