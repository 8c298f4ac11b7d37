import { type ReadonlySignal, signal } from '@preact/signals';

/**
 * How long a call may take before the loading indicator shows, in milliseconds (spec §9; two readings, both used):
 * at once for what the member started, 250 for a read, 1000 for a refresh behind content, never for what nobody awaits.
 * 200 for the files of a page.
 */
const delays = { now: 0, page: 200, read: 250, refresh: 1000, never: Number.POSITIVE_INFINITY } as const;
export type Wait = keyof typeof delays;

/** The loading indicator: visible while anything that outlasted its delay is under way. */
export interface Loading {
  readonly visible: ReadonlySignal<boolean>;
  /** Answers how to stop. */
  start(wait: Wait): () => void;
}

export function createLoading(): Loading {
  const count = { counted: 0 };
  const visible = signal(false);
  const change = (by: number) => {
    count.counted += by;
    visible.value = count.counted > 0;
  };
  return {
    visible,
    start(wait) {
      if (wait === 'never') return () => {};
      let counted = false;
      const show = () => {
        counted = true;
        change(1);
      };
      const timer = wait === 'now' ? undefined : setTimeout(show, delays[wait]);
      if (wait === 'now') show();
      return () => {
        clearTimeout(timer);
        if (counted) change(-1);
        counted = false;
      };
    },
  };
}
