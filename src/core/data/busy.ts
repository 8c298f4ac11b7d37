import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react';

/** Counts the requests for which a screen waits; its root has `aria-busy` while the count is not 0. */
export interface Busy {
  start(): () => void;
}

export const BusyContext = createContext<Busy | undefined>(undefined);

/**
 * Marks the screen as busy while the caller is mounted. It does so during rendering, because Preact may run the effects of a component
 * that asks before those of the caller.
 */
export function useBusy() {
  const busy = useContext(BusyContext);
  useLayoutEffect(() => busy?.start(), [busy]);
}

/** For the root of a screen: the value of `BusyContext`, and whether anything on the screen is busy. */
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
