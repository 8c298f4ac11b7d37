/** More work is queued than can be done in time. Nothing was done; the client may retry. */
export class Overloaded extends Error {}

interface Waiting {
  start(): void;
  abandon(): void;
}

export interface FairQueue {
  /**
   * Runs `work` in its turn: keys take turns, so that a key with many requests delays only itself. Rejects with `Overloaded` if too much
   * is queued, under this key or in total, and if `aborted` fires before its turn.
   */
  run<T>(key: string, work: () => Promise<T>, aborted?: AbortSignal): Promise<T>;
}

/** Runs `atOnce` at a time; at most `perKey` wait under one key, and `most` in total. */
export function createFairQueue({
  atOnce,
  perKey,
  most,
}: {
  atOnce: number;
  perKey: number;
  most: number;
}): FairQueue {
  // A map keeps its keys in order of insertion: the first key is next, and moves to the end after its turn.
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
