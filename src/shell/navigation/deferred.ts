import { type ReadonlySignal, signal } from '@preact/signals';
import type * as deferredModule from '../deferred';

/** The code that the first screen does not need: the routes of all other screens, and everything over the screens. */
export interface Deferred {
  readonly module: ReadonlySignal<typeof deferredModule | undefined>;
  /** Loads it unless it is here. Rejects if it cannot be loaded; a repeated call tries again. */
  bring(): Promise<void>;
}

export function createDeferred(load: () => Promise<typeof deferredModule>): Deferred {
  const module = signal<typeof deferredModule | undefined>(undefined);
  let inFlight: Promise<void> | undefined;
  return {
    module: module,
    async bring() {
      if (module.peek()) return;
      inFlight ??= load()
        .then((loaded) => {
          module.value = loaded;
        })
        .finally(() => {
          inFlight = undefined;
        });
      return inFlight;
    },
  };
}
