import { useState } from 'react';
import { listOrders, OrderState } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { ListView } from '../../../ui/layout/list';
import { Tabs } from '../../../ui/layout/tabs';
import * as orders from '../routes';
import { OrderCard } from './order-card';

const states = {
  all: {},
  waiting: { state: OrderState.waiting },
  confirming: { state: OrderState.confirming },
  paid: { state: OrderState.successful },
  failed: { state: OrderState.failed },
} as const;

type Filter = keyof typeof states;

/** `pages/mine/payOrder`: my orders, all of them or those in one state. */
export default function PayOrder() {
  const { nav, t } = useApp();
  const [filter, setFilter] = useState<Filter>('all');
  const list = useList(listOrders, states[filter]);
  return (
    <ListView
      of={list}
      itemKey={({ orderNo }) => orderNo}
      empty={t('orders.none')}
      head={
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
          onChange={setFilter}
        />
      }
    >
      {(order) => <OrderCard order={order} link={nav.link(orders.orderDetail, { orderNo: order.orderNo })} />}
    </ListView>
  );
}
