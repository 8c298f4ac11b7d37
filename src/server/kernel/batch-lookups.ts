/** Statements in flight before further lookups wait for one of them to end. */
const atOnce = 2;

interface Lookup<T> {
  key: string;
  settle(found: T | undefined): void;
  fail(error: unknown): void;
}

/**
 * Finds rows by a key. While two statements are in flight, further lookups wait for the next one, which is for all of them: a lookup alone
 * waits no longer than before, and those of a thousand members cost a few statements. `most`: keys of a statement.
 */
export function batchLookups<T>(
  find: (keys: string[]) => Promise<T[]>,
  keyOf: (found: T) => string,
  most: number,
): (key: string) => Promise<T | undefined> {
  let waiting: Lookup<T>[] = [];
  let inFlight = 0;

  async function ask(): Promise<void> {
    const some = waiting.slice(0, most);
    waiting = waiting.slice(most);
    inFlight++;
    try {
      const found = new Map(
        (await find([...new Set(some.map(({ key }) => key))])).map((one) => [keyOf(one), one]),
      );
      for (const { key, settle } of some) settle(found.get(key));
    } catch (error) {
      for (const { fail } of some) fail(error);
    } finally {
      inFlight--;
      if (waiting.length) void ask();
    }
  }

  return (key) =>
    new Promise((settle, fail) => {
      waiting.push({ key, settle, fail });
      if (inFlight < atOnce) void ask();
    });
}
