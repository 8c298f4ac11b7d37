import type { State } from '../state';

/**
 * How long a call may take before the loading indicator shows, in milliseconds (spec §9; two readings, both used):
 * at once for what the member started, 250 for a read, 1000 for a refresh behind content, never for what nobody awaits.
 * 200 for the files of a page.
 */
const delays = { now: 0, page: 200, read: 250, refresh: 1000, never: Number.POSITIVE_INFINITY } as const;
export type Wait = keyof typeof delays;

/** Counts what is under way and has outlasted its delay, in `State.loadingCount`. */
export interface Loading {
  /** Answers how to stop. */
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
