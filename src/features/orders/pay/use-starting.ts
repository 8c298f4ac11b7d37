import { useEffect, useState } from 'react';
import { type Device, getDevice, listDevices } from '../../../contract/buying/devices';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import { asFailure } from '../../../core/http/failure';
import { type Rhythm, watch } from './watch-payment';

/** Milliseconds that a provider usually needs at most; the screen mentions that it can take longer. */
const starting: Rhythm = { retries: 30, intervalMs: 2000 };

/** So many of the cloud phones that were bought are online. */
export interface Started {
  online: number;
  total: number;
}

const countOf = (devices: readonly Device[]): Started => ({
  online: devices.reduce((sum, { online }) => sum + online, 0),
  total: devices.reduce((sum, { total }) => sum + total, 0),
});

/**
 * How many of the cloud phones of these device orders have started: asked every two seconds until all have, and again when the page
 * is shown. Nothing until the first answer, and where it cannot be had.
 */
export function useStarting(serialNumbers: readonly string[]): Started | undefined {
  const { platform, queries, send } = useApp();
  const [started, setStarted] = useState<Started>();
  useEffect(() => {
    if (!serialNumbers.length) return;
    let leaving = new AbortController();
    const run = async () => {
      leaving.abort();
      leaving = new AbortController();
      const ask = async () =>
        countOf(
          await Promise.all(
            serialNumbers.map((serialNumber) => fetchOrThrow(send, getDevice, { serialNumber }, 'never')),
          ),
        );
      const all = await watch({
        ask,
        final: ({ online, total }) => online === total,
        onAnswer: (now) => setStarted(now),
        rhythm: starting,
        signal: leaving.signal,
      }).catch(asFailure);
      if (all) queries.changed(listDevices);
    };
    void run();
    const stop = platform.onShow(() => void run());
    return () => {
      stop();
      leaving.abort();
    };
  }, [serialNumbers.join()]);
  return started;
}
