import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { bundleProgram } from '../build/bundle-program.mjs';
import { createCrowd } from '../cluster/members.mjs';
import { postmasterOf, processorOf } from '../load/figures.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { addPeople, membersWithMoney } from '../programs/people.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';

/** @import { Member } from '../cluster/wire.mjs' */
/** @import { Others } from './capacity.mjs' */

/**
 * The costs of one action of a member, while few others do something.
 * @typedef {object} Action
 * @property {number} gatewayMs milliseconds of the processor in the gateway's event loop, where one action at a time is
 * @property {number} besideMs the same in its other threads, which check passwords and collect garbage
 * @property {number} databaseMs milliseconds of the database's processor
 * @property {number} memberMs milliseconds of the processor of the program that plays the members, for machines that it shares
 * @property {number} statements statements that the gateway sends, with `begin` and `commit`
 * @property {number} commits how often something waits until the disk has the log
 * @property {number} logBytes bytes of the write-ahead log
 * @property {number} answerBytes bytes of the responses, before compression
 */

/** @typedef {(path: string, data?: object) => Promise<any>} Call */
/** @typedef {{ times: number, does: (call: Call, member: Member) => Promise<void> }} Measured */

/** Members who do an action at the same time. */
const atOnce = 4;

/** The actions that are measured, and how often. Signing in is slow on purpose. @type {Record<string, Measured>} */
export const actions = {
  'opens the app': {
    times: 2000,
    does: async (call) => {
      await call('txUser/getInfo');
      await call('txDevice/list');
    },
  },
  'reads a list': {
    times: 3000,
    does: async (call, { account }) => {
      const lists = ['txOrder/list', 'txWithdraw/list', 'txSysMsg/list', 'txCircle/list', 'txFriend/list'];
      await call(lists[account.length % lists.length] ?? '');
    },
  },
  'looks at the balance': { times: 3000, does: (call) => call('txUser/balance') },
  'writes a message': {
    times: 1000,
    does: (call) => call('txSupport/send', { text: 'Is my order on its way?', requestKey: randomUUID() }),
  },
  'withdraws and takes it back': {
    times: 400,
    does: async (call, { payout }) => {
      const requestKey = randomUUID();
      const input = { source: 'balance', amount: 100_00, accountId: payout, remark: '', requestKey };
      const { id } = await call('txWithdraw/apply', input);
      await call('txWithdraw/revoke', { id, requestKey: randomUUID() });
    },
  },
  buys: {
    times: 200,
    does: async (call) => {
      const items = [{ productId: 'p-starter', quantity: 1 }];
      const { total } = await call('txProd/quote', { items });
      await call('txOrder/addByMoney', { items, shownTotal: total, requestKey: randomUUID() });
    },
  },
  'signs in': {
    times: 40,
    does: (call, { account, password }) => call('txUser/login', { account, password, agreed: true }),
  },
};

/** A gateway with demo data on a PostgreSQL that syncs to the disk, and members who use it. */
export async function openMeasured() {
  const folder = mkdtempSync(join(tmpdir(), 'cloudphone-costs-'));
  const postgres = await startOwnPostgres({
    durable: true,
    settings: () => ['shared_preload_libraries=pg_stat_statements', 'autovacuum=off'],
  });
  const url = await createDatabase(postgres.url);
  const env = { DATABASE_URL: url, PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' };
  await addPeople({ ...env, DATA_DIR: folder, PEOPLE: folder });
  const gateway = await startGateway({ ...env, data: folder });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query('create extension pg_stat_statements');
  const postmaster = await postmasterOf(database);
  const crowd = createCrowd(gateway.url, membersWithMoney(folder), 1);
  await crowd.arrive();
  return {
    postgres,
    gateway,
    database,
    postmaster,
    crowd,
    /** Calls as a member; throws if the gateway refuses. @type {(member: Member) => Call} */
    callAs: (member) => async (path, data) => {
      const answer = await crowd.call(member, path, data);
      if (!answer) throw new Error(`${path} was refused: ${JSON.stringify(crowd.troubles)}`);
      return answer;
    },
    async close() {
      crowd.leave();
      await database.end();
      await gateway.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openMeasured>>} World */

/** The processor time of the thread with the event loop so far, in milliseconds. @param {number} pid */
function loopMs(pid) {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The processor time of the members' program so far, in milliseconds. */
const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The costs of each action, by repeating it.
 * @param {World} world
 * @returns {Promise<Record<string, Action>>}
 */
export async function measureActions({ gateway, database, postmaster, crowd, callAs }) {
  /** Counters of the database so far. */
  async function count() {
    const { rows } = await database.query(
      `select coalesce(sum(calls) filter (where query !~ 'pg_stat_statements'), 0)::float8 as statements,
         (select wal_sync from pg_stat_wal)::float8 as commits,
         (pg_current_wal_insert_lsn() - '0/0')::float8 as log
       from pg_stat_statements`,
    );
    return rows[0];
  }
  /** @type {Record<string, Action>} */
  const costs = {};
  for (const [name, { times, does }] of Object.entries(actions)) {
    let bytes = 0;
    let nth = 0;
    const once = async () => {
      const member = crowd.members[nth++ % crowd.members.length];
      if (!member) throw new Error('nobody there');
      const call = callAs(member);
      await does(async (path, data) => {
        const answer = await call(path, data);
        bytes += JSON.stringify(answer).length;
        return answer;
      }, member);
    };
    const repeat = async (/** @type {number} */ times) => {
      const until = nth + times;
      const lane = async () => {
        while (nth < until) await once();
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    };
    await repeat(times / 2); // a gateway at work has compiled its code and filled its caches
    bytes = 0;
    const before = await count();
    const pid = gateway.pid ?? 0;
    const [loopAt, gatewayAt] = [loopMs(pid), processorOf(pid)];
    const [databaseAt, ownAt] = [processorOf(postmaster), ownMs()];
    await repeat(times);
    const after = await count();
    costs[name] = {
      gatewayMs: (loopMs(pid) - loopAt) / times,
      besideMs: Math.max(0, (processorOf(pid) - gatewayAt) * 1000 - (loopMs(pid) - loopAt)) / times,
      databaseMs: ((processorOf(postmaster) - databaseAt) * 1000) / times,
      memberMs: (ownMs() - ownAt) / times,
      statements: (after.statements - before.statements) / times,
      commits: (after.commits - before.commits) / times,
      logBytes: (after.log - before.log) / times,
      answerBytes: bytes / times,
    };
    console.log(name, costs[name]);
  }
  return costs;
}

/**
 * The rent of a day, in a database of its own.
 * @param {World} world
 * @returns {Promise<Others>}
 */
export async function measureOthers({ postgres }) {
  const program = await bundleProgram('test/server/support/rent-days.ts', 'rent-days');
  try {
    const env = { ...process.env, DATABASE_URL: await createDatabase(postgres.url) };
    return JSON.parse(
      execFileSync(process.execPath, [program], { env, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '',
    );
  } finally {
    rmSync(program);
  }
}
