import { useEffect } from 'react';
import { trustedUrl } from '../../platform/trusted-url';
import type { Settled } from './settled';

/** Opens the app offline, from the second visit on; without the worker, or if it is blocked, the app works as before. */
export function useOfflineWorker(settled: Settled) {
  const ready = settled.is.value;
  useEffect(() => {
    if (ready && process.env.NODE_ENV === 'production')
      navigator.serviceWorker?.register(trustedUrl('/sw.js')).catch(() => {});
  }, [ready]);
}
