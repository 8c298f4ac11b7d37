import type { Store } from './platform';

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
