import { type ReadonlySignal, signal } from '@preact/signals';

/** Milliseconds that a toast stays (spec §9). */
const toastMs = 2000;

/** A short text over the screen that disappears automatically: one at a time, the newest. */
export interface Toasts {
  readonly current: ReadonlySignal<string | undefined>;
  show(text: string, durationMs?: number): void;
}

export function createToasts(): Toasts {
  const current = signal<string | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    current,
    show(text, durationMs = toastMs) {
      clearTimeout(timer);
      current.value = text;
      timer = setTimeout(() => {
        current.value = undefined;
      }, durationMs);
    },
  };
}
