import { useEffect } from 'react';
import type { Call, Given } from '../../contract/wire/call';
import { useApp } from '../app';
import { useQuery } from './query';

/** `useQuery` for data that changes rarely: for `ms` milliseconds, screens that open show the answer without requesting it again. */
export function useLastingQuery<I, O>(call: Call<I, O>, input: Given<I>, ms: number) {
  const { queries } = useApp();
  // before the effect of each query that would request it: a screen may contain several
  useEffect(() => {
    const entry = queries.entry(call, input);
    const now = Date.now();
    const { value, failure } = entry.state.peek();
    if (value && !failure && now - (entry.requestedAt ?? 0) < ms) entry.isNew = true;
    else entry.requestedAt = now;
  }, [JSON.stringify(input)]);
  return useQuery(call, input);
}
