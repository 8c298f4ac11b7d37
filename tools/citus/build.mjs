import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { once } from '../programs/binaries.mjs';

// Builds Citus, which no package of Debian contains, from a folder with its source. Nothing is installed on the machine: the result is a
// folder with PostgreSQL's programs and Citus, which PostgreSQL finds because the folder is laid out like the original.

const debian = '/usr/lib/postgresql';
const packages = 'postgresql-server-dev-15 libssl-dev libkrb5-dev liblz4-dev libzstd-dev gcc make';

/** PostgreSQL's own description of where it is: PG_CONFIG, or that of the newest installed version. */
function pgConfig() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [
    process.env.PG_CONFIG ?? '',
    ...versions.map((version) => `${debian}/${version}/bin/pg_config`),
  ];
  return found.find((file) => file && existsSync(file));
}

/** @type {(program: string, what: string) => string} */
const ask = (program, what) => execFileSync(program, [`--${what}`], { encoding: 'utf8' }).trim();

/** Why Citus cannot be built on this machine; `undefined` if it can. */
export function lackedByCitus() {
  const source = process.env.CITUS_SOURCE;
  if (!source) return 'CITUS_SOURCE names no folder with the source of Citus (docs/testing.md)';
  if (!existsSync(join(source, 'configure'))) return `${source} is not the source of Citus`;
  const config = pgConfig();
  if (!config || !existsSync(join(ask(config, 'includedir-server'), 'postgres.h')))
    return `PostgreSQL's headers are not installed (apt-get install --no-install-recommends ${packages})`;
  return;
}

/**
 * PostgreSQL 15.18 and newer export this function, which Citus has a copy of.
 * @param {string} source
 */
function mend(source) {
  const file = join(source, 'src/include/pg_version_compat.h');
  const copy = 'static inline bool\nhave_createdb_privilege(void)';
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(copy, `#define have_createdb_privilege citus_may_create\n${copy}`));
}

/** The part of their paths that several folders share. @param {string[]} folders */
function sharedPart(folders) {
  const [first = [], ...others] = folders.map((folder) => folder.split('/'));
  const end = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return first.slice(0, end).join('/');
}

/** The programs of PostgreSQL with Citus, built once for each version of both. */
export function builtCitus() {
  const lack = lackedByCitus();
  const config = pgConfig();
  const source = process.env.CITUS_SOURCE;
  if (lack || !config || !source) throw new Error(lack);
  const [, citus = ''] =
    /PACKAGE_VERSION='([^']+)'/.exec(readFileSync(join(source, 'configure'), 'utf8')) ?? [];
  const [, postgres = ''] = / (\d+(?:\.\d+)*)/.exec(ask(config, 'version')) ?? [];
  const places = ['bindir', 'sharedir', 'pkglibdir'].map((name) => ask(config, name));
  const shared = sharedPart(places);
  const folder = once(`citus-${citus}-postgresql-${postgres}`, (draft) => {
    console.log(`Building Citus ${citus} for PostgreSQL ${postgres}, which takes a few minutes …`);
    const copy = join(draft, 'source');
    const result = join(draft, 'result');
    cpSync(source, copy, { recursive: true, filter: (file) => !/\/\.git$/.test(file) });
    mend(copy);
    utimesSync(join(copy, 'configure'), new Date(), new Date()); // not older than what it is made of, which needs autoconf
    /** @type {(program: string, args: string[]) => void} */
    const run = (program, args) =>
      void execFileSync(program, args, {
        cwd: copy,
        stdio: ['ignore', 'ignore', 'pipe'],
        maxBuffer: 2 ** 28,
      });
    run('./configure', [`PG_CONFIG=${config}`, '--without-libcurl', '--without-lz4', '--without-zstd']);
    run('make', ['-s', `-j${availableParallelism()}`, 'with_llvm=no']);
    run('make', ['-s', 'with_llvm=no', `DESTDIR=${result}`, 'install']);
    for (const place of places) {
      const to = join(draft, place.slice(shared.length + 1));
      cpSync(place, to, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !/\/(pgxs|bitcode|man)$/.test(file),
      });
      if (existsSync(join(result, place))) cpSync(join(result, place), to, { recursive: true });
    }
    for (const one of [copy, result]) rmSync(one, { recursive: true });
  });
  return { folder, bin: (places[0] ?? '').slice(shared.length + 1) };
}
