import { useState } from 'react';
import { getProduct, listProducts, type Quote, queryProducts, quote } from '../../contract/buying/products';
import type { Problems } from '../../contract/wire/problem';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { isDone } from '../../core/http/answer';
import type { Price, PriceInput } from '../../core/purchase/price';

/** A problem as text, at the field that it concerns. */
interface CheckoutProblem {
  items?: string;
  coupon?: string;
  other?: string;
}

/** The server's message, at the field that it concerns. */
export function checkoutProblem(message: string, problems: Problems = {}): CheckoutProblem {
  if (problems.couponCode) return { coupon: message };
  return problems.items ? { items: message } : { other: message };
}

/** The visible total, and the current one. Fen. */
interface PriceChange {
  from: number;
  to: number;
}

/**
 * The step to the payment. The server is asked once more; if its total differs from the visible one, the new one is shown, and the member
 * has to press again.
 */
export function useCheckout(input: PriceInput, { displayedTotal }: Price, go: (quote: Quote) => void) {
  const { queries, send, t } = useApp();
  const { pending, run } = useInFlight();
  const [result, setResult] = useState<{ of: string; problem?: CheckoutProblem; change?: PriceChange }>();
  const of = JSON.stringify(input);

  const buy = () =>
    run(
      async (start) => {
        const few = !input.items.length || input.items.some(({ quantity }) => quantity < 1);
        if (few) return setResult({ of, problem: { items: t('store.atLeastOne') } });
        setResult(undefined);
        start(true);
        const answer = await send(quote, input);
        if (!isDone(answer)) {
          const problems = 'problems' in answer ? answer.problems : {};
          setResult({ of, problem: checkoutProblem(answer.message, problems) });
        } else if (displayedTotal !== undefined && displayedTotal !== answer.total) {
          queries.entry(quote, input).state.value = { value: answer, busy: false };
          queries.changed(listProducts, queryProducts, getProduct);
          setResult({ of, change: { from: displayedTotal, to: answer.total } });
        } else go(answer);
      },
      ({ kind, message }) => {
        if (kind !== 'expired')
          setResult({ of, problem: { other: message || t('common.failures.offline') } });
      },
    );
  // a result for other goods does not apply to these
  const { problem = {}, change }: Partial<NonNullable<typeof result>> = result?.of === of ? result : {};
  return { busy: !!pending, problem, change, buy };
}
