import { useRef, useState } from 'react';
import { getProduct, listProducts, type Quote, queryProducts, quote } from '../../contract/products';
import type { Problems } from '../../contract/wire/problem';
import { useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { Failure } from '../../core/http/failure';
import type { Price, Wanted } from '../../core/text/price';

/** What is wrong, in words, at the place that it is about. */
export interface Wrong {
  items?: string;
  coupon?: string;
  other?: string;
}

/** Puts the server's words where they belong. */
export function wrongOf(message: string, problems: Problems = {}): Wrong {
  if (problems.couponCode) return { coupon: message };
  return problems.items ? { items: message } : { other: message };
}

/** A total that was on the screen, and what it is now. Fen. */
export interface Changed {
  from: number;
  to: number;
}

/**
 * The step from looking to paying. The server is asked once more; when its total is not the one on the screen, the new one
 * is shown and nothing goes on until the member has pressed again.
 */
export function useBuying(wanted: Wanted, { shown }: Price, go: (quote: Quote) => void) {
  const { queries, send, t } = useApp();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ of: string; wrong?: Wrong; changed?: Changed }>();
  const under = useRef(false);
  const of = JSON.stringify(wanted);

  async function buy() {
    if (under.current) return;
    const few = !wanted.items.length || wanted.items.some(({ quantity }) => quantity < 1);
    if (few) return setSaid({ of, wrong: { items: t('store.atLeastOne') } });
    setSaid(undefined);
    under.current = true;
    setBusy(true);
    try {
      const answer = await send(quote, wanted);
      if (!isDone(answer)) {
        setSaid({ of, wrong: wrongOf(answer.message, 'problems' in answer ? answer.problems : {}) });
      } else if (shown !== undefined && shown !== answer.total) {
        queries.entry(quote, wanted).known.value = { value: answer, busy: false };
        queries.changed(listProducts, queryProducts, getProduct);
        setSaid({ of, changed: { from: shown, to: answer.total } });
      } else go(answer);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind !== 'expired')
        setSaid({ of, wrong: { other: error.message || t('common.failures.offline') } });
    } finally {
      under.current = false;
      setBusy(false);
    }
  }
  // what was said of other goods is not said of these
  const { wrong = {}, changed }: Partial<NonNullable<typeof said>> = said?.of === of ? said : {};
  return { busy, wrong, changed, buy };
}
