import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { useSyncExternalStore } from 'react';

export { batch, computed, effect, type ReadonlySignal, type Signal, signal };

/** The signal's value, and a new render when it changes: React does not see `.value` being read. */
export const useValue = <T>(signal: ReadonlySignal<T>): T =>
  useSyncExternalStore(
    (changed) => signal.subscribe(changed),
    () => signal.peek(),
    () => signal.peek(),
  );
