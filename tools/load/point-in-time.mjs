import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { buildServer } from '../build/server.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { secret, signIn } from './phone.mjs';
import { lost, phones } from './transfers.mjs';

// node tools/load/point-in-time.mjs: members transfer to each other while pgBackRest takes a full and an incremental backup and archives
// PostgreSQL's log. Then the server and its disk are lost. From the repository alone, the database is restored as of a chosen moment, and
// as of the end of the archive: every transfer acknowledged before is there, none that was sent after the moment is, and the books add up.

const run = promisify(execFile);
/** Seconds; `deploy` and docs/operate.md use 60. */
const archiveTimeout = 10;

let failed = 0;
/** @type {(held: boolean, said: string) => void} */
const report = (held, said) => {
  if (!held) failed++;
  console.log(`${held ? 'held' : 'FAIL'}  ${said}`);
};

/** @param {Awaited<ReturnType<typeof startOwnPostgres>>} postgres */
function openRepository({ folder, data, port, who }) {
  const file = join(folder, 'pgbackrest.conf');
  for (const name of ['repo', 'lock', 'spool']) {
    mkdirSync(join(folder, name));
    if (who.uid !== undefined) chownSync(join(folder, name), who.uid, who.gid);
  }
  writeFileSync(
    file,
    `[global]
repo1-path=${folder}/repo
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${secret}
lock-path=${folder}/lock
spool-path=${folder}/spool
log-level-console=warn
log-level-file=off
start-fast=y
compress-type=zst
[cloudphone]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=postgres
`,
  );
  /** @param {string[]} args */
  return async (...args) => {
    const began = Date.now();
    const { stdout } = await run('pgbackrest', [`--config=${file}`, '--stanza=cloudphone', ...args], {
      ...who,
      cwd: folder,
    });
    return { stdout, seconds: (Date.now() - began) / 1000 };
  };
}

/** @param {string} url */
async function untilWritable(url) {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    for (;;) {
      const { rows } = await database.query('select pg_is_in_recovery() as recovering');
      if (!rows[0].recovering) return;
      await rest(100);
    }
  } finally {
    await database.end();
  }
}

async function playPointInTime() {
  await buildServer();
  const postgres = await startOwnPostgres({
    durable: true,
    settings: (folder) => [
      'archive_mode=on',
      `archive_command=pgbackrest --config=${folder}/pgbackrest.conf --stanza=cloudphone archive-push %p`,
      `archive_timeout=${archiveTimeout}`,
    ],
  });
  const pgbackrest = openRepository(postgres);
  const env = { SIGNING_SECRET: secret, PAY_PASSWORD_FROM: 'off', DEMO: 'on' };
  /** @type {Awaited<ReturnType<typeof startGateway>> | undefined} */
  let gateway = await startGateway({ ...env, DATABASE_URL: postgres.url });
  try {
    const [first] = [gateway];
    const members = [await signIn(gateway, 'demo'), await signIn(gateway, 'lee')];
    await pgbackrest('stanza-create');
    await pgbackrest('check');
    const writer = phones(() => [first], members);
    await rest(1000);
    const full = await pgbackrest('--type=full', 'backup');
    await rest(1000);
    const incremental = await pgbackrest('--type=incr', 'backup');
    await rest(2000);
    const moment = Date.now();
    await rest((archiveTimeout + 3) * 1000); // the segment with the moment is archived by then
    const gone = Date.now();
    await postgres.pull();
    const stopping = writer.stop(); // phones that have no answer yet give up
    await gateway.kill();
    gateway = undefined;
    await stopping;
    const all = [...writer.times];
    const acknowledged = writer.acknowledged.length;
    report(
      !writer.wrong.length && acknowledged > 0,
      `${acknowledged} transfers acknowledged; full backup ${full.seconds.toFixed(1)} s, incremental ${incremental.seconds.toFixed(1)} s`,
    );

    const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
    await restored(postgres, pgbackrest, {
      name: 'moment',
      args: ['--type=time', `--target=${target}`, '--target-action=promote'],
      async look(database) {
        const before = all.filter(([, { acknowledged: at }]) => at !== undefined && at < moment);
        const after = all.filter(([, { sent }]) => sent > moment);
        const keys = (/** @type {typeof all} */ some) => some.map(([key]) => key);
        const { missing, brokenBooks } = await lost(database, keys(before));
        const { missing: absent } = await lost(database, keys(after));
        return {
          held: !missing && !brokenBooks && absent === after.length && before.length > 0 && after.length > 0,
          said: `of ${before.length} acknowledged before the moment ${missing} are lost; of ${after.length} sent after it ${after.length - absent} are there; ${brokenBooks} accounts out of order`,
        };
      },
    });
    await restored(postgres, pgbackrest, {
      name: 'end',
      args: ['--type=default'],
      async look(database) {
        const { missing, brokenBooks } = await lost(database, writer.acknowledged);
        /** How long before the loss the first of them was acknowledged. */
        let oldest = 0;
        for (const [key, { acknowledged: at }] of all)
          if (at !== undefined && gone - at > oldest && (await lost(database, [key])).missing)
            oldest = gone - at;
        return {
          held: !brokenBooks && oldest < (archiveTimeout + 5) * 1000,
          said: `of ${acknowledged} acknowledged ${missing} are lost with the disk, all in the last ${(oldest / 1000).toFixed(1)} s (archive_timeout ${archiveTimeout} s); ${brokenBooks} accounts out of order`,
        };
      },
    });
  } finally {
    await gateway?.kill();
    await postgres.stop();
  }
  return failed;
}

/**
 * Restores into a new folder, starts PostgreSQL and a quiet gateway there, and looks.
 * @param {Awaited<ReturnType<typeof startOwnPostgres>>} postgres
 * @param {ReturnType<typeof openRepository>} pgbackrest
 * @param {{ name: string, args: string[], look: (database: pg.Pool) => Promise<{ held: boolean, said: string }> }} how
 */
async function restored(postgres, pgbackrest, { name, args, look }) {
  const folder = join(postgres.folder, name);
  const began = Date.now();
  await pgbackrest(`--pg1-path=${folder}`, ...args, 'restore');
  const server = await postgres.serve(folder, ['archive_mode=off']);
  await untilWritable(server.url);
  const seconds = (Date.now() - began) / 1000;
  const database = new pg.Pool({ connectionString: server.url, max: 2 });
  try {
    const { held, said } = await look(database);
    const books = await run(process.execPath, ['dist/server/check-books.mjs'], {
      env: { ...process.env, DATABASE_URL: server.url },
    }).then(
      ({ stdout }) => ({ held: true, said: stdout.trim().replace('\n', '; ') }),
      (error) => ({ held: false, said: String(error.stderr).trim() }),
    );
    const gateway = await startGateway({
      SIGNING_SECRET: secret,
      QUIET: 'on',
      DEMO: 'on',
      DATABASE_URL: server.url,
    });
    await signIn(gateway, 'demo').finally(() => gateway.stop());
    report(
      held && books.held,
      `restored as of the ${name} in ${seconds.toFixed(1)} s: ${said}. ${books.said}. A gateway serves it`,
    );
  } finally {
    await database.end();
    await server.end();
  }
}

process.exit((await playPointInTime()) ? 1 : 0);
