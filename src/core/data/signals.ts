import type { ReadonlySignal } from '@preact/signals';

// The one place that knows where signals come from: React has no build of @preact/signals, so `signals.react.ts` stands here
// in its build, and an embed has `embed/small/signals.ts`.
export { computed, type ReadonlySignal, type Signal, signal, useSignal } from '@preact/signals';

/** The signal's value, and a new render when it changes. A hook, since React cannot see `.value` being read. */
export const useValue = <T>(source: ReadonlySignal<T>): T => source.value;
