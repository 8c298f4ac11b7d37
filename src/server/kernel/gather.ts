/** Questions that are asked at the same time before further ones wait for an answer. */
const atOnce = 2;

interface Question<T> {
  key: string;
  settle(found: T | undefined): void;
  fail(error: unknown): void;
}

/**
 * Finds rows by a key. While two questions are on their way, those who ask wait for the next one, which is for all of them: alone, nobody
 * waits longer than before, and in a crowd a thousand members cost a few statements. `most`: keys of a question.
 */
export function gather<T>(
  find: (keys: string[]) => Promise<T[]>,
  keyOf: (found: T) => string,
  most: number,
): (key: string) => Promise<T | undefined> {
  let waiting: Question<T>[] = [];
  let under = 0;

  async function ask(): Promise<void> {
    const some = waiting.slice(0, most);
    waiting = waiting.slice(most);
    under++;
    try {
      const found = new Map(
        (await find([...new Set(some.map(({ key }) => key))])).map((one) => [keyOf(one), one]),
      );
      for (const { key, settle } of some) settle(found.get(key));
    } catch (error) {
      for (const { fail } of some) fail(error);
    } finally {
      under--;
      if (waiting.length) void ask();
    }
  }

  return (key) =>
    new Promise((settle, fail) => {
      waiting.push({ key, settle, fail });
      if (under < atOnce) void ask();
    });
}
