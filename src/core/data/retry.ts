import { useEffect, useRef } from 'react';
import { useApp } from '../app';

/** Milliseconds between attempts in case no event reports that the connection is back: the event can come before the failure does. */
const pause = 15_000;

/** Retries failed requests when the phone is online again, when the page is shown again, and at intervals; not while the page is hidden. */
export function useRetry(broken: boolean, retry: () => void) {
  const { platform } = useApp();
  const now = useRef(retry);
  now.current = retry;
  useEffect(() => {
    if (!broken) return;
    const again = () => {
      if (platform.isOnline() && platform.isShown()) now.current();
    };
    const timer = setInterval(again, pause);
    const ignoreOnline = platform.onOnline(again);
    const ignoreShow = platform.onShow(again);
    return () => {
      clearInterval(timer);
      ignoreOnline();
      ignoreShow();
    };
  }, [broken]);
}
