import { useEffect, useRef, useState } from 'react';
import {
  addByCloudBeans,
  addByIntegral,
  addByMoney,
  addUserOrder,
  addUserUsdt,
  type Ordered,
  submitState,
} from '../../../contract/buying/orders';
import { aboutMethod, type Channel, type PaymentMethod } from '../../../contract/buying/payment-methods';
import { offeredMethods } from '../../../contract/buying/payments';
import { type Item, type Quote, quote as quoteCall } from '../../../contract/buying/products';
import type { Call } from '../../../contract/wire/call';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import { asFailure, Failure } from '../../../core/http/failure';
import { newKey } from '../../../core/http/request-key';
import { submitQuery, watch } from './watch-payment';

/** Orders to be paid through a provider share one call; the other methods have their own. */
const calls: Record<Exclude<PaymentMethod, Channel>, Call<object, Ordered>> = {
  balance: addByMoney,
  usdt: addUserUsdt,
  points: addByIntegral,
  cloudBeans: addByCloudBeans,
};
const callOf = (method: PaymentMethod): Call<object, Ordered> =>
  (calls as Partial<Record<PaymentMethod, Call<object, Ordered>>>)[method] ?? addUserOrder;

interface PlaceOrderInput {
  items: Item[];
  method: PaymentMethod;
  /** `total` of the visible quote. */
  shownTotal: number;
  couponCode?: string | undefined;
  /** One of the member's addresses, for goods that are delivered. */
  addressId?: string | undefined;
}

/** The reason why no order was placed, or `doubt`: the result is unknown. */
export type PlaceOrderFailure = 'doubt' | Failure | { quote: Quote; before: number };

/**
 * Places an order under one request key, which is kept until a final answer: after a lost response the order is searched (the
 * order-submit query), and another attempt can only find or create the same order.
 */
export function usePlaceOrder() {
  const { send, queries } = useApp();
  const { pending, run } = useInFlight();
  const [problem, setProblem] = useState<PlaceOrderFailure>();
  const key = useRef(newKey());
  const leaving = useRef<AbortController>(undefined);
  const { signal } = (leaving.current ??= new AbortController());
  useEffect(() => () => leaving.current?.abort(), []);

  async function lookFor(): Promise<Ordered | undefined> {
    const found = await watch({
      ask: () => fetchOrThrow(send, submitState, {}, 'never', key.current),
      final: ({ order }) => !!order,
      rhythm: submitQuery,
      signal,
    });
    return found?.order;
  }

  async function attempt({
    items,
    method,
    shownTotal,
    couponCode,
    addressId,
  }: PlaceOrderInput): Promise<Ordered | PlaceOrderFailure> {
    const call = callOf(method);
    const input = {
      items,
      shownTotal,
      ...(couponCode && aboutMethod(method).currency === 'money' && { couponCode }),
      ...(addressId && { addressId }),
      ...(call === addUserOrder && { channel: method }),
    };
    try {
      const answer = await send(call, input, { key: key.current });
      if ('orderNo' in answer) return answer;
      key.current = newKey(); // a refusal is final: nothing was created under that key
      const { quote } = answer as { quote?: Quote };
      if (quote) return { quote, before: shownTotal };
      return new Failure('refused', answer.message, 'problems' in answer ? (answer.problems ?? {}) : {});
    } catch (error) {
      const failure = asFailure(error);
      return failure.kind === 'expired' ? failure : ((await lookFor()) ?? 'doubt');
    }
  }

  const place = (request: PlaceOrderInput): Promise<Ordered | undefined> =>
    run(async (start) => {
      start(true);
      setProblem(undefined);
      const made = await attempt(request);
      if (typeof made === 'object' && 'orderNo' in made) {
        queries.changed(offeredMethods);
        return made;
      }
      setProblem(made);
      if (made !== 'doubt') queries.changed(quoteCall, offeredMethods); // the screen differed from the server's state
      return;
    }, setProblem);
  return { busy: !!pending, problem, place };
}
