import { type OrderLine, OrderState, type OrderSummary } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { when } from '../../../core/text/when';
import { ButtonLink } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { ProductPicture } from '../../../ui/display/product-picture';
import { Card } from '../../../ui/layout/card';
import { pair, quiet, spread } from '../../../ui/styles';
import { amount } from '../pay/text';
import * as orders from '../routes';
import { isRefunded, StateTag } from './state-tag';
import { TimeLeft } from './time-left';

/** `Starter × 2, Phone stand × 1`. */
export const namesOf = ({ lines }: { lines: Pick<OrderLine, 'name' | 'quantity'>[] }) =>
  lines.map(({ name, quantity }) => `${name} ×\u00a0${quantity}`).join(', ');

/** An order in the list. An unpaid one shows the remaining time, and leads to the payment. */
export function OrderCard({ order }: { order: OrderSummary }) {
  const app = useApp();
  const { nav, t } = app;
  const { orderNo, lines, currency, total, createdAt, expiresAt } = order;
  const link = nav.link(orders.orderDetail, { orderNo });
  const waits = order.state === OrderState.waiting && expiresAt;
  const facts = (
    <>
      {lines[0] && <ProductPicture url={lines[0].picture} size={56} />}
      <div data-grow="">
        <h3>{namesOf(order)}</h3>
        <p className={quiet}>
          {orderNo}
          <br />
          {when(createdAt, app)}
          <br />
          {order.contract === 'unsigned' ? (
            <b>{t('orders.contract.toSign')}</b>
          ) : (
            t(`orders.ways.${order.way}`)
          )}
        </p>
      </div>
      <div style={{ textAlign: 'right', ...(isRefunded(order) && { color: 'var(--cp-quiet)' }) }}>
        <StateTag of={order} />
        <br />
        <Amount of={amount(total, currency, t)} />
      </div>
    </>
  );
  if (!waits)
    return (
      <Card {...link}>
        <div className={spread}>{facts}</div>
      </Card>
    );
  return (
    <Card>
      <a className={spread} style={{ color: 'inherit', textDecoration: 'none' }} {...link}>
        {facts}
      </a>
      <TimeLeft from={createdAt} until={expiresAt} />
      <div className={pair}>
        <ButtonLink small {...nav.link(orders.pay, { orderNo, other: '1' })}>
          {t('orders.pay.other')}
        </ButtonLink>
        <ButtonLink kind="primary" small {...nav.link(orders.pay, { orderNo })}>
          {t('records.payNow', { amount: amount(total - order.paidAmount, currency, t) })}
        </ButtonLink>
      </div>
    </Card>
  );
}
