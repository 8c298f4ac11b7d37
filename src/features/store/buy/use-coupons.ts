import { useRef, useState } from 'react';
import { getCoupon, type Item, listCoupons, type OwnCoupon } from '../../../contract/buying/products';
import { useApp } from '../../../core/app';
import { useDebounced } from '../../../core/data/debounced';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow, useEntry } from '../../../core/data/query';
import { isDone } from '../../../core/http/answer';

export interface Coupons {
  /** The member's own coupons that apply to these goods, best first. */
  own: OwnCoupon[];
  /** The applied code; empty for none. */
  used: string;
  /** The name of the typed code. */
  typedName: string | undefined;
  typed: string;
  problem: string | undefined;
  /** Whether the member's own coupons are not known yet. */
  loading: boolean;
  busy: boolean;
  /** Applies another one, or none. */
  use(code: string): void;
  type(text: string): void;
  /** Checks the typed code for these goods. Returns the code that then applies; undefined if it is invalid, which is shown. */
  apply(): Promise<string | undefined>;
}

/** Coupons for some goods: the best of the member's own applies until they choose otherwise. */
export function useCoupons(items: Item[]): Coupons {
  const { send, t } = useApp();
  const [chosen, choose] = useState<{ code: string; name?: string }>();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { pending, run } = useInFlight();
  const goods = items.filter(({ quantity }) => quantity > 0);
  const input = JSON.parse(useDebounced(JSON.stringify({ items: goods }))) as { items: Item[] };
  const { value, failure } = useEntry<{ items: OwnCoupon[] } | undefined>(
    listCoupons,
    input,
    async (_, wait) => (input.items.length ? fetchOrThrow(send, listCoupons, input, wait) : { items: [] }),
  );
  const last = useRef<OwnCoupon[]>([]);
  if (value) last.current = value.items;
  const own = last.current;

  const apply = () =>
    run(
      async (start) => {
        const couponCode = typed.trim().toUpperCase();
        if (!couponCode) {
          setProblem(t('store.coupon.required'));
          return;
        }
        start(true);
        const answer = await send(getCoupon, { couponCode, ...(goods.length > 0 && { items: goods }) });
        if (!isDone(answer)) {
          setProblem(answer.message);
          return;
        }
        choose({ code: couponCode, name: answer.name });
        setTyped('');
        setProblem(undefined);
        return couponCode;
      },
      ({ message }) => setProblem(message || t('common.failures.offline')),
    );
  return {
    own,
    used: chosen ? chosen.code : (own[0]?.couponCode ?? ''),
    typedName: chosen?.name,
    typed,
    problem,
    loading: !value && !failure && !chosen,
    busy: !!pending,
    use: (code) => choose({ code }),
    type(text) {
      setTyped(text);
      setProblem(undefined);
    },
    apply,
  };
}
