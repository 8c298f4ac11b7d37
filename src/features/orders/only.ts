import { useEffect } from 'react';
import type { Page } from '../../contract/wire/page';
import type { List } from '../../core/data/list';

/** Some of a list's items. Pages that hold none of them are gone through until one does. */
export function useOnly<T, O extends Page<T>>(list: List<T, O>, wanted: (item: T) => boolean): List<T, O> {
  const { items, ...rest } = list;
  const found = items?.filter(wanted);
  const searching = found?.length === 0 && !!list.more && !list.moreFailure;
  useEffect(() => {
    if (searching && !list.moreBusy) void list.more?.();
  }, [searching, items?.length, list.moreBusy]);
  if (found?.length === 0 && list.moreFailure) return { ...rest, failure: list.moreFailure };
  return found && !searching ? { ...rest, items: found } : rest;
}
