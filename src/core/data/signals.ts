import { useLayoutEffect, useState } from 'react';

// Values that say when they change: what we use of `@preact/signals`, with the names that it has there. The library's graph of what follows from
// what, and what tells preact of every `.value` that is read, are 2.5 KB of the first load; nothing here is computed from another signal, and
// a component says what it follows by `useValue`, as it must on React.

export interface ReadonlySignal<T = unknown> {
  readonly value: T;
  /** The value, where nothing follows it. */
  peek(): T;
  /** Calls `listener` now, and whenever the value is another one, until what it answers is called. */
  subscribe(listener: (value: T) => void): () => void;
}
export interface Signal<T = unknown> extends ReadonlySignal<T> {
  value: T;
}

export function signal<T>(value: T): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    get value() {
      return value;
    },
    set value(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener(value);
    },
    peek: () => value,
    subscribe(listener) {
      listeners.add(listener);
      listener(value);
      return () => void listeners.delete(listener);
    },
  };
}

/** The signal's value, and a new render when it changes. */
export function useValue<T>(source: ReadonlySignal<T>): T {
  const value = source.peek();
  const [, renderAgain] = useState<object>();
  useLayoutEffect(
    () =>
      source.subscribe((next) => {
        if (!Object.is(next, value)) renderAgain({}); // also when it changed before this was heard
      }),
    [source, value],
  );
  return value;
}
