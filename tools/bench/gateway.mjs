import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';

// npm run bench -- gateway, or node tools/bench/gateway.mjs <program> …: measures how many reads per second a gateway answers, requested
// by ten connections that each wait for their response, on both engines, and with three gateways on one PostgreSQL. Several built
// programs are measured in turns, so that other load on the machine affects all of them.

const connections = 10;
const rounds = 5;
/** Milliseconds of a round. */
const length = 1000;
/**
 * Requests per round. A member may send 30,000 per minute, so two kinds of gateway in turns send fewer, after waiting for the previous
 * minute to end.
 */
const minute = 60_000;
const secret = 'dev-signing-secret';

/** The call: a path and its input. */
const reads = {
  getInfo: ['txUser/getInfo', {}],
  list: ['txDevice/list', {}],
  balance: ['txUser/balance', {}],
};

/** @param {string} text */
const signature = (text) => createHash('md5').update(`${secret}${text}${secret}`).digest('hex');

/**
 * Sends one call; returns the body of the envelope. Throws unless it succeeded.
 * @param {Agent} agent
 * @param {string} url
 * @param {{ token: string, member: string }} who
 * @param {string} path
 * @param {object} data
 * @returns {Promise<any>}
 */
const send = (agent, url, { token, member }, path, data) =>
  new Promise((settle, fail) => {
    const header = { uuid: randomUUID(), appid: 'h5', authToken: token, timestamp: Date.now() };
    const text = JSON.stringify({ header, body: { data } });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      token: signature(text),
      userid: member,
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const asked = request(`${url}/api/${path}`, { method: 'POST', agent, headers }, (answer) => {
      /** @type {Buffer[]} */
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', fail);
      answer.on('end', () => {
        const said = Buffer.concat(parts).toString();
        if (!said.includes('"res_code":"1"')) return fail(new Error(`${path}: ${answer.statusCode} ${said}`));
        settle(JSON.parse(said).body);
      });
    });
    asked.on('error', fail);
    asked.end(text);
  });

/**
 * Number of requests answered in a round, over the connections that these gateways share.
 * @param {string[]} urls
 * @param {{ token: string, member: string }} who
 * @param {readonly unknown[]} read
 */
async function load(urls, who, [path, data]) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections }); // for each
  const end = Date.now() + length;
  let answered = 0;
  const one = async (/** @type {string} */ url) => {
    while (Date.now() < end) {
      await send(agent, url, who, String(path), Object(data));
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, nth) => one(urls[nth % urls.length] ?? '')));
  agent.destroy();
  return answered;
}

/**
 * CPU time in milliseconds that gateways and their database connections have used so far, from /proc (0 elsewhere).
 * @param {(number | undefined)[]} pids
 * @param {string} database
 */
function busy(pids, database) {
  let ticks = 0;
  for (const one of existsSync('/proc') ? readdirSync('/proc') : [])
    try {
      const ours =
        pids.some((pid) => one === String(pid)) ||
        (database && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(database));
      if (!/^\d+$/.test(one) || !ours) continue;
      const [user, system] = readFileSync(`/proc/${one}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .slice(11);
      ticks += Number(user) + Number(system);
    } catch {} // it has ended, or is not a process
  return ticks * 10;
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * The table of some built programs.
 * @param {string[]} programs
 */
export async function benchGateway(programs) {
  const rows = ['| | answered in a second | ms of processor for each |', '|---|--:|--:|'];
  const postgres = await startOwnPostgres({ durable: true });
  try {
    for (const engine of ['PostgreSQL', 'embedded']) {
      /** @type {{ program: string, gateways: Awaited<ReturnType<typeof startGateway>>[], base: string, who: { token: string, member: string } }[]} */
      const all = [];
      for (const program of programs) {
        const database = engine === 'PostgreSQL' && { DATABASE_URL: await createDatabase(postgres.url) };
        const gateway = await startGateway({ program, ...database });
        const agent = new Agent({ keepAlive: true });
        const signedIn = { account: 'demo', password: 'cloud2026', agreed: true };
        const nobody = { token: '', member: '' };
        const { token, userInfo } = await send(agent, gateway.url, nobody, 'txUser/login', signedIn);
        agent.destroy();
        const base = database ? new URL(database.DATABASE_URL).pathname.slice(1) : '';
        all.push({ program, gateways: [gateway], base, who: { token, member: userInfo.userId } });
        if (!database || programs.length > 1) continue;
        const others = [
          await startGateway({ program, ...database }),
          await startGateway({ program, ...database }),
        ];
        all.push({
          program: 'three gateways',
          gateways: [gateway, ...others],
          base,
          who: { token, member: userInfo.userId },
        });
      }
      const urlsOf = (/** @type {typeof all[0]} */ { gateways }) => gateways.map(({ url }) => url);
      for (const one of all) for (const read of Object.values(reads)) await load(urlsOf(one), one.who, read); // warm-up
      for (const [name, read] of Object.entries(reads)) {
        /** @type {Map<string, { rate: number, cost: number }[]>} */
        const found = new Map(all.map(({ program }) => [program, []]));
        if (all.length > 1) await rest(minute);
        for (let round = 0; round < rounds; round++)
          for (const one of all) {
            const pids = one.gateways.map(({ pid }) => pid);
            const before = busy(pids, one.base);
            const answered = await load(urlsOf(one), one.who, read);
            const cost = (busy(pids, one.base) - before) / answered;
            found.get(one.program)?.push({ rate: (answered * 1000) / length, cost });
          }
        for (const [program, all] of found) {
          const rate = median(all.map(({ rate }) => rate)).toFixed(0);
          const cost = median(all.map(({ cost }) => cost)).toFixed(2);
          const which = program === programs[0] && programs.length === 1 ? '' : `, ${program}`;
          rows.push(`| ${engine}: ${name}${which} | ${rate} | ${cost} |`);
          console.log(rows[rows.length - 1]);
        }
      }
      for (const gateway of new Set(all.flatMap(({ gateways }) => gateways))) await gateway.stop();
    }
  } finally {
    await postgres.stop();
  }
  return rows.join('\n');
}

if (process.argv[1]?.endsWith('bench/gateway.mjs')) await benchGateway(process.argv.slice(2));
