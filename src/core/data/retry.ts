import { useEffect, useRef } from 'react';
import { useApp } from '../app';

/** What a lost connection has broken is tried again when the phone is connected again, and when the page is shown again. */
export function useRetry(broken: boolean, retry: () => void) {
  const { platform } = useApp();
  const now = useRef(retry);
  now.current = retry;
  useEffect(() => {
    if (!broken) return;
    const again = () => {
      if (platform.isOnline()) now.current();
    };
    const stops = [platform.onOnline(again), platform.onShow(again)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [broken]);
}
