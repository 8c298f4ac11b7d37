import { useEffect, useState } from 'react';

/** Milliseconds without a change after which the server is asked: a finger on a stepper is one question. */
const pause = 300;

/** What `now` was when it last stayed as it is. */
export function useDebounced<T extends string | undefined>(now: T): T {
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), pause);
    return () => clearTimeout(timer);
  }, [now]);
  return settled;
}
