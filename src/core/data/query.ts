import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'react';
import type { Call, Given } from '../../contract/wire/call';
import { useApp } from '../app';
import { type Done, isDone, type Send } from '../http/answer';
import { asFailure, Failure } from '../http/failure';
import type { Seen } from '../http/seen';
import type { State } from '../state';
import type { Wait } from './loading';
import type { Measures } from './measures';
import { useRetry } from './retry';

/** What is known about something that was asked for: the last answer, and why there is no newer one. */
export interface QueryState<T> {
  value?: T;
  /** Where `value` is from a visit before: of when. */
  seen?: Seen;
  failure?: Failure;
  busy: boolean;
}

export interface Entry {
  // biome-ignore lint/suspicious/noExplicitAny: one map holds the answers of all calls; `useQuery` knows the type of each by its call
  state: Signal<QueryState<any>>;
  call: Call;
  /** How many screens show it. */
  users: number;
  /** Whether it holds an answer that no screen has shown yet: the next one that opens does not ask. */
  isNew?: boolean;
  /** What a list has measured of its rows, for when it is come back to. */
  measures?: Measures;
  /** Asks again; `fresh` drops what was loaded beyond the first answer. */
  load?: ((wait: Wait, fresh?: boolean) => Promise<void>) | undefined;
}

/** Every answer that was read, so that going back is instant: the cache answers at once and refreshes behind. */
export interface Queries {
  entry(call: Call, input: unknown): Entry;
  /** What these calls answered may no longer be so: asked again where it is shown, forgotten where it is not. */
  changed(...calls: Call[]): void;
  /** Forgets every answer: they were another member's. */
  clear(): void;
}

/** `fill`: told of each new entry, and what it is of. */
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

/** Milliseconds for which a response is new. */
const newMs = 1000;

/**
 * Stores a response that arrived before its screen: the screen shows it in its first render, and does not ask. If the member goes
 * elsewhere first, a screen that opens later asks as usual.
 */
export function provide(entry: Entry, value: unknown): void {
  entry.state.value = { value, busy: false };
  entry.isNew = true;
  setTimeout(() => {
    entry.isNew = false;
  }, newMs);
}

/** The answer without its code, or the refusal thrown. `key`: of the request, where it outlives the screen. */
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
 * Keeps an entry filled while a screen shows it. `read` is given what is known and answers what is known next; a second
 * request while one is under way waits for the first.
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
    entry.load ??= load;
    if (!entry.isNew) void entry.load(entry.state.peek().value ? 'refresh' : 'read');
    entry.isNew = false;
    return () => {
      if (!--entry.users) entry.load = undefined;
    };
  }, [entry]);

  const state = (entry.state as Signal<QueryState<T>>).value;
  const { kind } = state.failure ?? {};
  useRetry(kind === 'offline' || kind === 'timeout', () => void entry.load?.('refresh'));

  return {
    ...state,
    refresh: (fresh) => (entry.load ?? load)('refresh', fresh),
  };
}

/** Asks when the screen opens and whenever the input changes. */
export function useQuery<I, O>(call: Call<I, O>, input: Given<I>) {
  const { send } = useApp();
  return useEntry<Done<O>>(call, input, (_, wait) => fetchOrThrow(send, call, input, wait));
}
