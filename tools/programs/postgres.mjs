import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
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

/** The file system in memory. Each test has a database of 600 files, which take a second to create and to delete on a disk. */
const memory = '/dev/shm';
const prefix = 'cloudphone-pg-';
/** Bytes that must be free: a few databases of 15 MB, and the log. */
const needed = 4 * 2 ** 30;

/**
 * A folder for a cluster: in memory if its data need not survive a crash of the machine and there is enough of it.
 * @param {boolean} durable
 */
function newFolder(durable) {
  if (durable || !existsSync(memory)) return mkdtempSync(join(tmpdir(), prefix));
  removeAbandoned();
  const { bavail, bsize } = statfsSync(memory);
  const fits = Math.min(bavail * bsize, freemem()) > needed;
  return mkdtempSync(join(fits ? memory : tmpdir(), prefix));
}

/** Deletes the clusters of runs that were killed: they would hold memory until the machine restarts. */
function removeAbandoned() {
  const tenMinutes = 600_000;
  for (const name of readdirSync(memory)) {
    const folder = join(memory, name);
    const pidFile = join(folder, 'data/postmaster.pid');
    if (!name.startsWith(prefix)) continue;
    // while it is being made, its processes follow one another, each with another id
    const isNew = Date.now() - statSync(folder).mtimeMs < tenMinutes;
    const isRunning = () =>
      existsSync(pidFile) && existsSync(`/proc/${readFileSync(pidFile, 'utf8').split('\n')[0]}`);
    if (!isNew && !isRunning()) rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a server of the tests can have a standby. */
export const hasStandbys = () => existsSync(join(installed() ?? '', 'pg_basebackup'));

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
 * then. `settings`: more of PostgreSQL's, which may name the folder of the cluster. `serve` starts a server on another folder of data, such as
 * a restored one, and returns its address. `standby` makes a copy that follows this server, where `pg_basebackup` is installed. `programs`
 * are others than the installed ones: a folder, and the folder of the programs in it.
 * @param {{ durable?: boolean, settings?: (folder: string) => string[], programs?: { folder: string, bin: string } }} [options]
 */
export async function startOwnPostgres({ durable = false, settings: more = () => [], programs } = {}) {
  const who = user();
  const folder = newFolder(durable);
  let bin = programs ? undefined : installed();
  if (!bin) {
    const own = programs ?? { folder: fetchPostgres(), bin: 'bin' };
    // a copy, because another user may not be able to read the project's folder
    cpSync(own.folder, join(folder, 'pg'), { recursive: true, verbatimSymlinks: true });
    chmodSync(join(folder, 'pg'), 0o755);
    bin = join(folder, 'pg', own.bin);
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
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB'];
  const settings = (durable ? [] : fast).concat('max_connections=200', more(folder));
  const program = join(bin, 'postgres');
  /** @type {(where: string, port: number, extra?: string[]) => import('node:child_process').ChildProcess} */
  const run = (where, at, extra = []) =>
    spawn(
      program,
      [
        '-D',
        where,
        '-p',
        String(at),
        '-k',
        folder,
        ...settings.concat(extra).flatMap((setting) => ['-c', setting]),
      ],
      { ...options, stdio: 'ignore' },
    );
  const start = () => run(data, port);
  const urlAt = (/** @type {number} */ at) => `postgres://postgres@127.0.0.1:${at}/postgres`;
  let server = start();
  const url = urlAt(port);
  await answers(url);
  const pull = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return; // it has been pulled before
    const ended = new Promise((settle) => server.once('exit', settle));
    server.kill('SIGQUIT'); // at once, like `pg_ctl stop -m immediate`
    await ended;
  };
  /** @type {(where: string, extra: string[], at?: number) => Promise<{ url: string, end: () => Promise<void> }>} */
  const serve = async (where, extra, at) => {
    const own = at ?? (await freePort());
    const other = run(where, own, extra);
    await answers(urlAt(own));
    return {
      url: urlAt(own),
      end: () =>
        new Promise((settle) => {
          other.once('exit', () => settle());
          other.kill('SIGQUIT');
        }),
    };
  };
  return {
    url,
    folder,
    data,
    port,
    who,
    pull,
    serve,
    async standby() {
      const where = join(folder, `standby-${randomUUID()}`);
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      execFileSync(
        join(bin, 'pg_basebackup'),
        [...from, '-D', where, '-R', '-X', 'stream', '-c', 'fast'],
        options,
      );
      const at = await freePort();
      // otherwise it waits for five seconds before it connects again
      const begin = () => serve(where, ['wal_retrieve_retry_interval=200ms'], at);
      return { ...(await begin()), again: begin };
    },
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
