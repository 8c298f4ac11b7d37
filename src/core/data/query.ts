import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'react';
import type { Call, Given } from '../../contract/wire/call';
import { useApp } from '../app';
import { type Done, isDone, type Send } from '../http/answer';
import { asFailure, Failure, isLost } from '../http/failure';
import type { Seen } from '../http/seen';
import type { State } from '../state';
import type { Wait } from './loading';
import type { Measures } from './measures';
import { useRetry } from './retry';

/** The state of a query: the last answer, and the failure of a newer request. */
export interface QueryState<T> {
  value?: T;
  /** For a value from an earlier visit: its time. */
  seen?: Seen;
  failure?: Failure;
  busy: boolean;
}

export interface Entry {
  // biome-ignore lint/suspicious/noExplicitAny: one map holds the answers of all calls; `useQuery` knows the type of each by its call
  state: Signal<QueryState<any>>;
  call: Call;
  /** Number of screens that show it. */
  users: number;
  /** Whether the next query of it that opens sends no request: its answer has not been shown yet, or lasts (`useLastingQuery`). */
  isNew?: boolean;
  /** Milliseconds since 1970 at which a screen that opened requested it, if its answer lasts. */
  requestedAt?: number;
  /** Measured heights of a list's rows, for a return to it. */
  measures?: Measures;
  /** Requests again; `fresh` drops the pages after the first. */
  load?: ((wait: Wait, fresh?: boolean) => Promise<void>) | undefined;
}

/** The cache of all answers, so that going back is instant: it answers at once and refreshes behind. */
export interface Queries {
  entry(call: Call, input: unknown): Entry;
  /** Invalidates the answers of these calls: visible ones are refreshed, others dropped. */
  changed(...calls: Call[]): void;
  /** Drops all answers, because the member has changed. */
  clear(): void;
}

/** `fill`: called with each new entry and its query. */
export function createQueries({ listData }: State, fill?: (entry: Entry, input: unknown) => void): Queries {
  return {
    entry(call, input) {
      const key = call.path + JSON.stringify(input);
      let entry = listData.get(key);
      if (!entry) {
        listData.set(key, (entry = { state: signal({ busy: false }), call, users: 0 }));
        fill?.(entry, input);
      }
      return entry;
    },
    changed(...calls) {
      for (const [key, entry] of listData) {
        if (!calls.some(({ path }) => path === entry.call.path)) continue;
        if (entry.users) void entry.load?.('refresh');
        else listData.delete(key);
      }
    },
    clear: () => listData.clear(),
  };
}

/** Stores a response that arrived before its screen: the screen shows it in its first render without a request of its own. */
export function provide(entry: Entry, value: unknown): void {
  entry.state.value = { value, busy: false };
  entry.isNew = true;
}

/** Returns the answer without its code, or throws the refusal. `key`: of the request, if it outlives the screen. */
export async function fetchOrThrow<I, O>(
  send: Send,
  call: Call<I, O>,
  input: Given<I>,
  wait: Wait,
  key?: string,
): Promise<Done<O>> {
  const answer = await send(call, input, { wait, key });
  if (isDone(answer)) return answer;
  throw new Failure('refused', answer.message, 'problems' in answer ? answer.problems : {});
}

/**
 * Keeps an entry filled while a screen shows it. `read` receives the current state and returns the next one; a second request while one
 * is in flight waits for the first.
 */
export function useEntry<T>(
  call: Call,
  input: unknown,
  read: (cached: T | undefined, wait: Wait, fresh: boolean) => Promise<T>,
): QueryState<T> & { refresh(fresh?: boolean): Promise<void> } {
  const { queries } = useApp();
  const key = JSON.stringify(input);
  const entry = useMemo(() => queries.entry(call, input), [queries, call, key]);

  const load = useMemo(() => {
    let inFlight: Promise<void> | undefined;
    return (wait: Wait, fresh = false): Promise<void> => {
      if (inFlight) return inFlight;
      const before = entry.state.peek();
      entry.state.value = { ...before, busy: true };
      const finish = (after: QueryState<T>) => {
        inFlight = undefined;
        entry.state.value = after;
      };
      inFlight = read(before.value, wait, fresh).then(
        (value) => finish({ value, busy: false }),
        (error) => {
          const failure = asFailure(error);
          finish({
            ...before,
            failure,
            busy: false,
            ...(failure.seen ? failure.seen.instead(before.value, input) : {}),
          });
        },
      );
      return inFlight;
    };
  }, [entry]);

  useEffect(() => {
    entry.users++;
    entry.load ||= load;
    if (!entry.isNew) void entry.load(entry.state.peek().value ? 'refresh' : 'read');
    entry.isNew = false;
    return () => {
      if (!--entry.users) entry.load = undefined;
    };
  }, [entry]);

  const state = (entry.state as Signal<QueryState<T>>).value;
  const refresh = (fresh?: boolean) => (entry.load || load)('refresh', fresh);
  useRetry(!!state.failure && isLost(state.failure), refresh);

  return { ...state, refresh };
}

/** Requests when the screen opens and whenever the input changes. */
export function useQuery<I, O>(call: Call<I, O>, input: Given<I>) {
  const { send } = useApp();
  return useEntry<Done<O>>(call, input, (_, wait) => fetchOrThrow(send, call, input, wait));
}
