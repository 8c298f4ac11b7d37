import type { Order } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { Steps } from '../../../ui/display/steps';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import * as orders from '../routes';

const gap = { margin: '12px 0' };

/** What happens by itself once an order is paid: cloud phones start, a membership runs, goods are sent. */
export function WhatComesNow({ order }: { order: Order }) {
  const { t } = useApp();
  const has = (category: string) => order.lines.some((line) => line.category === category);
  return (
    <div style={gap}>
      <Card>
        <Section title={t('orders.after.title')}>
          {has('machines') && (
            <Steps
              of={(['paid', 'preparing', 'online'] as const).map((step) => ({
                name: t(`orders.after.${step}`),
              }))}
              at={1}
            />
          )}
          {has('membership') && <p>{t('orders.after.membership')}</p>}
          {order.address && <p>{t('orders.after.goods', { address: order.address.address })}</p>}
        </Section>
      </Card>
    </div>
  );
}

/** The order, the ways to pay it that are not in the bar, and all orders. */
export function ResultLinks({
  orderNo,
  order,
  payable,
}: {
  orderNo: string;
  order: Order | undefined;
  payable: boolean;
}) {
  const { nav, t } = useApp();
  return (
    <div style={gap}>
      <Cells>
        <Cell
          label={t('orders.result.order')}
          note={orderNo}
          value={order && t(`orders.ways.${order.way}`)}
          {...nav.link(orders.orderDetail, { orderNo })}
        />
        {payable && order?.way === 'usdt' && (
          <Cell label={t('orders.result.usdt')} {...nav.link(orders.orderAddress, { orderNo })} />
        )}
        <Cell label={t('orders.titles.payOrder')} {...nav.link(orders.payOrder, {})} />
      </Cells>
    </div>
  );
}
