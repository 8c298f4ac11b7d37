import { useEffect, useRef, useState } from 'react';
import { listDevices } from '../../../contract/buying/devices';
import { OrderState, packages } from '../../../contract/buying/orders';
import { queryPay } from '../../../contract/buying/payments';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { asFailure, type Failure } from '../../../core/http/failure';
import { orderQueries } from '../queries';
import { paymentQuery, watch } from './watch-payment';

export type Payment = NonNullable<(typeof queryPay)['types']>['output'];

const isOrderFinal = (state: OrderState) => state === OrderState.successful || state === OrderState.failed;

/** Whether asking again soon would bring nothing new: paid, failed, or a transaction that has come to its end. */
const isFinal = ({ state, attempt }: Payment) => isOrderFinal(state) || (!!attempt && attempt !== 'open');

/** How often a provider has to say that nothing was paid: what was paid a moment ago may reach it a moment later. */
const saysUnpaid = 2;

/** Milliseconds between looks whether the provider's window was closed. */
const closedMs = 500;

/**
 * How a payment stands, by the server alone (spec §9): asked at once and up to 8 times more, again whenever the page is
 * shown, and no more once the screen is left. `once`: a single question is enough. `unpaid`: its provider says that nothing has been
 * paid: nobody need wait for the end of the questions to hear it, and they go on behind.
 */
export function usePayment(orderNo: string, once: boolean) {
  const { send, platform, queries } = useApp();
  const [payment, setPayment] = useState<Payment>();
  const [unpaid, setUnpaid] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(true);
  const inFlight = useRef<AbortController>(undefined);
  const final = useRef(false);

  const run = async (rhythm = paymentQuery) => {
    inFlight.current?.abort();
    const { signal } = (inFlight.current = new AbortController());
    setBusy(true);
    setFailure(undefined);
    setUnpaid(false);
    let unpaidAnswers = 0;
    try {
      const answer = await watch({
        ask: () => fetchOrThrow(send, queryPay, { orderNo }, 'never'),
        final: isFinal,
        onAnswer(answer) {
          setPayment(answer);
          if (answer.unpaid) unpaidAnswers++;
          setUnpaid(unpaidAnswers >= saysUnpaid);
        },
        rhythm,
        signal,
      });
      final.current = !!answer && isOrderFinal(answer.state);
      if (final.current) queries.changed(...orderQueries, packages, listDevices);
    } catch (error) {
      const failure = asFailure(error);
      setFailure(failure);
    }
    if (!signal.aborted) setBusy(false);
  };

  useEffect(() => {
    setPayment(undefined);
    void run(once ? { ...paymentQuery, retries: 0 } : paymentQuery);
    const look = () => {
      if (!final.current) void run();
    };
    const stop = platform.onShow(look);
    // a window of its own does not hide our page: that it was closed is how we hear of it
    const opened = platform.windows?.last;
    const timer = setInterval(() => {
      if (!opened?.closed) return;
      clearInterval(timer);
      look();
    }, closedMs);
    return () => {
      stop();
      clearInterval(timer);
      inFlight.current?.abort();
    };
  }, [orderNo]);

  return { payment, unpaid, failure, busy, again: () => void run() };
}
