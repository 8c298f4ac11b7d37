/** Batches in flight before further questions wait for one of them to end. */
const atOnce = 2;
/** Milliseconds after which no question waits for a batch any more: the database may not answer it at all. */
const slowMs = 500;

interface Question<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Asks about several things at once. While two batches are in flight, further questions wait for the next one: a question alone waits no
 * longer than without batches, and a thousand cost a few statements. A batch that takes long is not waited for. `ask` answers in the order of the questions; `most`: questions of a batch.
 */
export function inBatches<Input, Output>(
  ask: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  most: number,
): (input: Input) => Promise<Output> {
  let waiting: Question<Input, Output>[] = [];
  let inFlight = 0;

  async function next(): Promise<void> {
    const some = waiting.slice(0, most);
    waiting = waiting.slice(most);
    inFlight++;
    let isWaitedFor = true;
    const waitNoLonger = () => {
      if (!isWaitedFor) return;
      isWaitedFor = false;
      inFlight--;
      if (waiting.length) void next();
    };
    const timer = setTimeout(waitNoLonger, slowMs);
    try {
      const outputs = await ask(some.map(({ input }) => input));
      for (const [nth, { resolve }] of some.entries()) resolve(outputs[nth] as Output);
    } catch (error) {
      for (const { reject } of some) reject(error);
    } finally {
      clearTimeout(timer);
      waitNoLonger();
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (inFlight < atOnce) void next();
    });
}

/** Finds rows by a key, several with one statement (`inBatches`). `most`: keys of a statement. */
export function batchLookups<T>(
  find: (keys: string[]) => Promise<T[]>,
  keyOf: (found: T) => string,
  most: number,
): (key: string) => Promise<T | undefined> {
  return inBatches(async (keys) => {
    const found = new Map((await find([...new Set(keys)])).map((one) => [keyOf(one), one]));
    return keys.map((key) => found.get(key));
  }, most);
}
