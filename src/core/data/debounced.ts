import { useEffect, useState } from 'react';

/** Without a change for so long, in milliseconds, the server is asked: a finger on a stepper is one question. */
const debounceMs = 300;

/** The value that was last given for 300 ms without a change. */
export function useDebounced<T extends string | undefined>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
