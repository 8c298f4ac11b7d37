/** More work is queued than can be done in time. Nothing was done; the client may retry. */
export class Overloaded extends Error {
  readonly code = 'OVERLOADED';

  /** `lane`: the full lane. */
  constructor(readonly lane?: string) {
    super();
  }
}

interface Waiting {
  start(): void;
}

interface LaneLimits {
  /** Places that are reserved for this lane, and the most that it may use while other lanes need fewer. */
  own: number;
  atMost: number;
  /** The lane whose places it shares: the two take turns. */
  beside?: string;
  /** How many may wait under one key, and in total. */
  perKey: number;
  most: number;
}

export interface Lanes<Lane extends string> {
  /**
   * Runs `work` in its turn: in a lane keys take turns, so that a key with many requests delays only itself. Rejects with `Overloaded` if too
   * much is queued, under this key or in the lane, and if `aborted` fires before its turn.
   */
  run<T>(lane: Lane, key: string, work: () => Promise<T>, aborted?: AbortSignal): Promise<T>;
  /** Throws `Overloaded` if `run` would reject such work now, so that a caller does nothing else for it first. */
  assertNotFull(lane: Lane, key: string): void;
}

export interface FairQueue {
  /** `Lanes.run`, with one lane. */
  run<T>(key: string, work: () => Promise<T>, aborted?: AbortSignal): Promise<T>;
}

/** The queue of one lane. A map keeps its keys in order of insertion: the first key is next, and moves to the end after its turn. */
function createQueue({ perKey, most }: Pick<LaneLimits, 'perKey' | 'most'>) {
  const waiting = new Map<string, Waiting[]>();
  let length = 0;
  const hasRoom = (key: string) => (waiting.get(key)?.length ?? 0) < perKey && length < most;
  return {
    isEmpty: () => !length,
    hasRoom,
    /** Whether there was room. */
    join(key: string, turn: Waiting): boolean {
      if (!hasRoom(key)) return false;
      const line = waiting.get(key) ?? [];
      line.push(turn);
      waiting.set(key, line);
      length++;
      return true;
    },
    /** Whether it was still waiting. */
    leave(key: string, turn: Waiting): boolean {
      const line = waiting.get(key) ?? [];
      const at = line.indexOf(turn);
      if (at < 0) return false;
      line.splice(at, 1);
      length--;
      if (!line.length) waiting.delete(key);
      return true;
    },
    next(): Waiting | undefined {
      const [first] = waiting;
      if (!first) return;
      const [key, line] = first;
      const turn = line.shift();
      waiting.delete(key);
      if (line.length) waiting.set(key, line);
      length--;
      return turn;
    },
  };
}

/**
 * Runs work in lanes, `atOnce` at a time. Lanes that use fewer places than they own come first, in turns; then lanes that use more. Work in
 * one lane therefore waits for at most one piece of work of another lane.
 */
export function createLanes<Lane extends string>(
  atOnce: number,
  limits: Record<Lane, LaneLimits>,
): Lanes<Lane> {
  const names = Object.keys(limits) as Lane[];
  const lines = new Map(names.map((name) => [name, createQueue(limits[name])]));
  const line = (name: Lane) => lines.get(name) as NonNullable<ReturnType<typeof lines.get>>;
  const placeOf = (name: Lane) => limits[name].beside ?? name;
  const inUse = new Map<string, number>();
  const use = (name: Lane, by: 1 | -1) => inUse.set(placeOf(name), (inUse.get(placeOf(name)) ?? 0) + by);
  let inFlight = 0;

  const mayStart = (of: 'own' | 'atMost') =>
    names.find((name) => !line(name).isEmpty() && (inUse.get(placeOf(name)) ?? 0) < limits[name][of]);

  function next(): void {
    if (inFlight >= atOnce) return;
    const lane = mayStart('own') ?? mayStart('atMost');
    if (lane === undefined) return;
    names.push(...names.splice(names.indexOf(lane), 1));
    line(lane).next()?.start();
  }

  const turnIn = (lane: Lane, key: string, aborted?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const here = line(lane);
      const abandon = () => {
        if (here.leave(key, turn)) reject(new Overloaded(lane));
      };
      const turn: Waiting = {
        start() {
          aborted?.removeEventListener('abort', abandon);
          use(lane, 1);
          inFlight++;
          resolve();
        },
      };
      if (aborted?.aborted || !here.join(key, turn)) return reject(new Overloaded(lane));
      aborted?.addEventListener('abort', abandon);
      next();
    });

  return {
    assertNotFull(lane, key) {
      if (!line(lane).hasRoom(key)) throw new Overloaded(lane);
    },
    async run(lane, key, work, aborted) {
      await turnIn(lane, key, aborted);
      try {
        return await work();
      } finally {
        use(lane, -1);
        inFlight--;
        next();
      }
    },
  };
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
  const { run } = createLanes(atOnce, { all: { own: atOnce, atMost: atOnce, perKey, most } });
  return { run: (...work) => run('all', ...work) };
}
