import type { Store } from '../../core/platform';

/**
 * A browser's storage that never throws. Blocked (private mode, a cross-site frame), full or wiped, it goes on in
 * memory: the page works, and forgets when it is left.
 */
export function store(open: () => Storage): Store {
  const memory = new Map<string, string>();
  let storage: Storage | undefined;
  try {
    storage = open();
  } catch {
    // blocked: memory it is
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
        // full: remembered until the page is left
      }
      if (value !== undefined) memory.set(key, value);
    },
  };
}

/** A store that forgets with the page. */
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
