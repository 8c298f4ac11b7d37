import { useState } from 'react';
import { changeMethod, type Order, OrderState } from '../../../contract/buying/orders';
import type { MoneyMethod, PaymentMethod } from '../../../contract/buying/payment-methods';
import { type OfferedMethods, offeredMethods } from '../../../contract/buying/payments';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import type { Failure } from '../../../core/http/failure';
import { money } from '../../../core/text/format';
import { dayAndTime } from '../../../core/text/when';
import { Button, ButtonLink } from '../../../ui/button';
import { Amount } from '../../../ui/display/amount';
import { Approx } from '../../../ui/display/approx';
import { Loaded } from '../../../ui/feedback/loaded';
import { failureText } from '../../../ui/feedback/trouble';
import { hint } from '../../../ui/field/hint';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet } from '../../../ui/styles';
import * as session from '../../auth/routes';
import { LoadedOrder } from '../records/loaded-order';
import { namesOf } from '../records/order-card';
import * as orders from '../routes';
import { stack } from '../styles';
import { confirmed } from './confirmed';
import { useContinuePayment } from './continue-payment';
import { LimitHint } from './limit-hint';
import { MethodRows } from './method-rows';
import { amount } from './text';

/** An unpaid order: paid with its method or another one, in parts if it is above the limit of one transaction. */
export function PayOrder({ orderNo, other }: { orderNo: string; other: boolean }) {
  return <LoadedOrder orderNo={orderNo}>{(data) => <Payable order={data} other={other} />}</LoadedOrder>;
}

function Payable({ order, other }: { order: Order; other: boolean }) {
  const app = useApp();
  const { nav, t } = app;
  const { orderNo, expiresAt } = order;
  const methods = useQuery(offeredMethods, { orderNo });
  const waits = order.state === OrderState.waiting;
  const due = waits ? order.total - order.paidAmount : order.total;
  return (
    <>
      <Section>
        <Card night>
          <p className={quiet}>{t(waits ? 'pay.pay.total' : 'orders.facts.total')}</p>
          <Amount of={amount(due, order.currency, t)} size="figure" />
          {order.currency === 'money' && <Approx of={due} />}
          {expiresAt && (
            <p className={quiet}>
              {t('orders.facts.expires')} {dayAndTime(expiresAt, app)}
            </p>
          )}
        </Card>
      </Section>
      <Section>
        <Cells>
          <Cell
            label={namesOf(order) || t('orders.topUp')}
            note={orderNo}
            {...nav.link(orders.orderDetail, { orderNo })}
          />
        </Cells>
      </Section>
      {waits ? (
        <Loaded of={methods}>{(data) => <Next order={order} methods={data} other={other} />}</Loaded>
      ) : (
        <div className={stack}>
          <ButtonLink {...nav.link(orders.paymentResult, { orderNo })}>{t('orders.result.check')}</ButtonLink>
        </div>
      )}
    </>
  );
}

/** WeChat only accepts payments by members it knows: a member who signed in by password signs in through it once. */
function ThroughWechat({ orderNo }: { orderNo: string }) {
  const { nav, t } = useApp();
  const fromUrl = `/${orders.pay.path}?orderNo=${orderNo}`;
  return (
    <ButtonLink {...nav.link(session.wechatAuthorization, { fromUrl, again: '1' })}>
      {t('pay.pay.wechat')}
    </ButtonLink>
  );
}

function Next({ order, methods, other }: { order: Order; methods: OfferedMethods; other: boolean }) {
  const app = useApp();
  const { queries, send, t } = app;
  const [failure, setFailure] = useState<Failure>();
  const [chosen, choose] = useState<PaymentMethod>();
  const { pending, run } = useInFlight();
  const continuePayment = useContinuePayment();
  const { orderNo, parts, total, paidAmount, currency } = order;
  const usable = methods.ways.filter((offered) => offered.usable);
  // the order's own method, unless the member came here for another one, or it is not available any more
  const named = usable.map(({ way: method }) => method);
  const others = named.filter((method) => method !== order.way);
  const first = named.includes(order.way) && !(other && others.length) ? order.way : others[0];
  const method = chosen && named.includes(chosen) ? chosen : first;
  const offered = methods.ways.find(({ way }) => way === method);
  const part =
    method === order.way && parts.length > 1
      ? parts.find(({ state }) => state !== OrderState.successful)
      : undefined;
  const sum = part ? money(part.amount) : amount(total - paidAmount, currency, t);

  async function changeTo(method: PaymentMethod) {
    try {
      await fetchOrThrow(send, changeMethod, { orderNo, way: method as MoneyMethod }, 'now');
    } finally {
      queries.changed(offeredMethods);
    }
  }

  const press = (method: PaymentMethod) =>
    run(async (start) => {
      if (!(await confirmed(app, offered && { ...offered, ...(part && { parts: 1 }) }, sum))) return;
      setFailure(undefined);
      start(true);
      const prepare = async () => {
        if (method !== order.way) await changeTo(method);
        return orderNo;
      };
      await continuePayment(method, prepare, part?.part);
    }, setFailure);
  return (
    <>
      <Section title={t('pay.pay.choose')}>
        <MethodRows
          methods={methods.ways}
          value={method}
          limit={methods.limit}
          locked={!!pending}
          onChange={choose}
        />
        {!methods.ways.length && <p className={hint}>{t('pay.pay.noWay')}</p>}
        <LimitHint methods={methods} />
      </Section>
      {offered?.sandbox && <p className={hint}>{t('pay.sandboxText')}</p>}
      <div className={stack}>
        {failure && 'wechat' in failure.problems && <ThroughWechat orderNo={orderNo} />}
        {failure && (
          <p className={hint} role="alert">
            {t('pay.pay.repaymentFailed', { why: failureText(failure, t) })}
          </p>
        )}
        <Button kind="primary" busy={pending} disabled={!method} onClick={() => method && void press(method)}>
          {part ? t('orders.part', { part: part.part, amount: sum }) : t('pay.pay.button', { amount: sum })}
        </Button>
      </div>
    </>
  );
}
