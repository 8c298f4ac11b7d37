import { useEffect, useRef } from 'react';
import type { Call } from '../../../contract/wire/call';
import { useApp } from '../../../core/app';

/** Milliseconds between two questions. */
const intervalMs = 15_000;
/** So many questions later, five minutes, it is asked only every fourth time. */
const eagerCount = 20;

/**
 * Asks again behind what is shown, so that an answer of the operator is seen without a reload: every 15 s for the first
 * five minutes, then every minute, and whenever the page is shown again. Nothing is asked without a connection, nor by
 * itself after a failure: that has its own retry. `input` as `useQuery` has it; for `useList` the filter in an array.
 */
export function useKeepFresh(call: Call, input: unknown) {
  const { platform, queries } = useApp();
  const newest = useRef(input);
  newest.current = input;
  useEffect(() => {
    let count = 0;
    const ask = () => void queries.entry(call, newest.current).load?.('refresh');
    const timer = setInterval(() => {
      const skipped = ++count > eagerCount && count % 4 !== 0;
      const failed = queries.entry(call, newest.current).state.peek().failure;
      if (!skipped && !failed && platform.isOnline()) ask();
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
