import type { ReadonlySignal } from '@preact/signals';

export { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The signal's value, and a new render when it changes. */
export const useValue = <T>(signal: ReadonlySignal<T>): T => signal.value;
