import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { median, postmasterOf, processorOf } from '../load/figures.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';

// npm run bench -- polls, or node tools/bench/polls.mjs <program>: measures a gateway at which ten thousand members wait for messages of
// support (`WAITING`: another number), each on a connection and from an address of their own. Every wait is repeated when it ends.

const members = Number(process.env.WAITING ?? 10_000);
/** Waits that begin at once, and milliseconds until the next ones: as many in a second as end later, when each has lasted for 25 s. */
const [atOnce, between] = [100, (25_000 * 100) / members];
/** Messages whose way is measured, at the gateway where their member waits and at another one. */
const messages = 25;
const secret = 'dev-signing-secret';

/** @param {string} text */
const md5 = (text) => createHash('md5').update(`${secret}${text}${secret}`).digest('hex');
/** @param {number} nth */
const tokenOf = (nth) => `waiting-member-${nth}`;
/** @param {number} nth */
const addressOf = (nth) => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`;

/**
 * @param {Agent} agent
 * @param {string} url
 * @param {number} nth
 * @param {string} path
 * @param {object} data
 * @returns {Promise<any>} the body of the answer
 */
const send = (agent, url, nth, path, data) =>
  new Promise((settle, fail) => {
    const header = { uuid: randomUUID(), appid: 'h5', authToken: tokenOf(nth), timestamp: Date.now() };
    const text = JSON.stringify({ header, body: { data } });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-forwarded-for': addressOf(nth),
      authorization: `Bearer ${tokenOf(nth)}`,
      token: md5(text),
      userid: `waiting-${nth}`,
    };
    const asked = request(`${url}/api/${path}`, { method: 'POST', agent, headers }, (answer) => {
      let said = '';
      answer.setEncoding('utf8').on('data', (part) => (said += part));
      answer.on('error', fail);
      answer.on('end', () => {
        if (!said.includes('"res_code":"1"')) return fail(new Error(`${path}: ${answer.statusCode} ${said}`));
        settle(JSON.parse(said).body);
      });
    });
    asked.on('error', fail);
    asked.end(text);
  });

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
}

/** Memory of a process in MB. @param {number} pid */
const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The table of a built program. @param {string} program */
export async function benchPolls(program) {
  const postgres = await startOwnPostgres({ durable: true });
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  let isOver = false;
  /** @type {Awaited<ReturnType<typeof startGateway>>[]} */
  const gateways = [];
  try {
    const env = { DATABASE_URL: await createDatabase(postgres.url), TRUST_PROXY: '1' };
    const gateway = await startGateway({ program, ...env });
    gateways.push(gateway, await startGateway({ program, ...env }));
    const [pid, other] = [Number(gateway.pid), gateways[1]?.url ?? ''];
    const database = new pg.Client({ connectionString: env.DATABASE_URL });
    await database.connect();
    await addMembers(database);
    const postmaster = await postmasterOf(database);
    await database.end();

    /** Their newest message, and the function that is called when there is another. */
    const newest = new Map(Array.from({ length: members }, (_, nth) => [nth, nth % 2 ? 0 : 1]));
    /** @type {Map<number, () => void>} */
    const told = new Map();
    let [waiting, ended, failed] = [0, 0, 0];
    const wait = async (/** @type {number} */ nth, /** @type {() => void} */ opened) => {
      for (let first = true; !isOver; first = false) {
        const after = newest.get(nth) ?? 0;
        const answer = send(agent, gateway.url, nth, 'txSupport/wait', { after, deskRead: after });
        if (first) waiting++;
        if (first) setTimeout(opened, between);
        const body = await answer.catch((error) => {
          if (!isOver && !failed++) console.log(String(error));
        });
        if (!body) await rest(1000);
        ended++;
        if (!body?.items.length) continue;
        newest.set(nth, body.newest);
        told.get(nth)?.();
      }
    };
    const busy = () => ({
      gateway: processorOf(pid),
      database: processorOf(postmaster),
      at: performance.now(),
    });
    // the first requests let it compile what all of them use
    for (let nth = 0; nth < 200; nth++) await send(agent, gateway.url, nth, 'txSupport/unread', {});
    const memory = memoryOf(pid);
    const opening = busy();
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < members)
          await new Promise((/** @type {(_?: void) => void} */ opened) => void wait(next++, opened));
      }),
    );
    const opened = busy();
    await rest(5000);
    const full = memoryOf(pid);
    const before = { ...busy(), ended };
    await rest(30_000);
    const after = { ...busy(), ended };
    const seconds = (after.at - before.at) / 1000;
    const share = (/** @type {'gateway' | 'database'} */ whose) =>
      (((after[whose] - before[whose]) / seconds) * 1000).toFixed(0);

    const way = async (/** @type {string} */ url) => {
      const times = [];
      for (let sent = 0; sent < messages; sent++) {
        const nth = Math.floor(Math.random() * members);
        const began = performance.now();
        const arrived = new Promise((/** @type {(_?: void) => void} */ settle) => told.set(nth, settle));
        await send(agent, url, nth, 'txSupport/send', { text: 'Hello', requestKey: randomUUID() });
        await arrived;
        told.delete(nth);
        times.push(performance.now() - began);
      }
      return `${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)}`;
    };
    const ways = [await way(gateway.url), await way(other)];
    return [
      `| ${waiting.toLocaleString('en')} members wait | |`,
      '|---|--:|',
      `| KB of memory for each | ${(((full - memory) * 1024) / members).toFixed(1)} |`,
      `| ms of the gateway’s processor to open a wait | ${(((opened.gateway - opening.gateway) * 1000) / members).toFixed(2)} |`,
      `| waits that end and begin again in a second | ${((after.ended - before.ended) / seconds).toFixed(0)} |`,
      `| ms of processor in a second, meanwhile: gateway | ${share('gateway')} |`,
      `| its database | ${share('database')} |`,
      `| ms until a message is there: written at the same gateway (median, longest) | ${ways[0]?.replace(' |', ',')} |`,
      `| written at another one | ${ways[1]?.replace(' |', ',')} |`,
      `| requests that failed | ${failed} |`,
    ].join('\n');
  } finally {
    isOver = true;
    agent.destroy();
    for (const one of gateways) await one.stop();
    await postgres.stop();
  }
}

if (process.argv[1]?.endsWith('bench/polls.mjs'))
  console.log(await benchPolls(process.argv[2] ?? 'dist/server/main.mjs'));
