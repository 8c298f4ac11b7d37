import { type ReadonlySignal, signal } from '@preact/signals';
import type * as rest from '../deferred';

/** What the first screen does without: all other screens' doors, and what comes over the screens. */
export interface Rest {
  readonly here: ReadonlySignal<typeof rest | undefined>;
  /** Asks for it unless it is here. Rejects if it cannot be loaded; asking again tries again. */
  bring(): Promise<void>;
}

export function createRest(load: () => Promise<typeof rest>): Rest {
  const here = signal<typeof rest | undefined>(undefined);
  let inFlight: Promise<void> | undefined;
  return {
    here,
    async bring() {
      if (here.peek()) return;
      inFlight ??= load()
        .then((loaded) => {
          here.value = loaded;
        })
        .finally(() => {
          inFlight = undefined;
        });
      return inFlight;
    },
  };
}
