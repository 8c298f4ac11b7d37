import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, processorOf } from '../load/figures.mjs';
import { start } from './start.mjs';

// npm run bench -- clone, or node tools/bench/clone.mjs <commit> …: measures each part of the way from a clone to a gateway with demo data
// that is ready, on the embedded database. Several commits build and start in turns, so that other load on the machine affects all of
// them; the packages are installed once, for the last one.

const rounds = Number(process.env.ROUNDS ?? 3);

/** Seconds until something is done, and of the processor. @typedef {{ wall: number, processor: number }} Cost */

/**
 * Runs a command in a folder.
 * @param {string} folder
 * @param {string} command
 * @returns {Promise<Cost>}
 */
async function run(folder, command) {
  const began = performance.now();
  const started = spawn(command, { cwd: folder, shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((settle) => started.once('exit', settle));
  let processor = 0;
  // esbuild ends with its parent, which does not wait for it: its time is known only while it runs
  const timer = setInterval(() => {
    processor = Math.max(processor, processorOf(Number(started.pid)));
  }, 50);
  const status = await ended;
  clearInterval(timer);
  if (status !== 0) throw new Error(`${command} failed`);
  return { wall: (performance.now() - began) / 1000, processor };
}

/**
 * The table of some commits.
 * @param {string[]} names of commits
 */
export async function benchClone(names) {
  const commits = names.map((name) =>
    execFileSync('git', ['rev-parse', '--short', name], { encoding: 'utf8' }).trim(),
  );
  const folder = await mkdtemp(join(tmpdir(), 'cloudphone-clone-'));
  /** @type {Map<string, Cost[]>} */
  const costs = new Map();
  /** @type {(part: string, commit: string, cost: Cost) => void} */
  const note = (part, commit, cost) => {
    const name = commit && commits.length > 1 ? `${part}, ${commit}` : part;
    costs.set(name, [...(costs.get(name) ?? []), cost]);
    console.log(`${name}: ${cost.wall.toFixed(1)} s, ${cost.processor.toFixed(1)} s of processor`);
  };
  try {
    const source = process.cwd();
    note('git clone', '', await run(folder, `git clone --quiet --no-local "${source}" .`));
    await run(folder, `git checkout --quiet --detach ${commits.at(-1)}`);
    note('npm ci', '', await run(folder, 'npm ci --no-audit --no-fund --loglevel=error'));
    const files = await readdir(join(folder, 'node_modules'), { recursive: true });
    console.log(`${files.length} files and folders are in node_modules`);
    for (let round = 0; round < rounds; round++)
      for (const commit of commits) {
        await rm(join(folder, 'dist'), { recursive: true, force: true });
        await run(folder, `git checkout --quiet --detach ${commit}`);
        const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        note('build', commit, await run(folder, scripts.start.split(' && ')[0]));
        const data = await mkdtemp(join(tmpdir(), 'cloudphone-clone-data-'));
        for (const part of ['first start', 'later start']) {
          const { wall, processor } = await start(join(folder, 'dist/server/main.mjs'), { DATA_DIR: data });
          note(part, commit, { wall: wall / 1000, processor: processor / 1000 });
        }
        await rm(data, { recursive: true });
      }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const lines = [...costs].map(([name, all]) => {
    const [wall, processor] = /** @type {const} */ (['wall', 'processor']).map((key) =>
      median(all.map((one) => one[key])).toFixed(1),
    );
    return `| ${name} | ${wall} | ${processor} |`;
  });
  return ['| | seconds | seconds of processor |', '|---|--:|--:|', ...lines].join('\n');
}

if (process.argv[1]?.endsWith('bench/clone.mjs')) console.log(await benchClone(process.argv.slice(2)));
