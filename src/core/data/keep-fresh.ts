import { useEffect, useRef } from 'react';
import type { Call } from '../../contract/wire/call';
import { useApp } from '../app';

/** `eagerCount`: after this many requests only every fourth one is sent. */
interface Rhythm {
  /** Milliseconds between two requests. */
  intervalMs: number;
  eagerCount: number;
}
const usual: Rhythm = { intervalMs: 15_000, eagerCount: 20 };

/**
 * Refreshes behind the visible content, so that an operator's answer appears without a reload: every 15 s for the first five minutes,
 * then every minute, and whenever the page is shown again. Not while it is hidden or without a connection, nor automatically after a
 * failure, which has its own retry. `input` as for `useQuery`; for `useList` the filter in an array.
 */
export function useKeepFresh(call: Call, input: unknown, { intervalMs, eagerCount }: Rhythm = usual) {
  const { platform, queries } = useApp();
  const newest = useRef(input);
  newest.current = input;
  useEffect(() => {
    let count = 0;
    const ask = () => void queries.entry(call, newest.current).load?.('refresh');
    const timer = setInterval(() => {
      const skipped = ++count > eagerCount && count % 4 !== 0;
      const failed = queries.entry(call, newest.current).state.peek().failure;
      if (!skipped && !failed && platform.isOnline() && platform.isShown()) ask();
    }, intervalMs);
    const stop = platform.onShow(() => {
      count = 0;
      ask();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
}
