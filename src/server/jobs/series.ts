import type { Db } from '../db/database';
import { isUnavailable } from '../db/unavailable';
import { claimForDestinations, endSeries, type Series } from './destinations';
import type { Job } from './jobs';
import type { Lane } from './lanes';
import { noteFailure, resume } from './leases';
import { together } from './together';

/** Jobs that were claimed and are performed together. */
export interface Claimed {
  jobs: readonly [Job, ...Job[]];
  /** The result of the lane's `read`. */
  read?: unknown;
}

export const groupsOf = (groups: readonly (readonly Job[])[]): Series['jobs'][] =>
  groups.flatMap(([first, ...others]) => (first ? [[first, ...others]] : []));

/** Claims and ends jobs for destinations, for one worker. `owner`: its name in leases. */
export function createSeries(db: Db, owner: string, now: () => number, log: (error: unknown) => void) {
  /** Ends series and changes what is known about their destinations, in the order of their names so that two gateways do not deadlock. */
  const commit = (lane: Lane, series: readonly Series[]): Promise<void> =>
    db.tx(async (tx) => {
      const held = await endSeries(tx, owner, series, now());
      await lane.inside(tx, held, now());
      const named = held.map((one) => ({ ...one, name: one.jobs[0].destination }));
      for (const { name, done, failed } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        // only what failed before can be paused
        if (done.length && lane.failing) await resume(tx, name);
        if (failed) await noteFailure(tx, failed.job, now());
      }
    });

  /**
   * Ends series, each with its effect: all in one transaction, or each in its own if that fails. A series whose effect cannot be kept has failed,
   * so that it is not sent again at once. Never rejects: if the database is unreachable, the jobs are due after their lease.
   */
  async function endAll(lane: Lane, series: readonly Series[]): Promise<void> {
    try {
      await commit(lane, series);
    } catch (error) {
      if (series.length > 1 && !isUnavailable(error)) {
        for (const one of series) await endAll(lane, [one]);
        return;
      }
      log(error);
      const lost = series.map(
        ({ jobs, failed }): Series => ({ jobs, done: [], failed: failed ?? { job: jobs[0], error } }),
      );
      await commit(lane, lost).catch(log);
    }
  }

  const endings = new Map<Lane, (series: Series) => Promise<void>>();
  /** How a series of the lane is ended. */
  const endingOf = (lane: Lane) => {
    const ending =
      endings.get(lane) ??
      (lane.endTogether
        ? together((series: readonly Series[]) => endAll(lane, series))
        : (one: Series) => endAll(lane, [one]));
    endings.set(lane, ending);
    return ending;
  };

  /** The destination of each lane that was taken last. */
  const last = new Map<Lane, string>();

  async function next(lane: Lane, places: number): Promise<Claimed[]> {
    const { kind, most, failing, read } = lane;
    const after = last.get(lane);
    const wanted = { kind, most, places, failing, ...(after !== undefined && { after }) };
    const groups = groupsOf(await claimForDestinations(db, owner, wanted, now()));
    const destination = groups.at(-1)?.[0].destination;
    if (destination === undefined) return [];
    last.set(lane, destination);
    try {
      const found = await read?.(groups.flat());
      return groups.map((jobs) => ({ jobs, read: found }));
    } catch (error) {
      const notBegun = groups.map((jobs): Series => ({ jobs, done: [] }));
      await commit(lane, notBegun).catch(log);
      throw error;
    }
  }

  return { next, end: (lane: Lane, series: Series) => endingOf(lane)(series) };
}
