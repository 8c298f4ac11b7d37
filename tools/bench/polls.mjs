import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { postmasterOf, processorOf, table } from '../load/figures.mjs';
import { freePort, startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';
import { startCrowds } from './crowds.mjs';
import { answerIn, requestOf, tokenOf } from './waiting-crowd.mjs';

// npm run bench -- polls, or node tools/bench/polls.mjs <program>: measures gateways at which members wait for messages of support, each on
// a connection and from an address of their own. Every wait is repeated when it ends. WAITING: how many wait; GATEWAYS: at how many
// gateways; OPENING: how many begin in a second; WATCHED: seconds for which nothing is written. With several gateways, one leaves at the end.

const number = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
  Number(process.env[name] ?? otherwise);
const members = number('WAITING', 10_000);
const gatewayCount = number('GATEWAYS', 1);
const opening = number('OPENING', members / 25);
const watched = number('WATCHED', 30);
/** Messages whose way is measured, at the gateway where their member waits and at another one, and how many are sent in a second. */
const [messages, messagesPerSecond] = [number('MESSAGES', 100), 10];

/** Members with a session each, as copies of the demo member. @param {pg.Client} database */
async function addMembers(database) {
  await database.query(
    `insert into member select (jsonb_populate_record(m, jsonb_build_object('id', 'waiting-' || n, 'username', 'waiting' || n,
       'username_key', 'waiting' || n, 'phone', null, 'email', null, 'email_key', null, 'invite_code', 'waiting' || n))).*
     from member m, generate_series(0, $1) n where m.username = 'demo'`,
    [members],
  );
  const hashes = Array.from({ length: members }, (_, nth) =>
    createHash('sha256').update(tokenOf(nth)).digest('hex'),
  );
  await database.query(
    `insert into session (hash, member, appid, issued_at, expires_at, seen_at)
     select hash, 'waiting-' || (nth - 1), 'h5', now(), now() + interval '1 day', now()
     from unnest($1::text[]) with ordinality as one (hash, nth)`,
    [hashes],
  );
  // half of them have written to support before
  await database.query(
    `insert into conversation (member, newest, at, member_read, member_unread, desk_read, desk_unread)
     select 'waiting-' || n, 1, now() - interval '1 day', 1, 0, 1, 0 from generate_series(0, $1, 2) n`,
    [members - 1],
  );
  await database.query('analyze');
}

/** Memory of a process in MB. @param {number} pid */
const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
/** Seconds that a process had work, but no processor, because others used them. @param {number} pid */
const hinderedOf = (pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
/** Open files of a process. @param {number} pid */
const filesOf = (pid) => (existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0);
/** @param {number[]} numbers @param {number} part */
const quantile = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0;

/** One request on a connection of its own; returns the status. @type {(port: number, text: string) => Promise<number>} */
const once = (port, text) =>
  new Promise((settle, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.setEncoding('utf8').on('data', (part) => {
      said += part;
      const answer = answerIn(said);
      if (!answer) return;
      socket.destroy();
      settle(answer.status);
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('closed without an answer')));
  });

/** @typedef {import('./crowds.mjs').Crowds} Crowds */
/** @typedef {Awaited<ReturnType<typeof startGateway>>} Gateway */

/**
 * Milliseconds until each message is with its member: half, 99 of 100, and the longest.
 * @param {Crowds['awaited']} awaited
 * @param {(nth: number) => number} portOf where the message of a member is written
 */
async function measureWay(awaited, portOf) {
  /** @type {number[]} */
  const times = [];
  /** @type {Promise<void>[]} */
  const open = [];
  for (let sent = 0; sent < messages; sent++) {
    const nth = Math.floor(Math.random() * members);
    if (awaited.has(nth)) continue;
    const began = Date.now();
    open.push(
      new Promise((settle) => {
        const limit = setTimeout(settle, 30_000);
        awaited.set(nth, (when) => {
          awaited.delete(nth);
          times.push(when - began);
          clearTimeout(limit);
          settle();
        });
      }),
    );
    const status = await once(
      portOf(nth),
      requestOf(nth, 'txSupport/send', { text: 'Hello', requestKey: randomUUID() }),
    ).catch(() => 0);
    if (status !== 200) console.log(`a message was not sent: ${status}`);
    await rest(1000 / messagesPerSecond);
  }
  await Promise.all(open);
  return `${[0.5, 0.99, 1].map((part) => quantile(times, part).toFixed(0)).join(', ')}`;
}

/**
 * The first gateway leaves, and its members go to the others, where the balancer sends them a second later.
 * @param {Gateway[]} serving
 * @param {number[]} ports
 * @param {Crowds} crowds
 * @returns {Promise<[string, string | number][]>}
 */
async function measureLeaving(serving, ports, { all, state }) {
  const [first, ...others] = serving;
  const [crowd] = all;
  const left = ports.slice(1);
  const at = Date.now();
  const used = () => others.reduce((sum, { pid }) => sum + processorOf(Number(pid)), 0);
  const [was, had] = [used(), await state()];
  const ended = first?.stop();
  await rest(1000);
  crowd?.move(left);
  let longest = 0;
  for (let isOver = false; !isOver; ) {
    const asked = Date.now();
    const ask = left.map((port) => once(port, requestOf(0, 'txSupport/unread', {})).catch(() => 0));
    await Promise.all(ask);
    longest = Math.max(longest, Date.now() - asked);
    isOver = (await Promise.race([ended?.then(() => true), rest(100).then(() => false)])) ?? true;
  }
  const took = Date.now() - at;
  for (;;) {
    const now = await state();
    if (now.waiting === members || Date.now() - at > 120_000) break;
    await rest(200);
  }
  const now = await state();
  const refused =
    Object.values(now.failed).reduce((sum, count) => sum + count, 0) -
    Object.values(had.failed).reduce((sum, count) => sum + count, 0);
  return [
    ['one of them leaves: s until it has ended', (took / 1000).toFixed(1)],
    ['s until all wait at the others', ((Date.now() - at) / 1000).toFixed(1)],
    ['requests that failed meanwhile', refused],
    ['longest answer of another gateway meanwhile, ms', longest],
    [
      'ms of processor of the others for each who came',
      (((used() - was) * 1000) / (crowd?.count ?? 1)).toFixed(2),
    ],
  ];
}

/** The table of a built program. @param {string} program */
export async function benchPolls(program) {
  const postgres = await startOwnPostgres({ durable: true });
  /** @type {Gateway[]} */
  const gateways = [];
  /** @type {Crowds | undefined} */
  let crowds;
  try {
    const env = { DATABASE_URL: await createDatabase(postgres.url), TRUST_PROXY: '1', DRAIN_SECONDS: '5' };
    /** @type {number[]} */
    const ports = [];
    for (let nth = 0; nth <= gatewayCount; nth++) {
      const port = Number(await freePort());
      ports.push(port);
      gateways.push(await startGateway({ program, PORT: port, ...env }));
    }
    const other = ports.pop() ?? 0; // nobody waits there
    const serving = gateways.slice(0, -1);
    const pids = serving.map(({ pid }) => Number(pid));
    const database = new pg.Client({ connectionString: env.DATABASE_URL });
    await database.connect();
    await addMembers(database);
    const postmaster = await postmasterOf(database);
    const busy = () => ({
      gateway: serving.reduce((sum, { pid }) => sum + processorOf(Number(pid)), 0),
      hindered: pids.reduce((sum, pid) => sum + hinderedOf(pid), 0),
      database: processorOf(postmaster),
      at: performance.now(),
    });
    const memory = () => pids.reduce((sum, pid) => sum + memoryOf(pid), 0);
    // the first requests let it compile what all of them use
    for (const port of ports)
      for (let nth = 0; nth < 200; nth++) await once(port, requestOf(nth % members, 'txSupport/unread', {}));
    await rest(3000);

    const [memoryBefore, begun] = [memory(), busy()];
    crowds = startCrowds({ ports, members, perSecond: opening });
    const { all, awaited, state } = crowds;
    for (const { begin } of all) begin();
    for (;;) {
      const { opened, waiting, failed } = await state();
      if (process.env.SHOW) console.log(opened, waiting, JSON.stringify(failed), loadavg()[0]);
      if (opened === members) break;
      await rest(1000);
    }
    const opened = busy();
    await rest(5000);
    const memoryFull = memory();
    const before = { ...busy(), ...(await state()) };
    await rest(watched * 1000);
    const after = { ...busy(), ...(await state()) };
    const seconds = (after.at - before.at) / 1000;
    const share = (/** @type {'gateway' | 'hindered' | 'database'} */ whose) =>
      (((after[whose] - before[whose]) / seconds) * 1000).toFixed(0);
    const renewals = (after.ended - before.ended) / seconds;
    const { rows } = await database.query(
      'select count(*)::int as count from pg_stat_activity where datname = current_database()',
    );
    const files = Math.max(...pids.map(filesOf));

    const own = await measureWay(
      awaited,
      (nth) => all.find(({ from, count }) => nth >= from && nth < from + count)?.port ?? other,
    );
    const elsewhere = await measureWay(awaited, () => other);
    const { failed } = await state();
    const leaving = gatewayCount > 1 ? await measureLeaving(serving, ports, crowds) : [];

    const found = [
      ['KB of memory of the gateway for each', (((memoryFull - memoryBefore) * 1024) / members).toFixed(1)],
      [
        'ms of processor to open a wait: gateway',
        (((opened.gateway - begun.gateway) * 1000) / members).toFixed(2),
      ],
      ['its database', (((opened.database - begun.database) * 1000) / members).toFixed(2)],
      ['waits that end and begin again in a second', renewals.toFixed(0)],
      ['ms of processor in a second, meanwhile: gateways', share('gateway')],
      ['in which they had to wait for a processor', share('hindered')],
      ['their database', share('database')],
      ['ms until a message is there, written at the same gateway: half, 99 of 100, longest', own],
      ['written at another one', elsewhere],
      ...leaving,
      ['connections to the database', rows[0].count - 1],
      ['open files of a gateway', files],
      ['requests that failed', Object.values(failed).reduce((sum, count) => sum + count, 0)],
      ['load average of the minute', (loadavg()[0] ?? 0).toFixed(1)],
    ];
    await database.end();
    const where = gatewayCount === 1 ? 'one gateway' : `${gatewayCount} gateways`;
    return table([`${members.toLocaleString('en')} members wait at ${where}`, ''], found);
  } finally {
    for (const { end } of crowds?.all ?? []) end();
    await Promise.all(gateways.map((one) => one.stop()));
    await postgres.stop();
  }
}

if (process.argv[1]?.endsWith('bench/polls.mjs'))
  console.log(await benchPolls(process.argv[2] ?? 'dist/server/main.mjs'));
