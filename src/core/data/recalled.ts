import { type ReadonlySignal, signal } from '@preact/signals';
import { recall, type Seen } from '../http/seen';
import type { Store } from '../platform';
import type { Entry } from './query';

/** The answers with which lists begin. */
interface Recalled {
  /** Age of the visible answers from an earlier visit, while they are being refreshed; undefined once the newest are here. */
  readonly seen: ReadonlySignal<Seen | undefined>;
  /** Fills a new entry with the member's answers from an earlier visit. Lists only: forms must not calculate with stale values. */
  fill(entry: Entry, input: unknown): void;
}

export function createRecalled(local: Store, userId: () => string): Recalled {
  const recalled = signal<Seen | undefined>(undefined);
  return {
    seen: recalled,
    fill({ call, state }, input) {
      const before = Array.isArray(input) && recall(local, userId(), call, input[0]);
      if (!before) return;
      state.value = { ...before.instead(undefined, input), seen: before, busy: false };
      state.subscribe(({ seen, busy, failure }) => {
        // a member whose session has ended sees no earlier answers
        if (seen && failure?.kind === 'expired') state.value = { failure, busy };
        else if (seen && busy) recalled.value = before;
        else if (recalled.peek() === before) recalled.value = undefined;
      });
    },
  };
}
