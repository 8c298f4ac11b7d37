import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'react';
import type { Seen } from '../../core/http/seen';

/** Milliseconds that a screen has to wait for nothing: what it shows has been painted by then. */
const calmMs = 100;

/** Whether the first screen has what it shows. What nobody is looking for yet waits for that: counts, notices, files of other screens. */
export interface Settled {
  readonly is: ReadonlySignal<boolean>;
  /** Of what the screen shows from a visit before, until it has the newest. */
  readonly seen: ReadonlySignal<Seen | undefined>;
  /** Told by screens: whether this one is shown and waits for nothing. */
  useCalm(calm: boolean): void;
}

/** `then`: once, when it has come to that. */
export function createSettled(then: () => void, seen: Settled['seen']): Settled {
  const is = signal(false);
  return {
    is,
    seen,
    useCalm(calm) {
      useEffect(() => {
        if (!calm || is.peek()) return;
        const timer = setTimeout(() => {
          is.value = true;
          then();
        }, calmMs);
        return () => clearTimeout(timer);
      }, [calm]);
    },
  };
}
