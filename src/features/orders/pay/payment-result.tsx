import { useEffect } from 'react';
import { getOrder, type Order, OrderState } from '../../../contract/buying/orders';
import { isOutside } from '../../../contract/buying/payment-methods';
import { useApp } from '../../../core/app';
import { useBusy } from '../../../core/data/busy';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/route';
import { money } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { Drawing } from '../../../ui/display/drawing';
import { doneDrawing, ordersDrawing, wrongDrawing } from '../../../ui/display/drawings';
import { ActionBar } from '../../../ui/layout/action-bar';
import { Card } from '../../../ui/layout/card';
import { full, middle, quiet } from '../../../ui/styles';
import * as devices from '../../devices/routes';
import * as store from '../../store/routes';
import * as wallet from '../../wallet/routes';
import { FirstAccount } from '../first-account';
import * as orders from '../routes';
import { NewLights } from './new-lights';
import { Refused } from './refused';
import { boughtOf, newDevices, ResultLinks, WhatComesNow } from './result-links';
import { amount } from './text';
import { type Payment, usePayment } from './use-payment';
import { type Started, useStarting } from './use-starting';

/**
 * The verdict on a payment that is not watched any more. Without a final result it is confirming, never failed (spec §9); it counts as
 * not paid if its provider reports that, or if the member came back from its page by the cancel link.
 */
function verdictOf(
  payment: Payment | undefined,
  claimed: 'canceled' | 'declined' | undefined,
  unpaid: boolean,
) {
  if (payment?.state === OrderState.successful) return 'paid';
  if (payment?.state === OrderState.failed) return 'failed';
  if (payment?.state !== OrderState.waiting) return 'confirming';
  if (payment.attempt === 'failed') return 'declined';
  if (payment.attempt === 'paid' && payment.paidAmount < payment.total) return 'part';
  return claimed ?? (unpaid ? 'canceled' : 'confirming');
}

type Verdict = ReturnType<typeof verdictOf>;

const drawings = {
  paid: doneDrawing,
  failed: wrongDrawing,
  declined: wrongDrawing,
  part: ordersDrawing,
  canceled: ordersDrawing,
  confirming: ordersDrawing,
};

/** `pages/mine/paymentResult`: the result of a payment from the server, and the next steps. */
export default function PaymentResult({ orderNo, canceled, failed }: Props<typeof orders.paymentResult>) {
  const { nav, renew, t } = useApp();
  const claimed = canceled ? 'canceled' : failed ? 'declined' : undefined;
  const { payment, unpaid, failure, busy, again } = usePayment(orderNo, !!claimed);
  const { value: order } = useQuery(getOrder, { orderNo });
  const verdict = verdictOf(payment, claimed, unpaid);
  const paid = verdict === 'paid';
  const bought = paid && order ? newDevices(order) : [];
  const started = useStarting(bought);
  useEffect(() => {
    if (paid) void renew(); // the first cloud phone unlocks features
  }, [paid]);
  if (failure?.kind === 'refused') return <Refused failure={failure} />;
  const isFinal = paid || verdict === 'failed';
  const waiting = busy && !isFinal;
  const asking = waiting && !unpaid && payment?.state !== OrderState.confirming;
  const payable = !asking && payment?.state === OrderState.waiting;
  return (
    <div className={full}>
      <Card night>
        <div className={middle} style={{ padding: '16px 0' }}>
          {paid && order && (
            <div>
              <p className={quiet}>{t('result.done')}</p>
              <Amount of={amount(order.total, order.currency, t)} size="figure" />
              <p>{order.topUp ? t('orders.topUp') : boughtOf(order)}</p>
            </div>
          )}
          {started ? <NewLights of={started} /> : <Drawing of={drawings[verdict]} />}
          {asking && <Asking />}
          <div role="status">
            <h2>
              {asking
                ? t('result.asking')
                : t(verdict === 'canceled' ? 'orders.result.canceled' : `result.${verdict}`)}
            </h2>
            {!asking && <Explained verdict={verdict} payment={payment} order={order} />}
          </div>
        </div>
      </Card>
      {paid && order && !order.topUp && <WhatComesNow order={order} started={started} />}
      <ResultLinks orderNo={orderNo} order={order} payable={payable} paid={paid} />
      <ActionBar>
        {verdict === 'confirming' && (
          <Button busy={waiting} onClick={again}>
            {t('orders.result.check')}
          </Button>
        )}
        {payable && (
          <>
            {verdict !== 'confirming' && (
              <ButtonLink {...nav.link(orders.pay, { orderNo, other: '1' })}>
                {t('orders.pay.other')}
              </ButtonLink>
            )}
            <ButtonLink kind="primary" {...nav.link(orders.pay, { orderNo })}>
              {t(
                verdict === 'part'
                  ? 'result.next'
                  : verdict === 'declined'
                    ? 'orders.result.again'
                    : 'orders.pay.now',
              )}
            </ButtonLink>
          </>
        )}
        {paid && <Onward order={order} started={started} />}
        {verdict === 'failed' && (
          <ButtonLink kind="primary" {...nav.link(store.home, {})}>
            {t('result.store')}
          </ButtonLink>
        )}
      </ActionBar>
    </div>
  );
}

function Explained({
  verdict,
  payment,
  order,
}: {
  verdict: Verdict;
  payment: Payment | undefined;
  order: Order | undefined;
}) {
  const { t } = useApp();
  if (verdict === 'part' && payment) {
    const { paidAmount, total } = payment;
    return <p className={quiet}>{t('result.partText', { paid: money(paidAmount), total: money(total) })}</p>;
  }
  if (verdict === 'paid' || verdict === 'part') return null;
  const waits = payment?.state === OrderState.waiting;
  return (
    <>
      <p className={quiet}>
        {t(
          verdict === 'confirming'
            ? waits
              ? 'result.unheardText'
              : 'result.confirmingText'
            : verdict === 'failed'
              ? 'result.failedText'
              : 'result.nothingCharged',
        )}
      </p>
      {waits && order && isOutside(order.way) && <p className={quiet}>{t(`orders.result.${order.way}`)}</p>}
    </>
  );
}

/** The next step after payment: the contract first, then the use of the cloud phone. */
function Onward({ order, started }: { order: Order | undefined; started: Started | undefined }) {
  const { nav, t } = useApp();
  const machines = !order || order.lines.some(({ category }) => category === 'machines');
  const unsigned = order?.contract === 'unsigned';
  if (order?.topUp)
    return (
      <ButtonLink kind="primary" {...nav.link(wallet.home, {})}>
        {t('result.balance')}
      </ButtonLink>
    );
  return (
    <>
      {machines && (
        <ButtonLink
          kind={unsigned ? 'quiet' : started?.online ? 'plain' : 'primary'}
          {...nav.link(devices.list, {})}
        >
          {t('result.devices')}
        </ButtonLink>
      )}
      {!!started?.online && <FirstAccount primary={!unsigned} />}
      {unsigned && (
        <ButtonLink kind="primary" {...nav.link(orders.signTask, { orderNo: order.orderNo })}>
          {t('orders.contract.sign')}
        </ButtonLink>
      )}
      {!machines && (
        <ButtonLink kind="primary" {...nav.link(orders.orderDetail, { orderNo: order.orderNo })}>
          {t('result.order')}
        </ButtonLink>
      )}
    </>
  );
}

function Asking() {
  useBusy();
  return null;
}
