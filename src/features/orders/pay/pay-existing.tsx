import { useState } from 'react';
import { type Order, OrderState } from '../../../contract/orders';
import { ways as methodsCall, type PaymentMethods } from '../../../contract/payments';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { useQuery } from '../../../core/data/query';
import type { Failure } from '../../../core/http/failure';
import { money } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { failureText } from '../../../ui/feedback/trouble';
import { hint } from '../../../ui/field/hint';
import { Section } from '../../../ui/layout/section';
import { session } from '../../auth/screens';
import { LoadedOrder } from '../records/loaded-order';
import { OrderFacts, OrderHead } from '../records/order-facts';
import { orders } from '../screens';
import { stack } from '../styles';
import { isElsewhere, isHosted, useContinuePayment } from './continue-payment';
import { LimitHint } from './limit-hint';
import { amount } from './text';

/** An order that waits: paid the way it was placed, part by part if it is larger than one transaction may be. */
export function PayOrder({ orderNo }: { orderNo: string }) {
  return <LoadedOrder orderNo={orderNo}>{(data) => <Payable order={data} />}</LoadedOrder>;
}

function Payable({ order }: { order: Order }) {
  const { nav, t } = useApp();
  const { currency, total, orderNo } = order;
  const methods = useQuery(methodsCall, { currency, total });
  return (
    <>
      <Section>
        <OrderHead order={order} />
      </Section>
      <Section>
        <OrderFacts order={order} />
      </Section>
      {order.state === OrderState.waiting ? (
        <Loaded of={methods}>{(data) => <Next order={order} methods={data} />}</Loaded>
      ) : (
        <div className={stack}>
          <ButtonLink {...nav.link(orders.paymentResult, { orderNo })}>{t('orders.result.check')}</ButtonLink>
        </div>
      )}
    </>
  );
}

/** WeChat takes money of those only whom it knows: a member who came in by a password signs in through it once. */
function ThroughWechat({ orderNo }: { orderNo: string }) {
  const { nav, t } = useApp();
  const fromUrl = `/${orders.pay.path}?orderNo=${orderNo}`;
  return (
    <ButtonLink {...nav.link(session.wechatAuthorization, { fromUrl, again: '1' })}>
      {t('pay.pay.wechat')}
    </ButtonLink>
  );
}

function Next({ order, methods }: { order: Order; methods: PaymentMethods }) {
  const { dialogs, platform, t } = useApp();
  const [failure, setFailure] = useState<Failure>();
  const { pending, run } = useInFlight();
  const continuePayment = useContinuePayment();
  const { way: method, orderNo, parts } = order;
  const part = parts.length > 1 ? parts.find(({ state }) => state !== OrderState.successful) : undefined;
  const sum = part ? money(part.amount) : amount(order.total, order.currency, t);
  const sandbox = methods.ways.find((offered) => offered.way === method)?.sandbox;

  const press = () =>
    run(async (start) => {
      const yes =
        !isHosted(method) ||
        (await dialogs.ask({
          title: t('pay.pay.confirm', { amount: sum }),
          text: [
            t('pay.pay.by', { way: t(`orders.ways.${method}`) }),
            ...((await isElsewhere(platform)) ? [t('pay.pay.browser')] : []),
          ].join(' '),
          yes: t('pay.pay.button', { amount: sum }),
          no: t('common.cancel'),
        }));
      if (!yes) return;
      setFailure(undefined);
      start(true);
      await continuePayment(orderNo, method, part?.part);
    }, setFailure);
  return (
    <>
      <LimitHint methods={methods} />
      {sandbox && <p className={hint}>{t('pay.sandboxText')}</p>}
      <div className={stack}>
        {failure && 'wechat' in failure.problems && <ThroughWechat orderNo={orderNo} />}
        {failure && (
          <p className={hint} role="alert">
            {t('pay.pay.repaymentFailed')}: {failureText(failure, t)}
          </p>
        )}
        <Button kind="primary" busy={pending} onClick={() => void press()}>
          {part ? t('orders.part', { part: part.part, amount: sum }) : t('pay.pay.button', { amount: sum })}
        </Button>
      </div>
    </>
  );
}
