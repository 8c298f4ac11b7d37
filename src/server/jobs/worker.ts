import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database';
import { eachInTurn } from './each-in-turn';
import type { JobKind } from './jobs';
import { type Lane, lanesOf } from './lanes';
import { takeSlot } from './leases';
import { createPerforming } from './perform';

/** A recurring task, performed by one instance each time. */
export interface Schedule {
  name: string;
  /** Milliseconds. */
  every: number;
  /** It may take hours: no other schedule waits for it. */
  isLong?: true;
  /** `stopping` is aborted when the instance is about to end. */
  run(db: Db, now: number, stopping?: AbortSignal): Promise<void>;
}

interface WorkerOptions {
  db: Db;
  kinds: Record<string, JobKind>;
  schedules: readonly Schedule[];
  now(): number;
  /** The database's time. If given, no work is done while `now` differs from it by more than five seconds. */
  databaseTime?(): Promise<number>;
  log(error: unknown): void;
}

interface Worker {
  /** Performs due jobs and schedules, and returns the number of jobs. */
  work(): Promise<number>;
  /** Polls for work every second. */
  start(): void;
  /** Starts nothing new, and resolves when the current work is finished. */
  stop(): Promise<void>;
}

const poll = 1000;
/** Milliseconds by which a gateway's clock may be off before it stops time-based work. */
export const clockTolerance = 5000;

/**
 * Checks this machine's clock against the database's, and logs a difference once. A gateway whose clock is days ahead would pay rents,
 * end orders and delete rows too early.
 */
function createClockCheck(
  now: () => number,
  databaseTime: WorkerOptions['databaseTime'],
  log: WorkerOptions['log'],
): () => Promise<boolean> {
  let complained = false;
  return async () => {
    if (!databaseTime) return true;
    const off = now() - (await databaseTime());
    const right = Math.abs(off) <= clockTolerance;
    if (!right && !complained)
      log(new Error(`This machine's clock is ${off} ms away from the database's: no jobs are done here`));
    complained = !right;
    return right;
  };
}

/** Runs a schedule if its slot has begun and no other instance has taken it. */
function createScheduleRunner(
  db: Db,
  now: () => number,
  stopping: AbortSignal,
): (schedule: Schedule) => Promise<void> {
  const lastSlots = new Map<string, number>(); // most polls need no query, because this instance has checked the slot before
  return async ({ name, every, run }) => {
    const slot = Math.floor(now() / every);
    if (lastSlots.get(name) === slot) return;
    if (await takeSlot(db.run, name, slot)) await run(db, now(), stopping);
    lastSlots.set(name, slot);
  };
}

/** Work that is looked for every second until `stopping` is aborted. */
function createLoops(mayWork: () => Promise<boolean>, stopping: AbortSignal, log: WorkerOptions['log']) {
  const loops: (() => Promise<unknown>)[] = [];

  /**
   * Polls every second until it is stopped; a slow loop does not delay the others. Returns a function that looks at once, or once more if it is
   * looking already.
   */
  function repeat(
    look: () => Promise<unknown>,
    settled: () => Promise<unknown> = async () => {},
  ): () => void {
    let timer: NodeJS.Timeout | undefined;
    let looking: Promise<unknown> = Promise.resolve();
    let wanted = false;
    const again = () => {
      timer = undefined;
      wanted = false;
      looking = mayWork()
        .then((may) => may && look())
        .catch(log)
        .then(() => {
          if (stopping.aborted) return;
          if (wanted) again();
          else timer = setTimeout(again, poll);
        });
    };
    again();
    loops.push(async () => {
      clearTimeout(timer);
      await looking;
      await settled();
    });
    return () => {
      wanted = true;
      if (stopping.aborted || !timer) return;
      clearTimeout(timer);
      again();
    };
  }

  return {
    repeat,
    /** Resolves when the current work is finished. */
    ended: () => Promise.all(loops.map((end) => end())),
  };
}

export function createWorker({ db, kinds, schedules, now, log, ...options }: WorkerOptions): Worker {
  /** Those of the database first, because their jobs queue jobs for other systems. */
  const lanes = Object.entries(kinds)
    .sort(([, a], [, b]) => Number('outside' in a) - Number('outside' in b))
    .flatMap(([kind, how]) => lanesOf(kind, how));
  const isClockRight = createClockCheck(now, options.databaseTime, log);
  const stopping = new AbortController();
  const mayWork = async () => !db.pause?.() && (await isClockRight());
  const { repeat, ended } = createLoops(mayWork, stopping.signal, log);
  const runWhenDue = createScheduleRunner(db, now, stopping.signal);
  const { next, perform } = createPerforming(db, randomUUID(), now, log);

  const runAll = (some: readonly Schedule[]) => () =>
    eachInTurn(
      some,
      async (schedule) => {
        if (!stopping.signal.aborted) await runWhenDue(schedule);
      },
      log,
    );
  const runSchedules = runAll(schedules);

  async function drain(lane: Lane): Promise<number> {
    let done = 0;
    for (let [some] = await next(lane, 1); some; [some] = await next(lane, 1)) {
      await perform(lane, some);
      done += some.jobs.length;
    }
    return done;
  }

  async function work(): Promise<number> {
    if (!(await isClockRight())) return 0;
    await runSchedules();
    let done = 0;
    // again, because a destination whose job succeeds or fails then belongs to another lane
    for (let some = 1; some; done += some) {
      some = 0;
      for (const lane of lanes) some += await drain(lane);
    }
    return done;
  }

  /** Functions with which the lanes of a kind look for jobs. */
  const lookings = new Map<string, (() => void)[]>();

  function follow(lane: Lane): void {
    const ofKind = lookings.get(lane.kind) ?? [];
    lookings.set(lane.kind, ofKind);
    const inFlight = new Set<Promise<void>>();
    const fill = async () => {
      while (!stopping.signal.aborted) {
        if (inFlight.size >= lane.places) await Promise.race(inFlight);
        const groups = await next(lane, lane.places - inFlight.size);
        if (!groups.length) return;
        for (const some of groups) {
          const doing: Promise<void> = perform(lane, some).then((failed) => {
            inFlight.delete(doing);
            // more jobs may wait for this destination, which may now belong to the other lane
            if (failed || lane.failing) for (const look of ofKind) look();
            else if (lane.byDestination) lookAgain();
          });
          inFlight.add(doing);
        }
      }
    };
    const lookAgain = repeat(fill, () => Promise.all(inFlight));
    ofKind.push(lookAgain);
  }

  return {
    work,
    start() {
      repeat(runAll(schedules.filter(({ isLong }) => !isLong)));
      for (const schedule of schedules) if (schedule.isLong) repeat(runAll([schedule]));
      for (const lane of lanes) follow(lane);
    },
    async stop() {
      stopping.abort();
      await ended();
    },
  };
}
