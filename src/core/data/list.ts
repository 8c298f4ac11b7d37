import { useState } from 'react';
import type { Call, Given } from '../../contract/wire/call';
import type { Page } from '../../contract/wire/page';
import { useApp } from '../app';
import { asFailure, type Failure } from '../http/failure';
import { type Measures, noMeasures } from './measures';
import { fetchOrThrow, type QueryState, useEntry } from './query';

/** Maximum number of pages to reload after the first one has changed. */
const few = 5;

/** Where the pages continue; undefined at the end of the list. */
const nextOf = (pages: readonly Page<unknown>[] = []) => pages[pages.length - 1]?.next;

/** A list that grows page by page. */
export interface List<T, O extends Page<T> = Page<T>> extends Pick<QueryState<unknown>, 'failure' | 'busy'> {
  /** All items so far; absent until the first page has arrived. */
  items?: T[];
  /** The newest response of the first page, for its fields besides the items. */
  head?: O;
  /** Loads the next page; absent when the list is complete. */
  more?(): Promise<void>;
  /** The failure of the next page. */
  moreFailure: Failure | undefined;
  moreBusy: boolean;
  /** Measured heights of its rows, kept as long as its responses. */
  measures: Measures;
  /** Reloads from the first page. */
  refresh(): Promise<void>;
}

/**
 * Returning to a list shows all its pages, and refreshes the first one behind them: if that is unchanged, the rest stays; otherwise as
 * many pages are reloaded as were shown.
 */
export function useList<T, I extends { from?: string | undefined }, O extends Page<T>>(
  call: Call<I, O & Page<T>>,
  filter: Omit<I, 'from'>,
): List<T, O> {
  const { send, queries } = useApp();
  const pagesOf = [filter]; // separate from the `useQuery` entry of the same call, which holds one response, not pages
  const key = call.path + JSON.stringify(filter);
  // `busy` and `failure` belong to one filter and are reset with another
  const [growth, setGrowth] = useState<{ key?: string; busy?: boolean; failure?: Failure }>({});
  const more = growth.key === key ? growth : {};
  const page = (from: string | undefined, wait: 'read' | 'refresh') =>
    fetchOrThrow(send, call, { ...filter, ...(from !== undefined && { from }) } as Given<I>, wait);

  const { value, failure, busy, refresh } = useEntry<(O & Page<T>)[]>(
    call,
    pagesOf,
    async (cached, wait, fresh) => {
      const priority = wait === 'refresh' ? 'refresh' : 'read';
      const first = await page(undefined, priority);
      const pages: (O & Page<T>)[] = [first];
      if (fresh || !cached) return pages;
      if (JSON.stringify(cached[0]?.items) === JSON.stringify(first.items))
        return [first, ...cached.slice(1)];
      if (cached.length > few) return before(first, cached);
      for (let next = first.next; next !== undefined && pages.length < cached.length; next = nextOf(pages))
        pages.push(await page(next, priority));
      return pages;
    },
  );

  const entry = queries.entry(call, pagesOf);
  const measures = (entry.measures ??= noMeasures());
  const next = nextOf(value);
  const grow = async () => {
    if (more.busy) return;
    setGrowth({ key, busy: true });
    try {
      const grown = await page(next, 'refresh');
      const { state } = entry;
      const now = state.peek();
      // a refresh in the meantime has replaced the list to which this page belongs
      if (now.value && nextOf(now.value) === next) state.value = { ...now, value: [...now.value, grown] };
      setGrowth({});
    } catch (error) {
      setGrowth({ key, failure: asFailure(error) });
    }
  };

  return {
    ...(value?.[0] && { items: value.flatMap(({ items }) => items), head: value[0] as O }),
    ...(failure && { failure }),
    busy,
    ...(next !== undefined && { more: grow }),
    moreBusy: !!more.busy,
    moreFailure: more.failure,
    measures,
    refresh: () => {
      Object.assign(measures, noMeasures());
      return refresh(true);
    },
  };
}

/**
 * The new first page followed by the known pages, without duplicates; only the new page if they share no item. A long list is not
 * reloaded because it has grown at its beginning.
 */
function before<P extends Page<unknown>>(first: P, cached: readonly P[]): P[] {
  const keyOf = (item: unknown) => (item as { id?: string } | null)?.id ?? JSON.stringify(item);
  const keys = new Set(first.items.map(keyOf));
  const isInFirst = (item: unknown) => keys.has(keyOf(item));
  if (!cached.some(({ items }) => items.some(isInFirst))) return [first];
  return [
    first,
    ...cached.map((page) => ({ ...page, items: page.items.filter((item) => !isInFirst(item)) })),
  ];
}
