import type { OrderSummary } from '../../../contract/orders';
import { useApp } from '../../../core/app';
import { dateTime } from '../../../core/text/format';
import { Card } from '../../../ui/layout/card';
import { quiet, row } from '../../../ui/styles';
import { amount } from '../pay/text';
import { StateTag } from './state-tag';

const apart = { justifyContent: 'space-between' };

/** An order among others. */
export function OrderCard({ order, link }: { order: OrderSummary; link: { href: string } }) {
  const { t } = useApp();
  const { orderNo, lines, currency, total } = order;
  return (
    <Card {...link}>
      <div className={row} style={apart}>
        <strong style={{ minWidth: 0, marginRight: 8 }}>
          {lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')}
        </strong>
        <span style={{ flex: 'none' }}>
          <StateTag state={order.state} reason={order.failReason} />
        </span>
      </div>
      <p className={quiet} style={{ margin: '4px 0 8px' }}>
        {orderNo}
        <br />
        {dateTime(order.createdAt)}
      </p>
      <div className={row} style={{ ...apart, flexWrap: 'wrap' }}>
        <span className={quiet}>{t(`orders.ways.${order.way}`)}</span>
        <strong>{amount(total, currency, t)}</strong>
      </div>
    </Card>
  );
}
