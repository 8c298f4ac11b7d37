import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import pg from 'pg';
import { median } from '../load/figures.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';
import { ask, busy, namedPrograms, send } from './calls.mjs';
import { addMembers, idOf, members, proof, token } from './money-members.mjs';

// npm run bench -- money, or node tools/bench/money.mjs <program> …: measures the processor time of the calls with which the app buys a cloud
// phone from the balance and requests a withdrawal, of the gateway and of its database, and counts the statements of each. Ten members, each on a
// connection of their own. Several built programs are measured in turns. STATEMENTS=1 prints the statements of each call;
// EMBEDDED=off leaves out the embedded database.

const rounds = Number(process.env.ROUNDS ?? 5);
const isEmbeddedMeasured = process.env.EMBEDDED !== 'off';
/** Calls of each member in a round. */
const each = Number(process.env.EACH ?? 25);
/** Rounds that are not measured: the gateway's code is compiled, and statements are prepared. */
const warm = 2;
/** Calls whose statements are counted. */
const counted = 5;
/** Proofs of the payment password that a member needs: two calls of each round use one. */
const proofs = 2 * ((rounds + warm) * each + counted);

/** A member of the benchmark, and what earlier calls have told it.
 * @typedef {{ who: import('./calls.mjs').Who, agent: Agent, nth: number, proofs: number, total?: number, fee?: number, orderNo?: string, id?: string }} Buyer */

/** @type {(at: Buyer) => string} */
const nextProof = (at) => proof(at.nth, at.proofs++);
const items = [{ productId: 'p-starter', quantity: 1 }];
const amount = 100_00;

/**
 * The calls of the two flows, in the order of the app: the path, the input, and what becomes of the answer. The first attempt of each payment is
 * refused, because it has no proof yet.
 * @type {{ name: string, path: string, input(at: Buyer): object, refused?: true, keep?(at: Buyer, answer: any): void }[]}
 */
const calls = [
  { name: 'buy: methods', path: 'txOrder/ways', input: () => ({ currency: 'money', total: 9900 }) },
  {
    name: 'buy: price',
    path: 'txProd/quote',
    input: () => ({ items, currency: 'money' }),
    keep: (at, { total }) => (at.total = total),
  },
  {
    name: 'buy: pay, no proof yet',
    path: 'txOrder/addByMoney',
    input: ({ total }) => ({ items, shownTotal: total, requestKey: randomUUID() }),
    refused: true,
  },
  {
    name: 'buy: **pay**',
    path: 'txOrder/addByMoney',
    input: (at) => ({ items, shownTotal: at.total, requestKey: randomUUID(), proof: nextProof(at) }),
    keep: (at, { orderNo }) => (at.orderNo = orderNo),
  },
  { name: 'buy: state', path: 'txOrder/queryPay', input: ({ orderNo }) => ({ orderNo }) },
  { name: 'buy: the order', path: 'txOrder/get', input: ({ orderNo }) => ({ orderNo }) },
  { name: 'withdraw: amounts', path: 'txUser/balance', input: () => ({}) },
  { name: 'withdraw: accounts', path: 'txUser/userAccountList', input: () => ({}) },
  {
    name: 'withdraw: fee',
    path: 'txWithdraw/quote',
    input: ({ nth }) => ({ source: 'balance', amount, accountId: `bench-account-${nth}` }),
    keep: (at, { fee }) => (at.fee = fee),
  },
  {
    name: 'withdraw: apply, no proof yet',
    path: 'txWithdraw/apply',
    input: ({ nth, fee }) => ({
      source: 'balance',
      amount,
      fee,
      accountId: `bench-account-${nth}`,
      requestKey: randomUUID(),
    }),
    refused: true,
  },
  {
    name: 'withdraw: **apply**',
    path: 'txWithdraw/apply',
    input: (at) => ({
      source: 'balance',
      amount,
      fee: at.fee,
      accountId: `bench-account-${at.nth}`,
      requestKey: randomUUID(),
      proof: nextProof(at),
    }),
    keep: (at, { id }) => (at.id = id),
  },
  { name: 'withdraw: the withdrawal', path: 'txWithdraw/get', input: ({ id }) => ({ id }) },
];

/** @typedef {typeof calls[0]} BenchCall */

/**
 * Sends one call as each member `times` times; the members do so side by side.
 * @param {string} url
 * @param {Buyer[]} buyers
 * @param {BenchCall} call
 * @param {number} times
 */
async function perform(url, buyers, { path, input, refused, keep }, times) {
  const one = async (/** @type {Buyer} */ at) => {
    for (let nth = 0; nth < times; nth++)
      if (refused) {
        const { header, body } = await ask(at.agent, url, at.who, path, input(at));
        if (header.res_code === '1' || !body.needs) throw new Error(`${path} was not refused`);
      } else {
        const answer = await send(at.agent, url, at.who, path, input(at));
        keep?.(at, answer);
      }
  };
  await Promise.all(buyers.map(one));
}

/** @type {() => Buyer[]} */
const newBuyers = () =>
  Array.from({ length: members }, (_, nth) => ({
    who: { token: token(nth), member: idOf(nth) },
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    nth,
    proofs: 0,
  }));

/**
 * The statements that a database was sent while `work` ran, from the log of its server.
 * @param {{ url: string, log: string, base: string }} server
 * @param {() => Promise<void>} work
 */
