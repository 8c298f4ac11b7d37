import { useEffect } from 'react';
import { getOrder, listOrders, orderDetail } from '../../contract/buying/orders';
import type { Page } from '../../contract/wire/page';
import type { List } from '../../core/data/list';

/** All queries that show the state of an order. */
export const orderQueries = [getOrder, orderDetail, listOrders];

/** A filtered list. Pages without matching items are skipped until one has some. */
export function useFilteredList<T, O extends Page<T>>(
  list: List<T, O>,
  matches: (item: T) => boolean,
): List<T, O> {
  const { items, ...rest } = list;
  const found = items?.filter(matches);
  const searching = found?.length === 0 && !!list.more && !list.moreFailure;
  useEffect(() => {
    if (searching && !list.moreBusy) void list.more?.();
  }, [searching, items?.length, list.moreBusy]);
  if (found?.length === 0 && list.moreFailure) return { ...rest, failure: list.moreFailure };
  return found && !searching ? { ...rest, items: found } : rest;
}
