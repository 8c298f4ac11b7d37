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

/** What orders to be paid through somebody else go by is one call; the others have one each. */
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
  /** `total` of the quote on the screen. */
  shownTotal: number;
  couponCode?: string | undefined;
  /** One of the member's addresses, for goods that are sent. */
  addressId?: string | undefined;
}

/** Why no order was made, or `doubt`: nobody knows whether one was. */
export type PlaceOrderFailure = 'doubt' | Failure | { quote: Quote; before: number };

/**
 * Places an order under one request key, which is kept until there is a final answer: a lost answer is looked for (the
 * order-submit query), and another try can only find or make the same order.
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
      key.current = newKey(); // a refusal is final: nothing was made under that key
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
      if (made !== 'doubt') queries.changed(quoteCall, offeredMethods); // what is on the screen was not what the server knew
      return;
    }, setProblem);
  return { busy: !!pending, problem, place };
}
