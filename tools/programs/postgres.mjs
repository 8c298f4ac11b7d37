import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchPostgres } from './binaries.mjs';
import { freePort } from './gateway.mjs';

const debian = '/usr/lib/postgresql';

/** The folder with PostgreSQL's programs, if it is installed. */
function installed() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => `${debian}/${version}/bin`),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The user for PostgreSQL, which refuses to run as root: `postgres` if it exists, or nobody. */
function user() {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ??
    /^nobody:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ??
    [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/**
 * A PostgreSQL server for the tests: the one in `TEST_DATABASE_URL` if set, else a temporary cluster of the installed programs, or of
 * those that the tests download.
 */
export async function startPostgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => {} };
  return startOwnPostgres();
}

/**
 * A temporary cluster in any case; `pull` ends it as a crash would, `plug` starts it again. With `durable`, no committed data is lost
 * then.
 * @param {{ durable?: boolean }} [options]
 */
export async function startOwnPostgres({ durable = false } = {}) {
  const who = user();
  const folder = mkdtempSync(join(tmpdir(), 'cloudphone-pg-'));
  let bin = installed();
  if (!bin) {
    // a copy, because another user may not be able to read the project's folder
    cpSync(fetchPostgres(), join(folder, 'pg'), { recursive: true, verbatimSymlinks: true });
    bin = join(folder, 'pg/bin');
  }
  const data = join(folder, 'data');
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  const options = {
    ...who,
    cwd: folder,
    stdio: /** @type {('ignore' | 'inherit')[]} */ (['ignore', 'ignore', 'inherit']),
  };
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C'];
  execFileSync(join(bin, 'initdb'), initialise, options);
  const port = await freePort();
  // without fsync, because these are tests of behaviour, and the cluster is deleted
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = [...(durable ? [] : fast), 'max_connections=200'];
  const program = join(bin, 'postgres');
  const start = () =>
    spawn(
      program,
      ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: 'ignore' },
    );
  let server = start();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answers(url);
  const pull = async () => {
    const ended = new Promise((settle) => server.once('exit', settle));
    server.kill('SIGQUIT'); // at once, like `pg_ctl stop -m immediate`
    await ended;
  };
  return {
    url,
    pull,
    async plug() {
      server = start();
      await answers(url);
    },
    async stop() {
      await pull();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} url */
async function answers(url) {
  const { default: pg } = await import('pg');
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((rest) => setTimeout(rest, 100));
    }
  }
}
