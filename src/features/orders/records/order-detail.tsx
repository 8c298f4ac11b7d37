import { orderDetail } from '../../../contract/orders';
import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/screen';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { devices } from '../../devices/screens';
import { orders } from '../screens';
import { LoadedOrder } from './loaded-order';
import { OrderFacts, OrderHead } from './order-facts';

/** `pages/orderDetail`: what was bought, where it went, what it became. */
export default function OrderDetail({ orderNo }: Props<typeof orders.orderDetail>) {
  const { nav, t } = useApp();
  return (
    <LoadedOrder orderNo={orderNo} by={orderDetail}>
      {(order) => {
        const made = order.lines.flatMap(({ device, name }) => (device ? [{ device, name }] : []));
        return (
          <>
            <Section>
              <OrderHead order={order} />
            </Section>
            {order.address && (
              <Section title={t('orders.address.title')}>
                <Cells>
                  <Cell
                    label={`${order.address.username} ${order.address.userphone}`}
                    note={order.address.address}
                  />
                  {order.shipment && <Cell label={t('orders.facts.shipment')} value={order.shipment} />}
                </Cells>
              </Section>
            )}
            <Section>
              <OrderFacts order={order} />
            </Section>
            <Section>
              <Cells>
                {made.map(({ device, name }) => (
                  <Cell
                    key={device}
                    label={name}
                    value={device}
                    {...nav.link(devices.machines, { serialNumber: device })}
                  />
                ))}
                <Cell
                  label={t('orders.titles.payOrderDetail')}
                  {...nav.link(orders.payOrderDetail, { orderNo })}
                />
              </Cells>
            </Section>
          </>
        );
      }}
    </LoadedOrder>
  );
}
