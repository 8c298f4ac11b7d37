import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { startGateway } from './gateway.mjs';
import { startOwnPostgres } from './postgres.mjs';
import { createDatabase } from './seeded-gateway.mjs';

// npm run bench -- gateway, or node tools/bench-gateway.mjs <program> …: how many reads a gateway answers in a second, asked by ten connections that each wait for their
// answer, on both engines. Several built programs are measured in turns, so that a machine that is busy is busy for all of them.

const connections = 10;
const rounds = 5;
/** Milliseconds of a round. */
const length = 2000;
const secret = 'dev-signing-secret';

/** What is asked: a path and its input. */
const reads = {
  getInfo: ['txUser/getInfo', {}],
  list: ['txDevice/list', {}],
  balance: ['txUser/balance', {}],
};

/** @param {string} text */
const signature = (text) => createHash('md5').update(`${secret}${text}${secret}`).digest('hex');

/**
 * Sends one call; answers the body of the envelope. Throws unless it was done.
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
 * Requests that are answered in a round.
 * @param {string} url
 * @param {{ token: string, member: string }} who
 * @param {readonly unknown[]} read
 */
async function load(url, who, [path, data]) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = Date.now() + length;
  let answered = 0;
  const one = async () => {
    while (Date.now() < end) {
      await send(agent, url, who, String(path), Object(data));
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return answered;
}

/**
 * Milliseconds of the processors' time that a gateway and the connections to its database have had so far, as /proc says (0 elsewhere).
 * @param {number | undefined} pid
 * @param {string} database
 */
function busy(pid, database) {
  let ticks = 0;
  for (const one of existsSync('/proc') ? readdirSync('/proc') : [])
    try {
      const ours =
        one === String(pid) || (database && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(database));
      if (!/^\d+$/.test(one) || !ours) continue;
      const [user, system] = readFileSync(`/proc/${one}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .slice(11);
      ticks += Number(user) + Number(system);
    } catch {} // it has ended, or is no process
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
        all.push({ program, gateway, base, who: { token, member: userInfo.userId } });
      }
      for (const { gateway, who } of all)
        for (const read of Object.values(reads)) await load(gateway.url, who, read); // warm
      for (const [name, read] of Object.entries(reads)) {
        /** @type {Map<string, { rate: number, cost: number }[]>} */
        const found = new Map(programs.map((program) => [program, []]));
        for (let round = 0; round < rounds; round++)
          for (const { program, gateway, who, base } of all) {
            const before = busy(gateway.pid, base);
            const answered = await load(gateway.url, who, read);
            const cost = (busy(gateway.pid, base) - before) / answered;
            found.get(program)?.push({ rate: (answered * 1000) / length, cost });
          }
        for (const [program, all] of found) {
          const rate = median(all.map(({ rate }) => rate)).toFixed(0);
          const cost = median(all.map(({ cost }) => cost)).toFixed(2);
          const which = programs.length > 1 ? `, ${program}` : '';
          rows.push(`| ${engine}: ${name}${which} | ${rate} | ${cost} |`);
          console.log(rows[rows.length - 1]);
        }
      }
      for (const { gateway } of all) await gateway.stop();
    }
  } finally {
    await postgres.stop();
  }
  return rows.join('\n');
}

if (process.argv[1]?.endsWith('bench-gateway.mjs')) await benchGateway(process.argv.slice(2));
