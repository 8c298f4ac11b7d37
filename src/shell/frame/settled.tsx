import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect } from 'react';
import type { Seen } from '../../core/http/seen';

/** Milliseconds that a screen must wait for nothing: its content has been painted by then. */
const calmMs = 100;

/** Whether the first screen has its content. Work that is not visible yet waits for that: counters, notices, files of other screens. */
export interface Settled {
  readonly is: ReadonlySignal<boolean>;
  /** The data from an earlier visit that the screen shows until it has the newest. */
  readonly seen: ReadonlySignal<Seen | undefined>;
  /** Called by screens: whether this one is visible and waits for nothing. */
  useCalm(calm: boolean): void;
}

/** `then`: called once, when the first screen has its content. */
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
