import { sql } from 'kysely';
import type { Executor } from '../db/database';
import type { Measurement, Sample } from '../db/measurement';

interface Archiver {
  last_archived_time: Date | null;
  last_failed_time: Date | null;
}

/** Whether the last attempt of PostgreSQL to archive its log failed. Nothing where it does not archive, or is another engine. */
async function archiving(run: Executor): Promise<Sample[]> {
  const { rows: modes } = await sql<{ on: boolean }>`
    select setting <> 'off' as on from pg_settings where name = 'archive_mode'`.execute(run);
  if (!modes[0]?.on) return [];
  const { rows } = await sql<Archiver>`
    select last_archived_time, last_failed_time from pg_stat_archiver`.execute(run);
  const { last_archived_time: done, last_failed_time: failed } = rows[0] ?? {};
  return [{ value: failed && (!done || failed > done) ? 1 : 0 }];
}

/** The age of the last good backup, which `deploy/backup.sh` notes in the database, and whether the archive of the log works. */
export const backupMeasurement: Measurement<'cloudphone_backup_seconds' | 'cloudphone_archive_failing'> = {
  gauges: {
    cloudphone_backup_seconds: {
      help: 'How long ago the last backup was taken, copied to another place, and verified',
      labels: ['step'],
    },
    cloudphone_archive_failing: { help: '1 when PostgreSQL could not archive its log the last time' },
  },
  async read(run) {
    const steps = await run.selectFrom('backup_step').selectAll().execute();
    return {
      cloudphone_backup_seconds: steps.map(({ step, at }) => ({ labels: { step }, since: at })),
      cloudphone_archive_failing: await archiving(run),
    };
  },
};
