import type { State } from '../state';

/**
 * Milliseconds before the loading indicator shows (spec §9; two readings, both used): at once for actions of the member, 250 for a read,
 * 1000 for a refresh behind content, never for background calls. 200 for the files of a page.
 */
const delays = { now: 0, page: 200, read: 250, refresh: 1000, never: Number.POSITIVE_INFINITY } as const;
export type Wait = keyof typeof delays;

/** Counts the operations that have outlasted their delay, in `State.loadingCount`. */
export interface Loading {
  /** Returns the function that ends it. */
  start(wait: Wait): () => void;
}

export function createLoading({ loadingCount }: State): Loading {
  return {
    start(wait) {
      if (wait === 'never') return () => {};
      let counted = false;
      const show = () => {
        counted = true;
        loadingCount.value++;
      };
      const timer = wait === 'now' ? undefined : setTimeout(show, delays[wait]);
      if (wait === 'now') show();
      return () => {
        clearTimeout(timer);
        if (counted) loadingCount.value--;
        counted = false;
      };
    },
  };
}
