import { useRef, useState } from 'react';
import { asFailure, type Failure } from '../http/failure';

/**
 * Runs one action at a time: whoever presses again while one is in flight starts nothing, and is answered nothing.
 * `start` says that it is under way, once the member has agreed to it; `pending` is what it was given until the action ends.
 * A `Failure` goes to `failed`, which may be left out where `send` has told the member already.
 */
export function useInFlight<P = true>() {
  const [pending, setPending] = useState<P>();
  const inFlight = useRef(false);
  return {
    pending,
    async run<T>(
      action: (start: (what: P) => void) => Promise<T>,
      failed?: (failure: Failure) => void,
    ): Promise<T | undefined> {
      if (inFlight.current) return;
      inFlight.current = true;
      try {
        return await action((what) => setPending(() => what));
      } catch (error) {
        const failure = asFailure(error);
        failed?.(failure);
        return;
      } finally {
        inFlight.current = false;
        setPending(undefined);
      }
    },
  };
}
