import { useEffect, useState } from 'react';

/** Milliseconds without a change before the server is asked, so that a finger on a stepper causes one request. */
const debounceMs = 300;

/** The last value that did not change for 300 ms. */
export function useDebounced<T extends string | undefined>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