async function statementsOf({ url, log, base }, work) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const told = async (/** @type {string} */ level) => {
    await admin.query(`alter system set log_statement = '${level}'`);
    await admin.query('select pg_reload_conf()');
    await rest(300); // until all connections know
  };
  const read = () =>
    readdirSync(log)
      .sort()
      .map((file) => readFileSync(join(log, file), 'utf8'))
      .join('');
  try {
    await told('all');
    const before = read().length;
    await work();
    await rest(200);
    const entries = read()
      .slice(before)
      .split(/\n(?!\t)/);
    return entries.flatMap((entry) => {
      const [, of, text] = /^(\w+)\|LOG: {2}(?:statement|execute [^:]+): (.*)$/s.exec(entry) ?? [];
      return of === base && text !== undefined ? text.replace(/\s+/g, ' ') : [];
    });
  } finally {
    await told('none');
    await admin.end();
  }
}

/** A started program, its database and its members.
 * @typedef {{ program: string, gateway: Awaited<ReturnType<typeof startGateway>>, base: string, buyers: Buyer[] }} Started */

/**
 * A gateway on a database of its own with the members.
 * @param {string} program
 * @param {string | undefined} server of PostgreSQL; absent: the embedded database
 * @returns {Promise<Started>}
 */
async function begin(program, server) {
  const data = await mkdtemp(join(tmpdir(), 'cloudphone-'));
  const address = server && (await createDatabase(server));
  // nothing else runs: no jobs, and no schedules
  const env = { program, data, QUIET: 'on', ...(address && { DATABASE_URL: address }) };
  const first = await startGateway(env);
  await first.kill();
  if (address) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await addMembers((text) => client.query(text), proofs);
    await client.query('analyze');
    await client.end();
  } else {
    const lite = await PGlite.create({ fs: new NodeFS(join(data, 'db')) });
    await addMembers((text) => lite.query(text), proofs);
    await lite.query('analyze');
    await lite.close();
  }
  const gateway = await startGateway(env);
  const base = address ? new URL(address).pathname.slice(1) : '';
  return { program, gateway, base, buyers: newBuyers() };
}

/**
 * Measures the calls of some programs in turns; the median of the rounds, in milliseconds for one call.
 * @param {Started[]} all
 */
async function measure(all) {
  /** @type {Map<string, { gateway: number, database: number }[]>} */
  const found = new Map();
  for (let round = -warm; round < rounds; round++)
    for (const call of calls)
      for (const { program, gateway, base, buyers } of all) {
        const before = busy([gateway.pid], base);
        await perform(gateway.url, buyers, call, each);
        const after = busy([gateway.pid], base);
        if (round < 0) continue;
        const name = `${call.name}|${program}`;
        const count = members * each;
        const cost = {
          gateway: (after.gateway - before.gateway) / count,
          database: (after.database - before.database) / count,
        };
        found.set(name, [...(found.get(name) ?? []), cost]);
      }
  return (/** @type {string} */ name, /** @type {string} */ program) => {
    const costs = found.get(`${name}|${program}`) ?? [];
    return {
      gateway: median(costs.map(({ gateway }) => gateway)),
      database: median(costs.map(({ database }) => database)),
    };
  };
}

/**
 * The table of some built programs.
 * @param {string[]} programs
 */
export async function benchMoney(programs) {
  const rows = [
    '| | statements | ms of processor: gateway | its database | embedded: both |',
    '|---|--:|--:|--:|--:|',
  ];
  const logs = (/** @type {string} */ folder) => [
    'logging_collector=on',
    `log_directory=${folder}/log`,
    'log_line_prefix=%d|',
    'log_checkpoints=off',
  ];
  const postgres = await startOwnPostgres({ durable: true, settings: logs });
  /** @type {Started[]} */
  const all = [];
  /** @type {Started[]} */
  const embedded = [];
  try {
    for (const program of programs) all.push(await begin(program, postgres.url));
    const onServer = await measure(all);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { program, gateway, base, buyers } of all)
      for (const call of calls) {
        const log = join(postgres.folder, 'log');
        const one = buyers.slice(0, 1);
        const statements = await statementsOf({ url: postgres.url, log, base }, () =>
          perform(gateway.url, one, call, counted),
        );
        counts.set(`${call.name}|${program}`, Math.round(statements.length / counted));
        if (!process.env.STATEMENTS) continue;
        console.log(`\n${program}: ${call.name}`);
        for (const text of statements.slice(0, Math.round(statements.length / counted)))
          console.log(`  ${text.slice(0, 300)}`);
      }
    for (const { gateway } of all.splice(0)) await gateway.stop();
    if (isEmbeddedMeasured) for (const program of programs) embedded.push(await begin(program, undefined));
    const inside = await measure(embedded);
    for (const { name } of calls)
      for (const program of programs) {
        const { gateway, database } = onServer(name, program);
        const which = programs.length > 1 ? `, ${program}` : '';
        const cells = [
          name + which,
          counts.get(`${name}|${program}`),
          gateway.toFixed(2),
          database.toFixed(2),
          isEmbeddedMeasured ? inside(name, program).gateway.toFixed(2) : '',
        ];
        rows.push(`| ${cells.join(' | ')} |`);
      }
  } finally {
    for (const { gateway } of [...all, ...embedded]) await gateway.stop();
    await postgres.stop();
  }
  return rows.join('\n');
}

if (process.argv[1]?.endsWith('bench/money.mjs')) console.log(await benchMoney(namedPrograms()));
