import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as electric from '@electric-sql/pglite';
import type { PGlite } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { assertWhole, unopenable } from './damage';
import { int8, parseInt8 } from './number';

/** Loads a package where it is used first, as `kernel/load.ts` does for the rooms above. */
const load = createRequire(import.meta.url);

/** PGlite, loaded when an embedded database is opened. */
export const pglite = () => load('@electric-sql/pglite') as typeof electric;

export const parsers = { [int8]: parseInt8 };
const memory = ['-c', 'shared_buffers=16MB'];
/** The options for opening a PGlite in memory. */
export const memoryParams = () => [...pglite().PGlite.defaultStartParams, ...memory];

// `-F` turns fsync off. fdatasync is a stub in the WebAssembly build, fsync is not.
const durableParams = () => [
  ...pglite().PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...memory,
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
];

/** Files that are really synced to the disk, and how often: Emscripten's own file system has no fsync, and reports success. */
function durableFiles(directory: string): { disk: NodeFS; syncs: () => number } {
  const { NodeFS: Files } = load('@electric-sql/pglite/nodefs') as { NodeFS: typeof NodeFS };
  let syncs = 0;
  class DurableFiles extends Files {
    override async init(...args: Parameters<NodeFS['init']>) {
      const made = await super.init(...args);
      const fsync = (module: { NODEFS: { stream_ops: Record<string, unknown> } }) => {
        module.NODEFS.stream_ops.fsync = ({ nfd }: { nfd: number }) => {
          fs.fsyncSync(nfd);
          syncs++;
          return 0;
        };
      };
      made.emscriptenOpts.preRun = [...(made.emscriptenOpts.preRun ?? []), fsync];
      return made;
    }
  }
  return { disk: new DurableFiles(directory), syncs: () => syncs };
}

/** The module of `compilePglite`, or undefined if PGlite has to compile it. */
export type CompiledPglite = Promise<WebAssembly.Module | undefined>;

/** Opens the database in a directory, and creates it if necessary. Throws if a commit would not survive a power failure. */
export async function openDurable(directory: string, compiled?: CompiledPglite): Promise<PGlite> {
  if (!fs.existsSync(path.join(directory, 'PG_VERSION'))) await create(directory);
  const { disk, syncs } = durableFiles(directory);
  const pgliteWasmModule = await compiled;
  const lite = await pglite()
    .PGlite.create({
      fs: disk,
      startParams: durableParams(),
      parsers,
      ...(pgliteWasmModule && { pgliteWasmModule }),
    })
    .catch((error) => {
      throw unopenable(directory, error);
    });
  await assertWhole(lite, directory).catch(async (error) => {
    await lite.close();
    throw error;
  });
  const failure = await durabilityFailure(lite, syncs);
  if (!failure) return lite;
  await lite.close();
  throw new Error(
    `The embedded database would lose data in a power cut (${failure}). Set DATABASE_URL instead.`,
  );
}

/**
 * The reason why writes are not durable, if they are not: the patch above changes internals of PGlite and could stop working unnoticed.
 */
export async function durabilityFailure(lite: PGlite, syncs: () => number): Promise<string | undefined> {
  const { rows } = await lite.query<{ fsync: string }>('show fsync');
  if (rows[0]?.fsync !== 'on') return 'fsync is off';
  await lite.query(
    'create table if not exists durability_check (id int primary key, at timestamptz not null)',
  );
  const before = syncs();
  await lite.query(
    'insert into durability_check values (1, now()) on conflict (id) do update set at = excluded.at',
  );
  return syncs() > before ? undefined : 'a commit did not reach the disk';
}

/** Creates a database under a temporary name, syncs it, then renames it, so that a crash leaves no incomplete database. */
async function create(directory: string): Promise<void> {
  if (fs.existsSync(directory) && fs.readdirSync(directory).length)
    throw new Error(`${directory} is not empty, and not a database`);
  const unfinished = `${directory}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  await createApart(unfinished);
  syncTree(unfinished);
  fs.rmSync(directory, { recursive: true, force: true });
  fs.renameSync(unfinished, directory);
  sync(path.dirname(directory));
}

/**
 * In a separate process: creating a database takes 600 MB, of which this process would keep 130 while it runs. The code runs once there,
 * so it is not optimized: 3.5 s of CPU instead of 6.
 */
async function createApart(directory: string): Promise<void> {
  const [pglite, nodefs] = ['@electric-sql/pglite', '@electric-sql/pglite/nodefs'].map((name) =>
    JSON.stringify(load.resolve(name)),
  );
  const program = `require('node:v8').setFlagsFromString('--liftoff-only');
    const { PGlite } = require(${pglite}), { NodeFS } = require(${nodefs});
    PGlite.create({ fs: new NodeFS(process.argv[1]) }).then((lite) => lite.close());`;
  await promisify(execFile)(process.execPath, ['-e', program, directory]);
}

function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const at = path.join(directory, entry.name);
    if (entry.isDirectory()) syncTree(at);
    else if (entry.isFile()) sync(at);
  }
  sync(directory);
}

function sync(at: string): void {
  if (process.platform === 'win32' && fs.statSync(at).isDirectory()) return; // Windows cannot open a directory
  const file = fs.openSync(at, 'r');
  fs.fsyncSync(file);
  fs.closeSync(file);
}
