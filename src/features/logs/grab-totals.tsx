import { css } from 'goober';
import { useState } from 'react';
import type { GrabTotals as Totals } from '../../contract/video/logs';
import { useApp } from '../../core/app';
import { calendarDay } from '../../core/text/calendar';
import { integer } from '../../core/text/format';
import { Amount } from '../../ui/display/amount';
import { Chart } from '../../ui/display/chart';
import { Card } from '../../ui/layout/card';
import { quiet } from '../../ui/styles';

const figures = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  margin-bottom: 12px;
  & > p:last-child {
    text-align: right;
  }
`;

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Totals of the filtered records from the server: coins, both results, and hours of a day or days as columns. */
export function GrabTotals({ of, day }: { of: Totals | undefined; day: string | undefined }) {
  const app = useApp();
  const { t } = app;
  const [chosen, choose] = useState<{ of: string; at: number }>();
  const kind = day ?? '';
  const dayName = day && calendarDay(day, app);
  const values = day
    ? (of?.hours ?? Array.from({ length: 24 }, () => 0)).map((coins, hour) => ({
        name: hourName(hour),
        full: `${dayName} ${hourName(hour)}`,
        coins,
      }))
    : (of?.days ?? Array.from({ length: 28 }, (_, at) => ({ day: `${at}`, coins: 0 }))).map(
        ({ coins, ...one }) => {
          const name = calendarDay(one.day, app);
          return { name, full: name, coins };
        },
      );
  const at = chosen?.of === kind && chosen.at < values.length ? chosen.at : values.length - 1;
  const bar = values[at];
  return (
    <Card night>
      <p className={quiet}>{dayName ? t('logs.coinsOf', { day: dayName }) : t('logs.coins')}</p>
      <div className={figures}>
        <p>
          <Amount of={of ? integer(of.total) : '–'} size="figure" />
        </p>
        <p className={quiet} style={{ visibility: of ? 'visible' : 'hidden' }}>
          {t('logs.grabbed', { count: integer(of?.grabbed ?? 0) })}
          <br />
          {t('logs.missed', { count: integer(of?.missed ?? 0) })}
        </p>
      </div>
      <Chart
        label={t(day ? 'logs.chartHours' : 'logs.chartDays')}
        rows={7}
        series={[{ name: t('logs.coins') }]}
        at={at}
        onChoose={(to) => choose({ of: kind, at: to })}
        columns={values.map(({ name, full, coins }) => ({
          name,
          values: [coins],
          text: t('logs.bar', { name: full, count: integer(coins) }),
        }))}
      />
      <p className={quiet} style={{ minHeight: '1.34em' }} aria-hidden="true">
        {of && bar && t('logs.bar', { name: bar.full, count: integer(bar.coins) })}
      </p>
    </Card>
  );
}
