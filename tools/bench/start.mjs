import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { median, postmasterOf, processorOf } from '../load/figures.mjs';
import { freePort, startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';
import { namedPrograms } from './calls.mjs';

// npm run bench -- start, or node tools/bench/start.mjs <program> …: measures how long a gateway takes from the start of its process
// until /readyz answers 200, with a database that has been migrated and filled. Several built programs start in turns, so that other load
// on the machine affects all of them. NODE is another version of Node that runs them.

const rounds = Number(process.env.ROUNDS ?? 11);
const node = process.env.NODE ?? process.execPath;

/** The status of one request; 0 while nobody listens. @type {(url: string) => Promise<number>} */
const statusOf = (url) =>
  new Promise((settle) => {
    const asked = get(url, { agent: false }, (answer) => {
      answer.resume();
      settle(answer.statusCode ?? 0);
    });
    asked.on('error', () => settle(0));
  });

/** Memory of a process in MB that is its own, at its highest so far. @param {number} pid */
const peakOf = (pid) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/**
 * Starts a program once, and ends it when it is ready.
 * @param {string} program
 * @param {Record<string, string>} env
 */
export async function start(program, env) {
  const [port, partnerPort] = [await freePort(), await freePort()];
  const began = performance.now();
  const gateway = spawn(node, [program], {
    env: { ...process.env, PORT: `${port}`, PARTNER_PORT: `${partnerPort}`, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((settle) => gateway.once('exit', settle));
  const pid = Number(gateway.pid);
  while ((await statusOf(`http://127.0.0.1:${port}/readyz`)) !== 200) {
    if (gateway.exitCode !== null) throw new Error(`${program} did not start`);
    await new Promise((rest) => setTimeout(rest, 5));
  }
  const found = {
    wall: performance.now() - began,
    processor: processorOf(pid) * 1000,
    memory: peakOf(pid),
  };
  gateway.kill('SIGTERM');
  await ended;
  return found;
}

/**
 * The table of some built programs.
 * @param {string[]} programs
 */
export async function benchStart(programs) {
  const rows = [
    '| | ready after | ms of processor: gateway | its database | MB at most |',
    '|---|--:|--:|--:|--:|',
  ];
  const postgres = await startOwnPostgres({ durable: true });
  const folders = [];
  try {
    for (const engine of ['PostgreSQL', 'embedded']) {
      const all = [];
      for (const program of programs) {
        const folder = await mkdtemp(join(tmpdir(), 'cloudphone-start-'));
        folders.push(folder);
        const database = engine === 'PostgreSQL' ? await createDatabase(postgres.url) : undefined;
        /** @type {Record<string, string>} */
        const env = { DATA_DIR: folder, ...(database && { DATABASE_URL: database }) };
        const first = await startGateway({
          program,
          data: folder,
          ...(database && { DATABASE_URL: database }),
        });
        process.kill(Number(first.pid), 'SIGTERM');
        await new Promise((rest) => setTimeout(rest, 2000));
        all.push({
          program,
          env,
          found: /** @type {Awaited<ReturnType<typeof start>>[]} */ ([]),
          database: 0,
        });
      }
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      const postmaster = await postmasterOf(client);
      await client.end();
      for (let round = 0; round < rounds; round++)
        for (const one of all) {
          const before = processorOf(postmaster);
          one.found.push(await start(one.program, one.env));
          one.database += processorOf(postmaster) - before;
        }
      for (const { program, found, database } of all) {
        const [wall, processor, memory] = /** @type {const} */ (['wall', 'processor', 'memory']).map((name) =>
          median(found.map((one) => one[name])).toFixed(0),
        );
        const which = programs.length === 1 ? '' : `, ${program}`;
        const its = engine === 'PostgreSQL' ? ((database * 1000) / rounds).toFixed(0) : '';
        rows.push(`| ${engine}${which} | ${wall} | ${processor} | ${its} | ${memory} |`);
        console.log(rows[rows.length - 1]);
      }
    }
  } finally {
    await postgres.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
  return rows.join('\n');
}

if (process.argv[1]?.endsWith('bench/start.mjs')) await benchStart(namedPrograms());
