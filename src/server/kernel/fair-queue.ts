/** There is more work waiting than can be done in time. Nothing was done; the client may come again. */
export class Overloaded extends Error {}

interface Waiting {
  start(): void;
  abandon(): void;
}

export interface FairQueue {
  /**
   * Does `work` when its turn comes: keys take turns, so that one that asks for much waits for itself. Rejects with `Overloaded`
   * when too much waits, under this key or in all, and when `aborted` before its turn.
   */
  run<T>(key: string, work: () => Promise<T>, aborted?: AbortSignal): Promise<T>;
}

/** `atOnce` at a time; at most `perKey` wait under one key, and `most` in all. */
export function createFairQueue({
  atOnce,
  perKey,
  most,
}: {
  atOnce: number;
  perKey: number;
  most: number;
}): FairQueue {
  // A map keeps the order in which keys came: the key at its front is next, and goes to the back after its turn.
  const waiting = new Map<string, Waiting[]>();
  let inFlight = 0;
  let length = 0;

  function next(): void {
    if (inFlight >= atOnce) return;
    const [first] = waiting;
    if (!first) return;
    const [key, line] = first;
    const turn = line.shift();
    waiting.delete(key);
    if (line.length) waiting.set(key, line);
    if (!turn) return;
    length--;
    turn.start();
  }

  const turnOf = (key: string, aborted?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const line = waiting.get(key) ?? [];
      if (line.length >= perKey || length >= most) return reject(new Overloaded());
      const abandon = () => {
        const at = line.indexOf(turn);
        if (at < 0) return;
        line.splice(at, 1);
        length--;
        if (!line.length) waiting.delete(key);
        reject(new Overloaded());
      };
      const turn: Waiting = {
        abandon,
        start() {
          aborted?.removeEventListener('abort', abandon);
          inFlight++;
          resolve();
        },
      };
      if (aborted?.aborted) return reject(new Overloaded());
      aborted?.addEventListener('abort', abandon);
      line.push(turn);
      waiting.set(key, line);
      length++;
      next();
    });

  return {
    async run(key, work, aborted) {
      await turnOf(key, aborted);
      try {
        return await work();
      } finally {
        inFlight--;
        next();
      }
    },
  };
}
