import { css } from 'goober';
import { useState } from 'react';
import { shopGoodsGraph } from '../../contract/goods';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { whole } from '../../core/text/format';
import { Amount } from '../../ui/display/amount';
import { Chart } from '../../ui/display/chart';
import { Loaded } from '../../ui/feedback/loaded';
import { Bone, Running } from '../../ui/feedback/skeleton';
import { Tabs } from '../../ui/layout/tabs';
import { quiet } from '../../ui/styles';

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
/** The chart and what is said below it, before there is anything to draw. */
const room = { minHeight: 196 };

const spans = { d7: 7, d30: 30, d90: 90 } as const;
type Span = keyof typeof spans;

/** Views and sales of a good, day by day, on the same days. */
export function GoodsChart({ id }: { id: string }) {
  const { t } = useApp();
  const [span, setSpan] = useState<Span>('d30');
  const [chosen, setChosen] = useState<number>();
  const graph = useQuery(shopGoodsGraph, { id, days: spans[span] });
  const days = graph.value?.items ?? [];
  const at = Math.min(chosen ?? days.length - 1, days.length - 1);
  const day = days[at];
  const views = t('goods.detail.views');
  const sales = t('goods.detail.sales');
  return (
    <>
      <div className={figures}>
        <div>
          <p className={quiet}>{views}</p>
          {graph.value ? <Amount of={whole(graph.value.views)} size="lead" /> : <Bone width={4} />}
        </div>
        <div>
          <p className={quiet}>{sales}</p>
          {graph.value ? <Amount of={whole(graph.value.sales)} size="lead" /> : <Bone width={3} />}
        </div>
        <div aria-live="polite">
          {day && (
            <>
              <p className={quiet}>{day.day}</p>
              <p>{t('goods.detail.viewsOf', { count: whole(day.views) })}</p>
              <p>{t('goods.detail.salesOf', { count: whole(day.sales) })}</p>
            </>
          )}
        </div>
      </div>
      <div style={room}>
        <Loaded of={graph} skeleton={<Running />}>
          {({ items }) => (
            <Chart
              label={t('goods.detail.chart')}
              apart
              series={[{ name: views }, { name: sales, tone: 'sky' }]}
              columns={items.map((one) => ({
                name: one.day.slice(5),
                values: [one.views, one.sales],
                text: t('goods.detail.day', {
                  day: one.day,
                  views: whole(one.views),
                  sales: whole(one.sales),
                }),
              }))}
              at={at}
              onChoose={setChosen}
            />
          )}
        </Loaded>
      </div>
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
