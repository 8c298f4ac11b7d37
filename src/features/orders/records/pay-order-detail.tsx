import { type Order, OrderState } from '../../../contract/orders';
import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/screen';
import { Button, ButtonLink } from '../../../ui/button';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { orders } from '../screens';
import { stack } from '../styles';
import { useCancelOrder } from './cancel-order';
import { LoadedOrder } from './loaded-order';
import { OrderFacts, OrderHead } from './order-facts';

/** `pages/mine/payOrderDetail`: a package as it was ordered and paid, its contract, and what can still be done. */
export default function PayOrderDetail({ orderNo }: Props<typeof orders.payOrderDetail>) {
  return <LoadedOrder orderNo={orderNo}>{(order) => <Detail order={order} />}</LoadedOrder>;
}

function Detail({ order }: { order: Order }) {
  const { nav, t } = useApp();
  const { orderNo, state, contract } = order;
  const { busy, cancel } = useCancelOrder(orderNo);
  return (
    <>
      <Section>
        <OrderHead order={order} />
      </Section>
      <Section>
        <OrderFacts order={order} />
      </Section>
      <Section>
        <Cells>
          {contract !== 'none' && (
            <Cell
              label={t('orders.facts.contract')}
              value={t(`orders.contract.${contract}`)}
              {...nav.link(orders.signTask, { orderNo })}
            />
          )}
          <Cell label={t('orders.titles.orderDetail')} {...nav.link(orders.orderDetail, { orderNo })} />
        </Cells>
      </Section>
      {(state === OrderState.waiting || state === OrderState.confirming) && (
        <div className={stack}>
          {state === OrderState.waiting ? (
            <>
              <ButtonLink kind="primary" {...nav.link(orders.pay, { orderNo })}>
                {t('orders.pay.now')}
              </ButtonLink>
              <Button busy={busy} onClick={() => void cancel()}>
                {t('orders.cancel.yes')}
              </Button>
            </>
          ) : (
            <ButtonLink {...nav.link(orders.paymentResult, { orderNo })}>
              {t('orders.result.check')}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}
