import type { Db } from '../db/database';
import { isUnavailable } from '../db/unavailable';
import type { Job, Performed } from './jobs';
import type { Lane } from './lanes';
import { claim, complete, giveBack, release } from './leases';
import { type Claimed, createSeries, groupsOf } from './series';

/** Claims and performs jobs for one worker. */
interface Performing {
  /** Takes the next jobs, in groups that are performed together: no more than can start at once, because their leases start now. */
  next(lane: Lane, places: number): Promise<Claimed[]>;
  /**
   * Returns whether a job failed. Never rejects: nobody waits for started jobs, and an unhandled rejection would end the process.
   */
  perform(lane: Lane, claimed: Claimed): Promise<boolean>;
}

/** `owner`: the name of the worker in leases. */
export function createPerforming(
  db: Db,
  owner: string,
  now: () => number,
  log: (error: unknown) => void,
): Performing {
  const series = createSeries(db, owner, now, log);

  async function fail(job: Job, error: unknown): Promise<void> {
    log(error);
    // if the database is unreachable, the job cannot be returned; another worker takes it after its lease
    await giveBack(db.run, owner, job, error, now()).catch(log);
  }

  /** Ends jobs with their effect, all in one transaction, or each in its own if that fails. */
  async function end(lane: Lane, jobs: readonly Job[]): Promise<void> {
    const [first] = jobs;
    if (!first) return;
    try {
      const effect: Parameters<typeof complete>[3] = (tx, done, at) => lane.inside(tx, [{ done }], at);
      await complete(db, owner, jobs, effect, now());
    } catch (error) {
      if (jobs.length === 1) return fail(first, error);
      if (isUnavailable(error)) {
        log(error);
        return release(db.run, owner, jobs).catch(log);
      }
      for (const job of jobs) await end(lane, [job]);
    }
  }

  async function perform(lane: Lane, { jobs, read }: Claimed): Promise<boolean> {
    const [first] = jobs;
    const performed = await lane
      .outside(jobs, read)
      .catch((error): Performed => ({ done: [], failed: { job: first, error } }));
    const { done, failed } = performed;
    if (lane.byDestination) {
      if (failed) log(failed.error);
      await series.end(lane, { jobs, ...performed });
    } else {
      await end(lane, done);
      if (failed) await fail(failed.job, failed.error);
    }
    return failed !== undefined;
  }

  async function next(lane: Lane, places: number): Promise<Claimed[]> {
    const { kind, most, byDestination } = lane;
    if (byDestination) return series.next(lane, places);
    const jobs = await claim(db.run, owner, { kind, most: most === 1 ? places : most }, now());
    const groups = most === 1 ? jobs.map((job) => [job]) : [jobs];
    return groupsOf(groups).map((some) => ({ jobs: some }));
  }

  return { next, perform };
}
