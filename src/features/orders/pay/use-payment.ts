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

/** Whether another query soon would bring nothing new: paid, failed, or a transaction that has ended. */
const isFinal = ({ state, attempt }: Payment) => isOrderFinal(state) || (!!attempt && attempt !== 'open');

/** Number of reports of "unpaid" that are required: a very recent payment may reach the provider a moment later. */
const saysUnpaid = 2;

/** Milliseconds between checks whether the provider's window was closed. */
const closedMs = 500;

/**
 * The answer to the query that the page sent, if it came before the screen did: the first render shows it. It is not kept for later, when the
 * payment may have another state.
 */
function useBegun(orderNo: string) {
  const { queries } = useApp();
  const [answer] = useState((): Payment | undefined => {
    const { isNew, state } = queries.entry(queryPay, { orderNo });
    if (!isNew) return;
    queries.changed(queryPay);
    return state.peek().value;
  });
  return useRef(answer);
}

/**
 * The state of a payment, from the server alone (spec §9): queried at once and up to 8 times more, again whenever the page is shown, and
 * not after the screen is left. `once`: a single query suffices. `unpaid`: its provider reports that nothing has been paid: the member
 * sees this before the queries end, and they continue behind.
 */
export function usePayment(orderNo: string, once: boolean) {
  const { send, platform, queries } = useApp();
  const begun = useBegun(orderNo);
  const [payment, setPayment] = useState(begun.current);
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
        async ask() {
          const { current } = begun;
          begun.current = undefined;
          return current ?? (await fetchOrThrow(send, queryPay, { orderNo }, 'never'));
        },
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
    setPayment(begun.current);
    void run(once ? { ...paymentQuery, retries: 0 } : paymentQuery);
    const look = () => {
      if (!final.current) void run();
    };
    const stop = platform.onShow(look);
    // a separate window does not hide our page: its closing is the only signal
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
