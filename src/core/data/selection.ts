import { useState } from 'react';

/** The selection in a list that may be only partly loaded: some ids, or everything that a search finds except some. */
export interface Selection {
  /** Whether the selection mode is on. */
  on: boolean;
  all: boolean;
  count: number;
  has(id: string): boolean;
  start(): void;
  stop(): void;
  toggle(id: string): void;
  toggleAll(): void;
  /** `ids`, or with `all` the excluded ones. */
  ids: readonly string[];
}

/** `total`: the number of rows that the search finds. `search`: a new one clears the selection. */
export function useSelection(total: number, search: string): Selection {
  const [state, setState] = useState<{ search: string; all: boolean; ids: readonly string[] }>();
  const now = state && (state.search === search ? state : { search, all: false, ids: [] });
  const { all = false, ids = [] } = now ?? {};
  return {
    on: !!now,
    all,
    ids,
    count: all ? Math.max(0, total - ids.length) : ids.length,
    has: (id) => all !== ids.includes(id),
    start: () => setState({ search, all: false, ids: [] }),
    stop: () => setState(undefined),
    toggle: (id) =>
      setState({ search, all, ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] }),
    toggleAll: () => setState({ search, all: !all || ids.length > 0, ids: [] }),
  };
}
