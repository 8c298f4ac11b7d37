import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { bundleProgram } from '../build/bundle-program.mjs';
import { postmasterOf, processorOf, table } from '../load/figures.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';
import { namedPrograms } from './calls.mjs';

// npm run bench -- webhooks, or node tools/bench/webhooks.mjs <program> …: measures gateways that tell partners of events. Partners' servers
// are a process of their own; `ms`: how long they need for a message. `perSecond`: how many events are written in a second; 0: all are
// written before any is sent. `never`: as many partners have a server that never answers, and events beside those of the others.
// Several built programs are measured in turns. CASES: only those with these numbers; PART: only so many
// of 100 events.

const cases = [
  { gateways: 1, events: 2000, partners: 1, ms: 5, perSecond: 0, never: 0 },
  { gateways: 1, events: 8000, partners: 40, ms: 5, perSecond: 0, never: 0 },
  { gateways: 2, events: 8000, partners: 40, ms: 5, perSecond: 0, never: 0 },
  { gateways: 1, events: 8000, partners: 40, ms: 50, perSecond: 0, never: 0 },
  { gateways: 1, events: 8000, partners: 1000, ms: 5, perSecond: 0, never: 0 },
  {
    gateways: 1,
    events: 10_000,
    partners: 200,
    ms: 5,
    perSecond: Number(process.env.RATE ?? 1000),
    never: 0,
  },
  {
    gateways: 1,
    events: 10_000,
    partners: 200,
    ms: 5,
    perSecond: Number(process.env.RATE ?? 1000),
    never: 10,
  },
];
/** Seconds for which a case may take. */
const longest = 120;

/** @param {number[]} numbers @param {number} part */
const quantile = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0;

/**
 * @param {string} program the gateway's
 * @param {string} events the program that writes events
 * @param {string} server of PostgreSQL
 * @param {typeof cases[number]} how
 */
async function play(program, events, server, { ...how }) {
  how.events *= Number(process.env.PART ?? 100) / 100;
  const env = { DATABASE_URL: await createDatabase(server) };
  const receiver = spawn(process.execPath, ['tools/bench/webhook-receiver.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {Awaited<ReturnType<typeof startGateway>>[]} */
  const gateways = [];
  const database = new pg.Client({ connectionString: env.DATABASE_URL });
  try {
    const [listening] = await once(receiver.stdout, 'data');
    const address = `http://127.0.0.1:${Number(listening)}`;
    for (let nth = 0; nth < how.gateways; nth++) gateways.push(await startGateway({ program, ...env }));
    await database.connect();
    const postmaster = await postmasterOf(database);
    const used = () => ({
      gateway: gateways.reduce((sum, { pid }) => sum + processorOf(Number(pid)), 0),
      database: processorOf(postmaster),
      at: performance.now(),
    });
    const webhooks = Array.from({ length: how.partners }, (_, nth) =>
      nth < how.never ? `${address}/never/p_${nth}` : `${address}/${how.ms}/p_${nth}`,
    );
    const { perSecond } = how;
    const writer = spawn(
      process.execPath,
      [events, JSON.stringify({ webhooks, events: how.events, perSecond })],
      {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const said = createInterface({ input: writer.stdout });
    await once(said, 'line');
    const began = used();
    const wanted = Math.round((how.events * (how.partners - how.never)) / how.partners);
    /** @type {import('./webhook-receiver.mjs').Arrived} */
    let arrived;
    do {
      await rest(200);
      arrived = await (await fetch(`${address}/arrived`)).json();
    } while (arrived.arrived < wanted && performance.now() - began.at < longest * 1000);
    const ended = used();
    const seconds = (ended.at - began.at) / 1000;
    const each = (/** @type {'gateway' | 'database'} */ whose) =>
      (((ended[whose] - began[whose]) * 1000) / arrived.arrived).toFixed(2);
    return {
      rate: (arrived.arrived / seconds).toFixed(0),
      lag: `${quantile(arrived.lags, 0.5)}, ${quantile(arrived.lags, 0.99)}`,
      gateway: each('gateway'),
      database: each('database'),
      lacks: wanted - arrived.arrived,
      outOfOrder: arrived.outOfOrder,
      again: arrived.again,
    };
  } finally {
    await database.end();
    await Promise.all(gateways.map((one) => one.stop()));
    receiver.kill();
  }
}

/** The table of some built programs. @param {string[]} programs */
export async function benchWebhooks(programs) {
  const events = await bundleProgram('test/server/support/partner-events.ts', 'partner-events');
  const postgres = await startOwnPostgres({ durable: true });
  const chosen = process.env.CASES?.split(',').map(Number);
  const rows = [];
  try {
    for (const [nth, how] of cases.entries()) {
      if (chosen && !chosen.includes(nth)) continue;
      for (const program of programs) {
        const { lacks, outOfOrder, again, ...found } = await play(program, events, postgres.url, how);
        if (lacks || outOfOrder || again)
          console.log(`${lacks} did not arrive in time, ${outOfOrder} out of order, ${again} came twice`);
        const who = `${how.partners}${how.never ? `, ${how.never} of them never answer` : ''}`;
        const written = how.perSecond || 'before';
        const which = programs.length > 1 ? [program] : [];
        const row = [
          ...which,
          how.gateways,
          who,
          how.ms,
          written,
          found.rate,
          found.lag,
          found.gateway,
          found.database,
        ];
        rows.push(row);
        console.log(row.join(' | '), `(load average ${(loadavg()[0] ?? 0).toFixed(1)})`);
      }
    }
  } finally {
    await postgres.stop();
    rmSync(events);
  }
  const which = programs.length > 1 ? ['program'] : [];
  const head = [
    'gateways',
    'partners',
    'ms of their servers',
    'events written in a second',
    'arrived in a second',
  ];
  const costs = ['ms until it arrived: half, 99 of 100', 'ms of processor for each: gateway', 'its database'];
  return table([...which, ...head, ...costs], rows);
}

if (process.argv[1]?.endsWith('bench/webhooks.mjs')) console.log(await benchWebhooks(namedPrograms()));
