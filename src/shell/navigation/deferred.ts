import { type ReadonlySignal, signal } from '@preact/signals';
import type * as deferredModule from '../deferred';

/** What the first screen does without: all other screens' doors, and what comes over the screens. */
export interface Deferred {
  readonly module: ReadonlySignal<typeof deferredModule | undefined>;
  /** Asks for it unless it is here. Rejects if it cannot be loaded; asking again tries again. */
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
