import { useRef } from 'react';
import { type Currency, type Item, type Quote, quote } from '../../contract/buying/products';
import { useApp } from '../app';
import { useDebounced } from '../data/debounced';
import { fetchOrThrow, useEntry } from '../data/query';
import type { Failure } from '../http/failure';

/** A discount as languages count it, each by the blank that its message has: 6 percent `off`, or 9.4 `tenths` of the price (折). */
export const discount = (percent: number) => ({ off: percent, tenths: (100 - percent) / 10 });

/** What the server is asked for a price of. */
export interface PriceInput {
  items: Item[];
  couponCode?: string;
  /** Money unless said otherwise. */
  currency?: Currency;
}

/** A price as the server says it; the phone computes none. */
export interface Price {
  /** The newest answer; while the next is awaited, still the one before. */
  value: Quote | undefined;
  /** The total that is on the screen for exactly these goods; absent while that is not known. */
  displayedTotal: number | undefined;
  failure: Failure | undefined;
  busy: boolean;
  refresh(): Promise<void>;
}

/** Asks for the price of some goods, and again after each change. Nothing is asked while there is nothing to buy. */
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
