import type { Db } from '../db/database';
import { isUnavailable } from '../db/unavailable';
import type { Job, Performed } from './jobs';
import type { Lane } from './lanes';
import { claim, claimForDestinations, complete, giveBack, noteFailure, release, resume } from './leases';

/** Claims and performs jobs for one worker. */
interface Performing {
  /** Takes the next jobs, in groups that are performed together: no more than can start at once, because their leases start now. */
  next(lane: Lane, places: number): Promise<Job[][]>;
  /**
   * Returns whether a job failed. Never rejects: nobody waits for started jobs, and an unhandled rejection would end the process.
   */
  perform(lane: Lane, jobs: readonly Job[]): Promise<boolean>;
}

/** `owner`: the name of the worker in leases. */
export function createPerforming(
  db: Db,
  owner: string,
  now: () => number,
  log: (error: unknown) => void,
): Performing {
  async function fail(job: Job, error: unknown): Promise<void> {
    log(error);
    // if the database is unreachable, the job cannot be returned; another worker takes it after its lease
    await giveBack(db.run, owner, job, error, now()).catch(log);
    await noteFailure(db.run, job, now()).catch(log);
  }

  /** Ends jobs with their effect, all in one transaction, or each in its own if that fails. */
  async function end(lane: Lane, jobs: readonly Job[]): Promise<void> {
    const [first] = jobs;
    if (!first) return;
    try {
      if (first.destination) await resume(db.run, first.destination);
      await complete(db, owner, jobs, lane.inside, now());
    } catch (error) {
      if (jobs.length === 1) return fail(first, error);
      if (isUnavailable(error)) {
        log(error);
        return release(db.run, owner, jobs).catch(log);
      }
      for (const job of jobs) await end(lane, [job]);
    }
  }

  async function perform(lane: Lane, jobs: readonly Job[]): Promise<boolean> {
    const [first] = jobs;
    if (!first) return false;
    const { done, failed } = await lane
      .outside(jobs)
      .catch((error): Performed => ({ done: [], failed: { job: first, error } }));
    await end(lane, done);
    if (failed) await fail(failed.job, failed.error);
    const begun = new Set([...done.map(({ id }) => id), failed?.job.id]);
    await release(
      db.run,
      owner,
      jobs.filter(({ id }) => !begun.has(id)),
    ).catch(log);
    return failed !== undefined;
  }

  async function next({ kind, most, byDestination, failing }: Lane, places: number): Promise<Job[][]> {
    if (byDestination) return claimForDestinations(db, owner, { kind, most, places, failing }, now());
    if (most === 1) return (await claim(db.run, owner, { kind, most: places }, now())).map((job) => [job]);
    const jobs = await claim(db.run, owner, { kind, most }, now());
    return jobs.length ? [jobs] : [];
  }

  return { next, perform };
}
