import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './gateway.mjs';

const debian = '/usr/lib/postgresql';

/** Where PostgreSQL's programs are, if it is installed. */
function programs() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => `${debian}/${version}/bin`)
    .find((path) => existsSync(`${path}/initdb`));
  if (found) return found;
  const path = (process.env.PATH ?? '').split(':').find((folder) => existsSync(`${folder}/initdb`));
  return path;
}

/**
 * A PostgreSQL of our own for the length of the tests: `TEST_DATABASE_URL` if it is set, a throwaway cluster if the
 * programs are installed, nothing otherwise. PostgreSQL refuses to run as root, so root hands it to `postgres`.
 */
export async function startPostgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => {} };
  const bin = programs();
  if (!bin) return;
  const folder = mkdtempSync(join(tmpdir(), 'cloudphone-pg-'));
  const data = join(folder, 'data');
  const root = process.getuid?.() === 0;
  const as = (program, args) =>
    root ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] : [join(bin, program), args];
  if (root) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres']));
    chownSync(folder, id('-u'), id('-g'));
  }
  const initdb = as('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-N',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  execFileSync(...initdb, { stdio: 'ignore', cwd: folder });
  const port = await freePort();
  // fsync off: these are tests of behaviour, and the cluster is thrown away
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'fsync=off',
    '-c',
    'max_connections=200',
  ];
  const server = spawn(...as('postgres', options), { stdio: 'ignore', cwd: folder });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const { default: pg } = await import('pg');
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((rest) => setTimeout(rest, 100));
    }
  }
  return {
    url,
    async stop() {
      const ended = new Promise((settle) => server.once('exit', settle));
      execFileSync(...as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']), {
        stdio: 'ignore',
        cwd: folder,
      });
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
