import { type ReadonlySignal, signal } from '@preact/signals-core';
import { useCallback, useState, useSyncExternalStore } from 'react';

// What `signals.ts` exports, on real React and in embeds: no renderer is told of `.value` being read, so a hook subscribes.

export { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';

/** A signal of this component's own. */
export const useSignal = <T>(initial: T) => useState(() => signal(initial))[0];

/** The signal's value, and a new render when it changes. */
export function useValue<T>(source: ReadonlySignal<T>): T {
  const subscribe = useCallback((changed: () => void) => source.subscribe(changed), [source]);
  const read = useCallback(() => source.peek(), [source]);
  return useSyncExternalStore(subscribe, read, read);
}
