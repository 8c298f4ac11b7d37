import { useState } from 'react';
import { queryProducts } from '../../contract/buying/products';
import { exchange } from '../../contract/money/points';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { useQuery } from '../../core/data/query';
import { ListView } from '../../ui/layout/list';
import { Tabs } from '../../ui/layout/tabs';
import { Balances } from './balances';
import { MallCard } from './mall-card';
import type { Reward } from './price';

type Only = 'any' | Reward;

/** `pages/mine/pointsMall`: the uses of points and cloud beans, and whether they can be spent yet. */
export default function PointsMall() {
  const { t } = useApp();
  const [only, setOnly] = useState<Only>('any');
  const mine = useQuery(exchange, {});
  const list = useList(queryProducts, { redeemable: only });
  const refresh = async () => {
    await Promise.all([list.refresh(), mine.refresh()]);
  };
  return (
    <ListView
      of={{ ...list, refresh }}
      layout="tiles"
      itemKey={({ productId }) => productId}
      empty={t(only === 'any' ? 'points.none' : 'points.noneFor')}
      head={
        <>
          <Balances of={mine} />
          <div style={{ marginTop: 8 }}>
            <Tabs<Only>
              label={t('points.filter.label')}
              value={only}
              options={{
                any: t('points.filter.any'),
                points: t('points.currencies.points'),
                cloudBeans: t('points.currencies.cloudBeans'),
              }}
              onChange={setOnly}
            />
          </div>
        </>
      }
    >
      {(item) => <MallCard item={item} />}
    </ListView>
  );
}
