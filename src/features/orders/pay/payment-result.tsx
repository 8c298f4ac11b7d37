import { OrderState } from '../../../contract/orders';
import { useApp } from '../../../core/app';
import { useBusy } from '../../../core/data/busy';
import type { Props } from '../../../core/navigation/screen';
import { money } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Drawing } from '../../../ui/display/drawing';
import { doneDrawing, nothingDrawing, ordersDrawing, wrongDrawing } from '../../../ui/display/drawings';
import { logsIcon, ordersIcon } from '../../../ui/display/icons';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells, Tile } from '../../../ui/layout/cell';
import { full, middle, quiet } from '../../../ui/styles';
import { devices } from '../../devices/screens';
import { orders } from '../screens';
import { Refused } from './refused';
import { type Payment, usePayment } from './use-payment';

/** What is said of a payment that nobody watches any more. Without a final word it is confirming, never failed (spec §9). */
function verdictOf(payment: Payment | undefined, said: 'canceled' | 'declined' | undefined) {
  if (payment?.state === OrderState.successful) return 'paid';
  if (payment?.state === OrderState.failed) return 'failed';
  if (payment?.state === OrderState.waiting && payment.attempt === 'failed') return 'declined';
  if (
    payment?.state === OrderState.waiting &&
    payment.attempt === 'paid' &&
    payment.paidAmount < payment.total
  )
    return 'part';
  return (payment?.state === OrderState.waiting && said) || 'confirming';
}

const drawings = {
  paid: doneDrawing,
  failed: wrongDrawing,
  declined: wrongDrawing,
  part: ordersDrawing,
  canceled: nothingDrawing,
  confirming: ordersDrawing,
};

/** `pages/mine/paymentResult`: what the server says has become of a payment. */
export default function PaymentResult({ orderNo, canceled, failed }: Props<typeof orders.paymentResult>) {
  const { nav, t } = useApp();
  const said = canceled ? 'canceled' : failed ? 'declined' : undefined;
  const { payment, failure, busy, again } = usePayment(orderNo, !!said);
  if (failure?.kind === 'refused') return <Refused failure={failure} />;
  const verdict = verdictOf(payment, said);
  const isFinal = verdict === 'paid' || verdict === 'failed';
  const waiting = busy && !isFinal;
  const asking = waiting && payment?.state !== OrderState.confirming;
  const open = verdict === 'declined' || verdict === 'part' || verdict === 'canceled';
  return (
    <div className={full}>
      <Card night>
        <div className={middle} style={{ padding: '16px 0' }}>
          <Drawing of={drawings[verdict]} />
          {asking && <Asking />}
          <div role="status">
            <h2>{asking ? t('orders.result.asking') : t(`orders.result.${verdict}`)}</h2>
            {!asking && verdict === 'confirming' && (
              <p className={quiet}>{t('orders.result.confirmingText')}</p>
            )}
            {!asking && verdict === 'part' && payment && (
              <p className={quiet}>
                {t('orders.result.partText', {
                  paid: money(payment.paidAmount),
                  total: money(payment.total),
                })}
              </p>
            )}
          </div>
          <p className={quiet}>{orderNo}</p>
        </div>
      </Card>
      <div style={{ margin: '12px 0' }}>
        <Cells>
          <Cell
            icon={<Tile of={ordersIcon} />}
            label={t('orders.result.order')}
            {...nav.link(orders.payOrderDetail, { orderNo })}
          />
          <Cell
            icon={<Tile of={logsIcon} />}
            label={t('orders.titles.payOrder')}
            {...nav.link(orders.payOrder, {})}
          />
        </Cells>
      </div>
      {verdict !== 'failed' && (
        <ActionBar>
          {!isFinal && (
            <Button busy={waiting} onClick={again}>
              {t('orders.result.check')}
            </Button>
          )}
          {!asking && open && (
            <ButtonLink kind="primary" {...nav.link(orders.pay, { orderNo })}>
              {t(verdict === 'part' ? 'orders.result.next' : 'orders.result.again')}
            </ButtonLink>
          )}
          {verdict === 'paid' && (
            <ButtonLink kind="primary" {...nav.link(devices.list, {})}>
              {t('orders.result.devices')}
            </ButtonLink>
          )}
        </ActionBar>
      )}
    </div>
  );
}

function Asking() {
  useBusy();
  return null;
}
