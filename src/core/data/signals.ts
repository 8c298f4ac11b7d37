import { type ReadonlySignal, signal } from '@preact/signals-core';
import { useCallback, useState, useSyncExternalStore } from 'react';

// The one place that knows where signals come from: the core of @preact/signals, with hooks that run on preact and React
// alike. Its own integration with preact is 1 KB more in the first load.

export { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';

/** A signal of this component's own. */
export const useSignal = <T>(initial: T) => useState(() => signal(initial))[0];

/** The signal's value, and a new render when it changes. Subscribes once for as long as it is the same signal. */
export function useValue<T>(source: ReadonlySignal<T>): T {
  const subscribe = useCallback((changed: () => void) => source.subscribe(changed), [source]);
  const read = useCallback(() => source.peek(), [source]);
  return useSyncExternalStore(subscribe, read, read);
}
