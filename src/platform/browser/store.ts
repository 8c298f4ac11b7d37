import type { Store } from '../../core/platform';

/**
 * A browser's storage that never throws. If it is blocked (private mode, a cross-site frame), full or cleared, it continues in memory:
 * the page works, but the data is lost when it is left.
 */
export function store(open: () => Storage): Store {
  const memory = new Map<string, string>();
  let storage: Storage | undefined;
  try {
    storage = open();
  } catch {
    // blocked: uses memory
  }
  return {
    get(key) {
      if (memory.has(key)) return memory.get(key);
      try {
        return storage?.getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(key, value) {
      memory.delete(key);
      try {
        if (value === undefined) storage?.removeItem(key);
        else if (storage) return storage.setItem(key, value);
      } catch {
        // full: kept until the page is left
      }
      if (value !== undefined) memory.set(key, value);
    },
  };
}

/** A store that is lost with the page. */
export function memoryStore(): Store {
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key),
    set(key, value) {
      if (value === undefined) memory.delete(key);
      else memory.set(key, value);
    },
  };
}
