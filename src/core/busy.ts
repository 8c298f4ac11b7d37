import { createContext, useContext, useEffect } from 'react';

/** Counts what a screen is waiting for; its root is `aria-busy` while that is anything. */
export interface Busy {
  start(): () => void;
}

export const BusyContext = createContext<Busy | undefined>(undefined);

/** Says that the screen waits for as long as the caller is on it. */
export function useBusy() {
  const busy = useContext(BusyContext);
  useEffect(() => busy?.start(), [busy]);
}
