import { useRef } from 'react';
import { type Currency, type Item, type Quote, quote } from '../../contract/buying/products';
import { useApp } from '../app';
import { useDebounced } from '../data/debounced';
import { fetchOrThrow, useEntry } from '../data/query';
import type { Failure } from '../http/failure';

/** A discount in the form that a language uses, with the blank of its message: 6 percent `off`, or 9.4 `tenths` of the price (折). */
export const discount = (percent: number) => ({ off: percent, tenths: (100 - percent) / 10 });

/** The goods whose price is requested. */
export interface PriceInput {
  items: Item[];
  couponCode?: string;
  /** Default: money. */
  currency?: Currency;
}

/** A price from the server; the phone calculates none. */
export interface Price {
  /** The newest answer; the previous one while the next is in flight. */
  value: Quote | undefined;
  /** The visible total for exactly these goods; absent while it is unknown. */
  displayedTotal: number | undefined;
  failure: Failure | undefined;
  busy: boolean;
  refresh(): Promise<void>;
}

/** Requests the price of some goods, again after each change. No request without goods. */
export function usePrice(requested: PriceInput): Price {
  const { send } = useApp();
  const newest = JSON.stringify(requested);
  const debounced = useDebounced(newest);

  const input = JSON.parse(debounced) as PriceInput;
  const { items } = input;
  const enabled = items.length > 0 && items.every(({ quantity }) => quantity > 0);
  const { value, failure, busy, refresh } = useEntry<Quote | undefined>(quote, input, async (_, wait) =>
    enabled ? fetchOrThrow(send, quote, input, wait) : undefined,
  );
  const last = useRef<Quote>(undefined);
  if (value || !enabled) last.current = value;
  const current = newest === debounced;
  return {
    value: failure ? value : last.current,
    displayedTotal: current ? value?.total : undefined,
    failure: current ? failure : undefined,
    busy: busy || !current,
    refresh: () => refresh(),
  };
}
