import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react';

/** Counts what a screen is waiting for; its root is `aria-busy` while that is anything. */
export interface Busy {
  start(): () => void;
}

export const BusyContext = createContext<Busy | undefined>(undefined);

/**
 * Says that the screen waits for as long as the caller is on it. It says so as it is drawn: Preact may run the effects of what asks
 * whether the screen waits before those of the caller.
 */
export function useBusy() {
  const busy = useContext(BusyContext);
  useLayoutEffect(() => busy?.start(), [busy]);
}

/** For the root of a screen: what to give to `BusyContext`, and whether anything on it waits. */
export function useWaiting(): [Busy, boolean] {
  const [waiting, setWaiting] = useState(0);
  const busy = useMemo(
    () => ({
      start() {
        setWaiting((count) => count + 1);
        return () => setWaiting((count) => count - 1);
      },
    }),
    [],
  );
  return [busy, waiting > 0];
}
