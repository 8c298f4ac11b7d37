import { css } from 'goober';
import { useState } from 'react';
import { shopGoodsGraph } from '../../../contract/shop/goods';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { calendarDay } from '../../../core/text/calendar';
import { integer } from '../../../core/text/format';
import { Amount } from '../../../ui/display/amount';
import { Chart } from '../../../ui/display/chart';
import { Stale, Trouble } from '../../../ui/feedback/trouble';
import { Tabs } from '../../../ui/layout/tabs';
import { quiet } from '../../../ui/styles';

const figures = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  margin-bottom: 8px;
  & > div {
    flex: 1 1 5em;
    min-width: 0;
  }
  & > div:last-child {
    text-align: right;
  }
`;
const spans = { d7: 7, d30: 30, d90: 90 } as const;
type Span = keyof typeof spans;

/** Views and sales of a good, day by day, on the same days. */
export function GoodsChart({ id }: { id: string }) {
  const app = useApp();
  const { t } = app;
  const [span, setSpan] = useState<Span>('d30');
  const [chosen, setChosen] = useState<number>();
  const graph = useQuery(shopGoodsGraph, { id, days: spans[span] });
  // Rendered empty before its data arrives: it has its final height, so nothing moves when the numbers come.
  const days =
    graph.value?.items ??
    Array.from({ length: spans[span] }, (_, at) => ({ day: `${at}`, views: 0, sales: 0 }));
  const at = Math.min(chosen ?? days.length - 1, days.length - 1);
  const day = days[at];
  const views = t('goods.detail.views');
  const sales = t('goods.detail.sales');
  return (
    <>
      <div className={figures}>
        <div>
          <p className={quiet}>{views}</p>
          <Amount of={graph.value ? integer(graph.value.views) : '–'} size="lead" />
        </div>
        <div>
          <p className={quiet}>{sales}</p>
          <Amount of={graph.value ? integer(graph.value.sales) : '–'} size="lead" />
        </div>
        <div aria-live="polite" style={{ visibility: graph.value ? 'visible' : 'hidden' }}>
          {day && (
            <>
              <p className={quiet}>{calendarDay(day.day, app)}</p>
              <p>{t('goods.detail.viewsOf', { count: integer(day.views) })}</p>
              <p>{t('goods.detail.salesOf', { count: integer(day.sales) })}</p>
            </>
          )}
        </div>
      </div>
      {graph.value || !graph.failure ? (
        <>
          {graph.failure && <Stale failure={graph.failure} retry={() => void graph.refresh()} />}
          <div aria-busy={!graph.value}>
            <Chart
              label={t('goods.detail.chart')}
              apart
              series={[{ name: views }, { name: sales, tone: 'sky' }]}
              columns={days.map(({ views, sales, ...one }) => {
                const day = calendarDay(one.day, app);
                const text = t('goods.detail.day', { day, views: integer(views), sales: integer(sales) });
                return { name: day, values: [views, sales], text };
              })}
              at={at}
              onChoose={setChosen}
            />
          </div>
        </>
      ) : (
        <Trouble failure={graph.failure} retry={() => void graph.refresh()} />
      )}
      <div style={{ marginTop: 8 }}>
        <Tabs<Span>
          segments
          label={t('goods.detail.days')}
          value={span}
          options={{ d7: t('goods.detail.d7'), d30: t('goods.detail.d30'), d90: t('goods.detail.d90') }}
          onChange={(next) => {
            setSpan(next);
            setChosen(undefined);
          }}
        />
      </div>
    </>
  );
}
