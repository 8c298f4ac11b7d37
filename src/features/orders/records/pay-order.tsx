import { useState } from 'react';
import { listOrders, OrderState, type OrderSummary, waitingOrders } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useQuery } from '../../../core/data/query';
import { Button } from '../../../ui/button';
import { searchDrawing } from '../../../ui/display/drawings';
import { Empty } from '../../../ui/feedback/empty';
import { Search } from '../../../ui/field/search';
import { ListView } from '../../../ui/layout/list';
import { Tabs } from '../../../ui/layout/tabs';
import { OrderCard } from './order-card';

const states = {
  all: {},
  waiting: { state: OrderState.waiting },
  confirming: { state: OrderState.confirming },
  paid: { state: OrderState.successful },
  failed: { state: OrderState.failed },
} as const;

type Filter = keyof typeof states;

/** A constant function, so that existing cards are not rendered again when the counts arrive. */
const card = (order: OrderSummary) => <OrderCard order={order} />;

/** `pages/mine/payOrder`: my orders: all, those in one state, or those that contain a text. */
export default function PayOrder() {
  const { t } = useApp();
  const [filter, setFilter] = useState<Filter>('all');
  const [keyword, setKeyword] = useState('');
  const list = useList(listOrders, { ...states[filter], ...(keyword && { keyword }) });
  const { unpaid: waiting, confirming } = useQuery(waitingOrders, {}).value ?? {};
  const filtered = filter !== 'all' || keyword;
  const clear = () => {
    setFilter('all');
    setKeyword('');
  };
  return (
    <ListView
      of={list}
      itemKey={({ orderNo }) => orderNo}
      empty={
        filtered ? (
          <Empty drawing={searchDrawing} text={t('records.noMatch')}>
            <Button onClick={clear}>{t('common.clear')}</Button>
          </Empty>
        ) : (
          t('orders.none')
        )
      }
      head={
        <>
          <Search value={keyword} onChange={setKeyword} placeholder={t('records.search')} />
          <Tabs<Filter>
            label={t('orders.titles.payOrder')}
            value={filter}
            options={{
              all: t('orders.all'),
              waiting: t('orders.states.waiting'),
              confirming: t('orders.states.confirming'),
              paid: t('orders.states.paid'),
              failed: t('orders.states.failed'),
            }}
            counts={{ waiting, confirming }}
            onChange={setFilter}
          />
        </>
      }
    >
      {card}
    </ListView>
  );
}
