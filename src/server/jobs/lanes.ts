import type { Tx } from '../db/database';
import type { JobKind, Performed, SeriesKind } from './jobs';

/** How the jobs of one kind are claimed and performed. */
export interface Lane {
  kind: string;
  /** Claims that are performed in parallel. */
  places: number;
  /** Jobs that are performed together at most. */
  most: number;
  byDestination: boolean;
  /** Only for destinations whose last job failed, or only for the others. */
  failing: boolean;
  /** Whether groups end together. */
  endTogether: boolean;
  read: SeriesKind['read'];
  outside: SeriesKind['outside'];
  /** Commits together with the end of the jobs. */
  inside(tx: Tx, performed: readonly Performed[], now: number): Promise<void>;
}

/**
 * Each kind has a lane of its own, so that none delays another. A kind with destinations has a second one with a quarter of the places, for
 * destinations whose last job failed. A server that hangs takes a place for as long as one waits for it, and many of them would take all.
 */
export function lanesOf(kind: string, how: JobKind): Lane[] {
  const lane = laneOf(kind, how);
  if (!lane.byDestination) return [lane];
  return [lane, { ...lane, failing: true, places: Math.ceil(lane.places / 4) }];
}

function laneOf(kind: string, how: JobKind): Lane {
  const lane = { kind, failing: false, endTogether: false, read: undefined };
  if ('series' in how)
    return {
      ...lane,
      places: how.places,
      most: how.series,
      byDestination: true,
      endTogether: true,
      read: how.read,
      outside: how.outside,
      async inside(tx, performed, now) {
        const reports = performed.flatMap(({ report }) => (report === undefined ? [] : [report]));
        if (reports.length) await how.inside?.(tx, reports, now);
      },
    };
  const jobsOf = (performed: readonly Performed[]) => performed.flatMap(({ done }) => done);
  if (!('outside' in how))
    return {
      ...lane,
      places: 1,
      most: how.together,
      byDestination: false,
      outside: async (jobs) => ({ done: jobs }),
      inside: (tx, performed, now) => how.inside(tx, jobsOf(performed), now),
    };
  return {
    ...lane,
    places: how.places,
    most: 1,
    byDestination: how.byDestination ?? false,
    async outside(jobs) {
      for (const job of jobs) await how.outside(job);
      return { done: jobs };
    },
    async inside(tx, performed, now) {
      for (const job of jobsOf(performed)) await how.inside?.(tx, job, now);
    },
  };
}
