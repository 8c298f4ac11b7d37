import { type ReadonlySignal, signal } from '@preact/signals';
import { recall, type Seen } from '../http/seen';
import type { Store } from '../platform';
import type { Entry } from './query';

/** What lists begin with. */
interface Recalled {
  /** Of what is shown from a visit before, while it is asked for again; undefined when the newest is here. */
  readonly seen: ReadonlySignal<Seen | undefined>;
  /**
   * Gives a new entry what this member was answered on a visit before. Lists only: no form counts with what may have changed since.
   */
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
        // whose session has ended is shown nothing from before
        if (seen && failure?.kind === 'expired') state.value = { failure, busy };
        else if (seen && busy) recalled.value = before;
        else if (recalled.peek() === before) recalled.value = undefined;
      });
    },
  };
}
