import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { test } from 'uvu';
import { openPostgres } from '../../../src/server/db/postgres';
import { backupMeasurement } from '../../../src/server/metrics/backups';
import { addressOf, asAdmin, engine } from './database';
import { has, installed } from './installed';
import { openGateway, type TestGateway } from './open';

export const run = promisify(execFile);
/** Runs on PostgreSQL with these programs: a machine that fetches its server for the tests lacks `pg_dump`. */
export const onPostgres = (title: string, needs: string[], body: (place: Place) => Promise<void>) => {
  if (engine !== 'pg') return;
  const lacks = ['pg_dump', 'psql', ...needs].filter((program) => !has(program));
  test(title, async () => {
    if (lacks.length) return console.log(`left out, not installed: ${lacks.join(', ')}`);
    const place = await openPlace();
    try {
      await body(place);
    } finally {
      await place.end();
    }
  });
};

/** A gateway with its folder of backups. */
interface Place {
  gateway: TestGateway;
  folder: string;
  backup(args?: string[], env?: Record<string, string>): Promise<string>;
  /** Restores into a new database and a new folder, for as long as `look` takes. */
  restored(
    from: string,
    look: (db: Awaited<ReturnType<typeof openPostgres>>, dataDir: string) => Promise<void>,
    env?: Record<string, string>,
  ): Promise<void>;
  end(): Promise<void>;
}

async function openPlace(): Promise<Place> {
  const gateway = await openGateway();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-backup-'));
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(gateway.db.run);
  const env = {
    ...process.env,
    DATABASE_URL: addressOf(rows[0]!.name),
    SCRATCH_URL: addressOf('postgres'),
    DATA_DIR: gateway.settings.dataDir,
    BACKUP_DIR: folder,
  };
  return {
    gateway,
    folder,
    async backup(args = [], more = {}) {
      const script = path.join(await installed(), 'deploy/backup.sh');
      return (await run(script, args, { env: { ...env, ...more } })).stdout;
    },
    async restored(from, look, given = {}) {
      const name = `cloudphone_${randomUUID().replace(/-/g, '')}`;
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-restored-'));
      await asAdmin(`create database ${name}`);
      const script = path.join(await installed(), 'deploy/restore.sh');
      try {
        const more = { DATABASE_URL: addressOf(name), DATA_DIR: dataDir, ...given };
        await run(script, [from], { env: { ...env, ...more } });
        const db = await openPostgres(addressOf(name), () => {});
        await look(db, dataDir).finally(() => db.close());
      } finally {
        await asAdmin(`drop database ${name} with (force)`);
        await rm(dataDir, { recursive: true });
      }
    },
    async end() {
      await gateway.close();
      await rm(folder, { recursive: true });
    },
  };
}

export const act = {
  operator: 'x',
  name: 'x',
  role: 'admin',
  ip: '',
  action: 'jobs/:id/retry',
  target: 'x',
  phase: 'done',
  of: null,
  input: null,
  before: null,
  after: null,
  status: 200,
  request: 'x',
} as const;

export const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('Z'));
/** The complaint of a command that fails. */
export const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (error) => String(error.stderr),
  );

/** The steps whose time the database has, as `/metrics` reports them. */
export async function notedSteps({ db }: TestGateway): Promise<string[]> {
  const { cloudphone_backup_seconds: ages } = await backupMeasurement.read(db.run);
  return ages.map(({ labels }) => labels?.step ?? '').sort();
}
