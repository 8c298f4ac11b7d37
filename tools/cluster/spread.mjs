// node tools/cluster/spread.mjs [seconds between steps] [postings]: members load two gateways on one PostgreSQL with Citus, whose tables are
// spread meanwhile by the operator's command. A node is added, and then everything comes back to the first. Acknowledged actions are
// compared with the data. `postings`: rows that the ledger has before, to see how long members wait for them.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { startNodes } from '../citus/citus.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { addPeople, membersWithMoney } from '../programs/people.mjs';
import { compare } from './compare.mjs';
import { createCrowd } from './members.mjs';

/** Members of each gateway, and actions that they begin in a second. */
const [membersOfEach, rate] = [12, 12];
const shards = 8;

/** Movements there and back of each member with money, which leave the books in order. @param {string} url @param {number} postings */
async function addPostings(url, postings) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create temp table pair as
    select distinct on (own.home) own.home, own.asset, own.id as own, other.id as other, own.moves as own_moves, other.moves as other_moves,
      own.balance as own_balance, other.balance as other_balance, t.kind, t.memo
    from account own join account other on other.home = own.home and other.asset = own.asset and other.member is null
    join posting p on p.account = own.id join transfer t on t.id = p.transfer
    where own.member is not null and own.balance > 0`);
  const { rows } = await client.query('select count(*)::int as n from pair');
  const each = 2 * Math.ceil(postings / 4 / rows[0].n);
  await client.query(
    `insert into transfer (id, home, kind, asset, memo, ref, at)
     select 'load-' || home || '-' || n, home, kind, asset, memo, '', now() - interval '1 day' from pair cross join generate_series(1, $1::int) n`,
    [each],
  );
  for (const [side, sign] of /** @type {const} */ ([
    ['own', 1],
    ['other', -1],
  ])) {
    await client.query(
      `insert into posting (home, transfer, account, amount, balance_after, seq)
       select home, 'load-' || home || '-' || n, ${side}, ${sign} * (2 * (n % 2) - 1), ${side}_balance + ${sign} * (n % 2), ${side}_moves + n
       from pair cross join generate_series(1, $1::int) n`,
      [each],
    );
    await client.query(
      `update account set moves = moves + $1 from pair where account.id = pair.${side} and account.home = pair.home`,
      [each],
    );
  }
  await client.query('analyze');
  await client.end();
}

/** Runs a program of the operator, and returns its output. @type {(url: string, program: string, ...args: string[]) => Promise<string>} */
const operate = (url, program, ...args) =>
  new Promise((settle, fail) => {
    const started = spawn(process.execPath, [`dist/server/${program}.mjs`, ...args], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const output of [started.stdout, started.stderr]) output.on('data', (text) => (said += text));
    started.once('close', (code) =>
      code ? fail(new Error(`${program} ${args.join(' ')}: ${said}`)) : settle(said),
    );
  });

/** @param {{ seconds: number, postings: number }} options */
async function spreadUnderLoad({ seconds, postings }) {
  const say = console.log;
  const folder = mkdtempSync(join(tmpdir(), 'cloudphone-spread-'));
  const nodes = await startNodes(1, { spare: 1 });
  const { url } = nodes;
  const env = { DATABASE_URL: url, DATA_DIR: folder, PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' };
  await addPeople({ ...env, PEOPLE: folder });
  if (postings) await addPostings(url, postings);
  const gateways = [
    await startGateway({ ...env, data: folder }),
    await startGateway({ ...env, data: folder }),
  ];
  const accounts = membersWithMoney(folder);
  const crowds = gateways.map((gateway, nth) =>
    createCrowd(gateway.url, accounts.slice(nth * membersOfEach, (nth + 1) * membersOfEach), rate),
  );
  for (const crowd of crowds) await crowd.arrive();
  say(
    `${crowds.length * membersOfEach} members signed in at ${gateways.length} gateways; ${crowds.length * rate} actions a second`,
  );
  /** @type {string[]} */
  const wrong = [];
  const ends = crowds.map((crowd) => crowd.start());
  const waits = () => crowds.flatMap((crowd) => crowd.waits);
  const refusals = () =>
    crowds.flatMap(({ troubles }) => Object.values(troubles)).reduce((sum, n) => sum + n, 0);
  /** @type {(name: string, act: () => Promise<string>) => Promise<void>} */
  const step = async (name, act) => {
    const before = refusals();
    for (const crowd of crowds) crowd.waits.length = 0;
    const began = Date.now();
    const said = await act().catch((error) => {
      wrong.push(`${name}: ${error.message}`);
      return '';
    });
    const took = (Date.now() - began) / 1000;
    await rest(seconds * 1000);
    const longest = Math.max(0, ...waits()) / 1000;
    const waited = /waited for ([\d.]+ s)/.exec(said)?.[1] ?? '–';
    say(
      `${name}: ${took.toFixed(1)} s, gateways waited ${waited}; longest wait of a member ${longest.toFixed(1)} s, ${refusals() - before} answers of 503, load ${loadavg()[0]?.toFixed(1)}`,
    );
  };
  await step('nothing', async () => '');
  await step('spread go', () => operate(url, 'spread-nodes', 'go', `--shards=${shards}`));
  await step('spread verify', () => operate(url, 'spread-nodes', 'verify'));
  await step('a node is added', async () => {
    await nodes.add();
    return '';
  });
  await step('spread back', () => operate(url, 'spread-nodes', 'back'));
  for (const end of ends) await end();
  await operate(url, 'check-books').then(say, (error) => wrong.push(error.message));
  const gatewayUrls = gateways.map((gateway) => gateway.url);
  for (const [nth, crowd] of crowds.entries()) {
    await compare(crowd, { web: gatewayUrls[nth] ?? '', gatewayUrls });
    wrong.push(...crowd.wrong);
    for (const [why, times] of Object.entries(crowd.troubles))
      if (!/^503 /.test(why)) wrong.push(`members met ${times} times: ${why}`);
    crowd.leave();
  }
  const acknowledged = crowds.flatMap((crowd) => crowd.acknowledged);
  const count = (/** @type {string} */ what) => acknowledged.filter((one) => one.what === what).length;
  say(
    `${crowds.flatMap(({ successes }) => successes).length} calls; acknowledged: ${['withdrawal', 'order', 'message', 'picture'].map((what) => `${count(what)} ${what}s`).join(', ')}; ${refusals()} answers of 503`,
  );
  for (const one of wrong.slice(0, 20)) say(`FAIL ${one}`);
  if (wrong.length) for (const gateway of gateways) say(gateway.said().slice(-4000));
  for (const gateway of gateways) await gateway.stop();
  await nodes.stop();
  rmSync(folder, { recursive: true, force: true });
  return wrong.length === 0;
}

const [seconds = '20', postings = '0'] = process.argv.slice(2);
const held = await spreadUnderLoad({ seconds: Number(seconds), postings: Number(postings) });
process.exit(held ? 0 : 1);
