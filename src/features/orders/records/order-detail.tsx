import { type Order, OrderState, orderDetail } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import { Button, ButtonLink } from '../../../ui/button';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { full, red } from '../../../ui/styles';
import * as store from '../../store/routes';
import * as orders from '../routes';
import { useCancelOrder } from './cancel-order';
import { LoadedOrder } from './loaded-order';
import { OrderFacts, OrderHead } from './order-facts';

/** `pages/orderDetail`: an order: its price, payment, delivery, and the possible actions. */
export default function OrderDetail({ orderNo }: Props<typeof orders.orderDetail>) {
  return (
    <LoadedOrder orderNo={orderNo} by={orderDetail}>
      {(order) => <Detail order={order} />}
    </LoadedOrder>
  );
}

function Detail({ order }: { order: Order }) {
  const { nav, platform, t } = useApp();
  const { orderNo, address, shipment, state, lines } = order;
  const hasPackage = state === OrderState.successful && lines.some(({ category }) => category !== 'goods');
  const hasReceipt = state === OrderState.successful && order.currency === 'money' && !platform.guest;
  return (
    <div className={full}>
      <Section>
        <OrderHead order={order} />
      </Section>
      {address && (
        <Section title={t('orders.address.title')}>
          <Cells>
            <Cell label={`${address.username} ${address.userphone}`} note={address.address} />
            {shipment && <Cell label={t('orders.facts.shipment')} value={shipment} />}
          </Cells>
        </Section>
      )}
      <Section>
        <OrderFacts order={order} />
      </Section>
      {(hasPackage || hasReceipt) && (
        <Section>
          <Cells>
            {hasPackage && (
              <Cell
                label={t('orders.titles.payOrderDetail')}
                note={t('orders.facts.package')}
                {...nav.link(orders.payOrderDetail, { orderNo })}
              />
            )}
            {hasReceipt && (
              <Cell
                label={t('statement.receipt')}
                {...nav.link(orders.receipt, { of: 'order', number: orderNo })}
              />
            )}
            {hasReceipt && !order.topUp && (
              <Cell label={t('statement.invoice')} {...nav.link(orders.invoice, { orderNo })} />
            )}
          </Cells>
        </Section>
      )}
      <WaysOn order={order} />
    </div>
  );
}

/** The possible actions: pay, with this method or another; cancel; query the payment; buy again, or request a refund. */
function WaysOn({ order }: { order: Order }) {
  const { orderNo, state, lines } = order;
  const { nav, t } = useApp();
  const { busy, cancel } = useCancelOrder(orderNo);
  const [first] = lines;
  if (state === OrderState.waiting)
    return (
      <>
        <p style={{ margin: '12px 0', textAlign: 'center' }}>
          <Button kind="quiet" small busy={busy} style={red} onClick={() => void cancel()}>
            {t('records.cancel.yes')}
          </Button>
        </p>
        <ActionBar>
          <ButtonLink {...nav.link(orders.pay, { orderNo, other: '1' })}>{t('orders.pay.other')}</ButtonLink>
          <ButtonLink kind="primary" {...nav.link(orders.pay, { orderNo })}>
            {t('orders.pay.now')}
          </ButtonLink>
        </ActionBar>
      </>
    );
  if (state === OrderState.confirming)
    return (
      <ActionBar>
        <ButtonLink {...nav.link(orders.paymentResult, { orderNo })}>{t('orders.result.check')}</ButtonLink>
      </ActionBar>
    );
  if (state === OrderState.failed && first)
    return (
      <ActionBar>
        <ButtonLink {...nav.link(store.buynow, { productId: first.productId })}>
          {t('records.buyAgain')}
        </ButtonLink>
      </ActionBar>
    );
  if (canAskRefund(order))
    return (
      <p style={{ margin: '12px 0', textAlign: 'center' }}>
        <ButtonLink kind="quiet" small {...nav.link(orders.refund, { orderNo })}>
          {t('records.refund.ask')}
        </ButtonLink>
      </p>
    );
  return null;
}

/** The order was paid with money other than the balance, not fully refunded, and no request is pending. */
const canAskRefund = ({ state, topUp, refunded, paidAmount, refundRequest }: Order) =>
  state === OrderState.successful && !topUp && refunded < paidAmount && refundRequest?.state !== 'asked';
