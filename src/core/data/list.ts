import { useState } from 'react';
import type { Call, Given } from '../../contract/wire/call';
import type { Page } from '../../contract/wire/page';
import { useApp } from '../app';
import { asFailure, type Failure } from '../http/failure';
import { type Measures, noMeasures } from './measures';
import { fetchOrThrow, type QueryState, useEntry } from './query';

/** Pages up to which all are read again when the first has changed. */
const few = 5;

/** A list that grows page by page. */
export interface List<T, O extends Page<T> = Page<T>> extends Pick<QueryState<unknown>, 'failure' | 'busy'> {
  /** Everything so far; absent until the first page is here. */
  items?: T[];
  /** The newest answer to the first page, for what it says beside the items. */
  head?: O;
  /** Loads the next page; absent once it is all here. */
  more?(): Promise<void>;
  /** Why the next page is not here. */
  moreFailure: Failure | undefined;
  moreBusy: boolean;
  /** What it has measured, kept as long as its answers are. */
  measures: Measures;
  /** Starts again at the first page. */
  refresh(): Promise<void>;
}

/**
 * Coming back shows all the pages there were, and asks for the first behind them: if that is as it was, the rest stays;
 * if not, as many pages are read again as were shown.
 */
export function useList<T, I extends { from?: string | undefined }, O extends Page<T>>(
  call: Call<I, O & Page<T>>,
  filter: Omit<I, 'from'>,
): List<T, O> {
  const { send, queries } = useApp();
  const pagesOf = [filter]; // apart from what `useQuery` knows of the same call: that is one answer, these are pages
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
      for (
        let next = first.next;
        next !== undefined && pages.length < cached.length;
        next = pages[pages.length - 1]?.next
      )
        pages.push(await page(next, priority));
      return pages;
    },
  );

  const entry = queries.entry(call, pagesOf);
  const measures = (entry.measures ??= noMeasures());
  const next = value?.[value.length - 1]?.next;
  const grow = async () => {
    if (more.busy) return;
    setGrowth({ key, busy: true });
    try {
      const grown = await page(next, 'refresh');
      const { state } = entry;
      const now = state.peek();
      // a refresh in between made this page part of a list that is gone
      if (now.value?.[now.value.length - 1]?.next === next)
        state.value = { ...now, value: [...now.value, grown] };
      setGrowth({});
    } catch (error) {
      const failure = asFailure(error);
      setGrowth({ key, failure: failure });
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
 * The first page as it is now before the pages that are known, without those of their items that it has too; alone when it
 * has none of them. A long list is not read again because it has grown at its beginning.
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
