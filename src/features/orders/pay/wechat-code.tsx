import { useEffect } from 'react';
import { OrderState } from '../../../contract/buying/orders';
import { queryPay, startPay } from '../../../contract/buying/payments';
import { useApp } from '../../../core/app';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import type { Failure } from '../../../core/http/failure';
import { money } from '../../../core/text/format';
import { ButtonLink } from '../../../ui/button';
import { Qr } from '../../../ui/display/qr';
import { Loaded } from '../../../ui/feedback/loaded';
import { hint } from '../../../ui/field/hint';
import { Card } from '../../../ui/layout/card';
import { Section } from '../../../ui/layout/section';
import { middle, quiet } from '../../../ui/styles';
import * as orders from '../routes';
import { stack } from '../styles';
import { OtherMethodLink } from './another-way';
import { Refused } from './refused';
import { clock, useLeft } from './time-left';
import { watch } from './watch-payment';

/**
 * Taking out a phone and scanning takes time: queried while the code is valid, two hours at most. The payment query of spec §9 belongs to
 * the result screen.
 */
const rhythm = { retries: 1440, intervalMs: 5000 };

/** Payment with WeChat on a computer: a code for the phone to scan, until the deadline. */
export function WechatCode({ orderNo }: { orderNo: string }) {
  const ticket = useQuery(startPay, { orderNo });
  if (ticket.failure?.kind === 'refused') return <NotStarted orderNo={orderNo} failure={ticket.failure} />;
  return (
    <Loaded of={ticket}>
      {(data) =>
        data.way === 'wechat' && data.code ? (
          <Code orderNo={orderNo} code={data.code} amount={data.amount} deadline={data.deadline} />
        ) : (
          <Result orderNo={orderNo} />
        )
      }
    </Loaded>
  );
}

/** An order that was paid or has ended meanwhile has no code: its result is shown instead. */
function NotStarted({ orderNo, failure }: { orderNo: string; failure: Failure }) {
  const { nav } = useApp();
  const { value } = useQuery(queryPay, { orderNo });
  useEffect(() => {
    if (value && value.state !== OrderState.waiting)
      nav.go(orders.paymentResult, { orderNo }, { replace: true });
  }, [value]);
  return <Refused failure={failure} />;
}

function Result({ orderNo }: { orderNo: string }) {
  const { nav, t } = useApp();
  return (
    <div className={stack}>
      <ButtonLink {...nav.link(orders.paymentResult, { orderNo })} kind="primary">
        {t('usdt.wechat.paid')}
      </ButtonLink>
      <OtherMethodLink orderNo={orderNo} />
    </div>
  );
}

interface Scanned {
  orderNo: string;
  code: string;
  /** Fen. */
  amount: number;
  deadline: string;
}

function Code({ orderNo, code, amount, deadline }: Scanned) {
  const { nav, send, t } = useApp();
  const left = useLeft(deadline);
  useEffect(() => {
    const stop = new AbortController();
    watch({
      ask: () => fetchOrThrow(send, queryPay, { orderNo }, 'never'),
      final: ({ state, attempt }) => state !== OrderState.waiting || (!!attempt && attempt !== 'open'),
      rhythm,
      signal: stop.signal,
    }).then(
      (ended) => ended && nav.go(orders.paymentResult, { orderNo }, { replace: true }),
      () => {}, // refused or signed out, which has been reported: the button stays
    );
    return () => stop.abort();
  }, [orderNo]);
  if (!left)
    return (
      <>
        <p className={hint} role="alert">
          {t('usdt.wechat.over')}
        </p>
        <div className={stack}>
          <ButtonLink {...nav.link(orders.pay, { orderNo })}>{t('orders.result.again')}</ButtonLink>
        </div>
      </>
    );
  return (
    <>
      <Section>
        <Card>
          <div className={middle}>
            <h2>{money(amount)}</h2>
            <Qr text={code} label={t('usdt.wechat.label')} />
            <p className={quiet}>{t('usdt.wechat.scan')}</p>
            <p role="timer">{t('usdt.left', { time: clock(left) })}</p>
          </div>
        </Card>
      </Section>
      <Result orderNo={orderNo} />
    </>
  );
}
