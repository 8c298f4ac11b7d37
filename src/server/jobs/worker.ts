import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database';
import type { Job, JobKind } from './jobs';
import { claim, complete, giveBack, takeSlot } from './leases';

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
  /** Resolves once the job at hand is finished. */
  stop(): Promise<void>;
}

const poll = 1000;
const batch = 10;

/** Milliseconds that a clock may be off before its gateway is trusted with nothing that goes by the time. */
const clockTolerance = 5000;

export function createWorker({ db, kinds, schedules, now, log, ...options }: WorkerOptions): Worker {
  const owner = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let working: Promise<unknown> = Promise.resolve();
  const seen = new Map<string, number>(); // the last slot asked about, so that most polls ask nothing

  async function perform(job: Job): Promise<void> {
    try {
      const kind = kinds[job.kind];
      if (!kind) throw new Error(`no job is called ${job.kind}`);
      await kind.outside?.(job);
      await complete(db, owner, job, kind.inside, now());
    } catch (error) {
      log(error);
      await giveBack(db.run, owner, job, error, now());
    }
  }

  async function keep({ name, every, run }: Schedule): Promise<void> {
    const slot = Math.floor(now() / every);
    if (seen.get(name) === slot) return;
    if (await takeSlot(db.run, name, slot)) await run(db, now());
    seen.set(name, slot);
  }

  let complained = false;
  /** A gateway whose clock is days ahead would pay rents, end orders and delete what is not old yet. */
  async function isClockRight(): Promise<boolean> {
    if (!options.databaseTime) return true;
    const off = now() - (await options.databaseTime());
    const right = Math.abs(off) <= clockTolerance;
    if (!right && !complained)
      log(new Error(`This machine's clock is ${off} ms away from the database's: no jobs are done here`));
    complained = !right;
    return right;
  }

  async function work(): Promise<number> {
    if (!(await isClockRight())) return 0;
    for (const schedule of schedules) await keep(schedule).catch(log);
    const jobs = await claim(db.run, owner, batch, now());
    for (const job of jobs) await perform(job);
    return jobs.length;
  }

  function look(): void {
    working = work()
      .catch((error) => {
        log(error);
        return 0;
      })
      .then((done) => {
        if (!stopped) timer = setTimeout(look, done === batch ? 0 : poll);
      });
  }

  return {
    work,
    start: look,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
