import { useState } from 'react';

/** What is chosen of a list that need not be loaded whole: some by name, or all that a search finds but some. */
export interface Selection {
  /** Whether rows are being chosen at all. */
  on: boolean;
  all: boolean;
  count: number;
  has(id: string): boolean;
  start(): void;
  stop(): void;
  toggle(id: string): void;
  toggleAll(): void;
  /** `ids`, or with `all` those that are left out. */
  ids: readonly string[];
}

/** `total`: how many the search finds. `search`: another one starts with nothing chosen. */
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
