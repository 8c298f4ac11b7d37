// What we use of `@preact/signals-core` (1.3 KB less): no graph, so a computed one computes whenever something changes.

type Listener<T> = (value: T) => void;
interface Source {
  subscribe(listener: () => void): () => void;
}
export interface ReadonlySignal<T = unknown> {
  readonly value: T;
  peek(): T;
  subscribe(listener: Listener<T>): () => void;
}
export interface Signal<T = unknown> extends ReadonlySignal<T> {
  value: T;
}

/** What the computation under way has read. */
const reading: Set<Source>[] = [];

export function signal<T>(initial: T): Signal<T> {
  const all = new Set<Listener<T>>();
  let now = initial;
  const self: Signal<T> = {
    get value() {
      reading[0]?.add(self);
      return now;
    },
    set value(next) {
      if (Object.is(next, now)) return;
      now = next;
      for (const listener of [...all]) listener(now);
    },
    peek: () => now,
    subscribe(listener) {
      all.add(listener);
      listener(now);
      return () => void all.delete(listener);
    },
  };
  return self;
}

export function effect(run: () => void): () => void {
  let stops: (() => void)[] = [];
  const again = () => {
    for (const stop of stops) stop();
    const read = new Set<Source>();
    reading.unshift(read);
    try {
      run();
    } finally {
      reading.shift();
    }
    stops = [...read].map((source) => {
      let first = true; // it says what it is at once, which we know
      return source.subscribe(() => {
        if (!first) again();
        first = false;
      });
    });
  };
  again();
  return () => {
    for (const stop of stops) stop();
  };
}

export function computed<T>(compute: () => T): ReadonlySignal<T> {
  const result = signal<T>(undefined as T);
  effect(() => {
    result.value = compute();
  });
  return result;
}

export const batch = <T>(run: () => T): T => run();
