import type { Job, JobKind, Performed } from './jobs';
import type { Effect } from './leases';

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
  outside(jobs: readonly Job[]): Promise<Performed>;
  inside: Effect | undefined;
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
  if ('series' in how) {
    const { places, series, outside } = how;
    return { kind, places, most: series, byDestination: true, failing: false, outside, inside: undefined };
  }
  if (!('outside' in how))
    return {
      kind,
      places: 1,
      most: how.together,
      byDestination: false,
      failing: false,
      outside: async (jobs) => ({ done: jobs }),
      inside: how.inside,
    };
  return {
    kind,
    places: how.places,
    most: 1,
    byDestination: how.byDestination ?? false,
    failing: false,
    async outside(jobs) {
      for (const job of jobs) await how.outside(job);
      return { done: jobs };
    },
    async inside(tx, jobs, now) {
      for (const job of jobs) await how.inside?.(tx, job, now);
    },
  };
}
