import { useRef, useState } from 'react';
import { asFailure, type Failure } from '../http/failure';

/**
 * Runs one action at a time: pressing again while one is in flight does nothing and returns undefined. `start` marks the action as
 * started, once the member has confirmed it; `pending` is its argument until the action ends. A `Failure` goes to `failed`, which may be
 * omitted if `send` has already shown it.
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
