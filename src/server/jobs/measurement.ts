import { sql } from 'kysely';
import type { Measurement } from '../db/measurement';

interface StateCount {
  state: string;
  kind: string;
  count: number;
}

interface DueKind {
  kind: string;
  /** Due time of the oldest pending job. */
  since: Date;
}

export const jobMeasurement: Measurement<'cloudphone_jobs' | 'cloudphone_job_due_seconds'> = {
  gauges: {
    cloudphone_jobs: { help: 'Jobs that are not done, by state and kind', labels: ['state', 'kind'] },
    cloudphone_job_due_seconds: { help: 'How long the oldest due job waits', labels: ['kind'] },
  },
  async read(run) {
    const states = await sql<StateCount>`
      select state, kind, count(*) as count from job where state <> 'done' group by state, kind`.execute(run);
    const due = await sql<DueKind>`
      select kind, min(run_at) as since from job
      where state = 'ready' and run_at <= now() group by kind`.execute(run);
    return {
      cloudphone_jobs: [
        ...['ready', 'dead'].map((state) => ({ labels: { state, kind: '' }, value: 0 })),
        ...states.rows.map(({ state, kind, count }) => ({ labels: { state, kind }, value: Number(count) })),
      ],
      cloudphone_job_due_seconds: [
        { labels: { kind: '' }, value: 0 },
        ...due.rows.map(({ kind, since }) => ({ labels: { kind }, since })),
      ],
    };
  },
};
