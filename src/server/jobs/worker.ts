import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database';
import type { Job, JobKind } from './jobs';
import { claim, complete, giveBack, type Lane, takeSlot } from './leases';

/** Something done every so often, by one instance each time. */
export interface Schedule {
  name: string;
  /** Milliseconds. */
  every: number;
  run(db: Db, now: number): Promise<void>;
}

interface WorkerOptions {
  db: Db;
  kinds: Record<string, JobKind>;
  schedules: readonly Schedule[];
  now(): number;
  /** The database's time. Given: nothing is done while `now` is more than five seconds away from it. */
  databaseTime?(): Promise<number>;
  log(error: unknown): void;
}

interface Worker {
  /** Does the jobs and schedules that are due, and gives how many jobs that was. */
  work(): Promise<number>;
  /** Looks for work every second. */
  start(): void;
  /** Begins nothing new, and resolves once what is at hand is finished. */
  stop(): Promise<void>;
}

const poll = 1000;
/** Jobs that are done side by side: one that is quick at a time, and some that wait for others' systems. */
const sideBySide: Record<Lane, number> = { quick: 1, slow: 4 };
const lanes = Object.keys(sideBySide) as Lane[];

/** Milliseconds that a clock may be off before its gateway is trusted with nothing that goes by the time. */
export const clockTolerance = 5000;

/**
 * Tells whether this machine's clock agrees with the database's, and logs the difference once. A gateway whose clock is days ahead
 * would pay rents, end orders and delete rows that are not old yet.
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
function createScheduleRunner(db: Db, now: () => number): (schedule: Schedule) => Promise<void> {
  const lastSlots = new Map<string, number>(); // most polls need no query, because this instance has asked about the slot before
  return async ({ name, every, run }) => {
    const slot = Math.floor(now() / every);
    if (lastSlots.get(name) === slot) return;
    if (await takeSlot(db.run, name, slot)) await run(db, now());
    lastSlots.set(name, slot);
  };
}

export function createWorker({ db, kinds, schedules, now, log, ...options }: WorkerOptions): Worker {
  const owner = randomUUID();
  const slow = Object.keys(kinds).filter((kind) => kinds[kind]?.slow);
  const loops: (() => Promise<unknown>)[] = [];
  const isClockRight = createClockCheck(now, options.databaseTime, log);
  const runWhenDue = createScheduleRunner(db, now);
  let stopped = false;

  /** Never rejects: nobody waits for a job that was begun, and a rejection that nobody hears ends the process. */
  async function perform(job: Job): Promise<void> {
    try {
      const kind = kinds[job.kind];
      if (!kind) throw new Error(`no job is called ${job.kind}`);
      await kind.outside?.(job);
      await complete(db, owner, job, kind.inside, now());
    } catch (error) {
      log(error);
      // where the database is away it cannot be given back either: another takes it when its lease has run out
      await giveBack(db.run, owner, job, error, now()).catch(log);
    }
  }

  const runSchedules = async () => {
    for (const schedule of schedules) if (!stopped) await runWhenDue(schedule).catch(log);
  };

  /** Takes the job whose turn it is, when it can begin at once: its lease is for it alone. */
  const next = async (lane: Lane) => (await claim(db.run, owner, { lane, slow }, now()))[0];

  async function drain(lane: Lane): Promise<number> {
    let done = 0;
    for (let job = await next(lane); job; job = await next(lane)) {
      await perform(job);
      done++;
    }
    return done;
  }

  async function work(): Promise<number> {
    if (!(await isClockRight())) return 0;
    await runSchedules();
    let done = 0;
    for (const lane of lanes) done += await drain(lane);
    return done;
  }

  /** Looks every second, until it is stopped: whatever is slow in one loop keeps no other waiting. */
  function repeat(look: () => Promise<unknown>, settled: () => Promise<unknown> = async () => {}): void {
    let timer: NodeJS.Timeout | undefined;
    let looking: Promise<unknown> = Promise.resolve();
    const again = () => {
      looking = isClockRight()
        .then((right) => right && look())
        .catch(log)
        .then(() => {
          if (!stopped) timer = setTimeout(again, poll);
        });
    };
    again();
    loops.push(async () => {
      clearTimeout(timer);
      await looking;
      await settled();
    });
  }

  function follow(lane: Lane): void {
    const inFlight = new Set<Promise<void>>();
    const fill = async () => {
      while (!stopped) {
        if (inFlight.size >= sideBySide[lane]) await Promise.race(inFlight);
        const job = await next(lane);
        if (!job) return;
        const doing: Promise<void> = perform(job).finally(() => inFlight.delete(doing));
        inFlight.add(doing);
      }
    };
    repeat(fill, () => Promise.all(inFlight));
  }

  return {
    work,
    start() {
      repeat(runSchedules);
      for (const lane of lanes) follow(lane);
    },
    async stop() {
      stopped = true;
      await Promise.all(loops.map((end) => end()));
    },
  };
}
