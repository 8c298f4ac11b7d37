import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';

// The parts of the benchmark that load a gateway share these: one call of the app, and the processor time that it costs.

const secret = 'dev-signing-secret';

/** @param {string} text */
const signature = (text) => createHash('md5').update(`${secret}${text}${secret}`).digest('hex');

/** A signed-in member; both are empty for nobody.
 * @typedef {{ token: string, member: string }} Who */

/**
 * Sends one call and returns its whole answer; throws if there is none.
 * @param {import('node:http').Agent} agent
 * @param {string} url
 * @param {Who} who
 * @param {string} path
 * @param {object} data
 * @returns {Promise<{ header: { res_code: string }, body: any }>}
 */
export const ask = (agent, url, { token, member }, path, data) =>
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
        if (answer.statusCode !== 200) return fail(new Error(`${path}: ${answer.statusCode} ${said}`));
        settle(JSON.parse(said));
      });
    });
    asked.on('error', fail);
    asked.end(text);
  });

/**
 * Sends one call; returns the body of the envelope. Throws unless it succeeded.
 * @param {Parameters<typeof ask>} call
 */
export async function send(...call) {
  const answer = await ask(...call);
  if (answer.header.res_code !== '1') throw new Error(`${call[3]}: ${JSON.stringify(answer)}`);
  return answer.body;
}

/**
 * CPU time in milliseconds that gateways, and the connections to their database, have used so far, from /proc (0 elsewhere).
 * @param {(number | undefined)[]} pids
 * @param {string} database
 */
export function busy(pids, database) {
  const ticks = { gateway: 0, database: 0 };
  for (const one of existsSync('/proc') ? readdirSync('/proc') : [])
    try {
      if (!/^\d+$/.test(one)) continue;
      const isGateway = pids.some((pid) => one === String(pid));
      if (!isGateway && !(database && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(database)))
        continue;
      const [user, system] = readFileSync(`/proc/${one}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .slice(11);
      ticks[isGateway ? 'gateway' : 'database'] += Number(user) + Number(system);
    } catch {} // it has ended, or is not a process
  return { gateway: ticks.gateway * 10, database: ticks.database * 10 };
}

/** The built programs that a command names, or that of this checkout. */
export const namedPrograms = () =>
  process.argv.length > 2 ? process.argv.slice(2) : ['dist/server/main.mjs'];
