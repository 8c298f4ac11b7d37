import { Agent } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { median } from '../load/figures.mjs';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';
import { busy, namedPrograms, send } from './calls.mjs';

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

/** The call: a path and its input. */
const reads = {
  getInfo: ['txUser/getInfo', {}],
  list: ['txDevice/list', {}],
  balance: ['txUser/balance', {}],
};

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
 * The table of some built programs, of which several are measured in turns.
 * @param {Record<string, string>} programs by the names that the rows give them
 */
export async function benchGateway(programs) {
  const isAlone = Object.keys(programs).length === 1;
  const rows = ['| | answered in a second | ms of processor for each |', '|---|--:|--:|'];
  const postgres = await startOwnPostgres({ durable: true });
  try {
    for (const engine of ['PostgreSQL', 'embedded']) {
      /** @type {{ called: string, gateways: Awaited<ReturnType<typeof startGateway>>[], base: string, who: { token: string, member: string } }[]} */
      const all = [];
      for (const [called, program] of Object.entries(programs)) {
        const database = engine === 'PostgreSQL' && { DATABASE_URL: await createDatabase(postgres.url) };
        const gateway = await startGateway({ program, ...database });
        const agent = new Agent({ keepAlive: true });
        const signedIn = { account: 'demo', password: 'cloud2026', agreed: true };
        const nobody = { token: '', member: '' };
        const { token, userInfo } = await send(agent, gateway.url, nobody, 'txUser/login', signedIn);
        agent.destroy();
        const base = database ? new URL(database.DATABASE_URL).pathname.slice(1) : '';
        all.push({ called, gateways: [gateway], base, who: { token, member: userInfo.userId } });
        if (!database || !isAlone) continue;
        const others = [
          await startGateway({ program, ...database }),
          await startGateway({ program, ...database }),
        ];
        all.push({
          called: 'three gateways',
          gateways: [gateway, ...others],
          base,
          who: { token, member: userInfo.userId },
        });
      }
      const urlsOf = (/** @type {typeof all[0]} */ { gateways }) => gateways.map(({ url }) => url);
      for (const one of all) for (const read of Object.values(reads)) await load(urlsOf(one), one.who, read); // warm-up
      for (const [name, read] of Object.entries(reads)) {
        /** @type {Map<string, { rate: number, cost: number }[]>} */
        const found = new Map(all.map(({ called }) => [called, []]));
        if (all.length > 1) await rest(minute);
        for (let round = 0; round < rounds; round++)
          for (const one of all) {
            const pids = one.gateways.map(({ pid }) => pid);
            const used = () => Object.values(busy(pids, one.base)).reduce((sum, ms) => sum + ms);
            const before = used();
            const answered = await load(urlsOf(one), one.who, read);
            const cost = (used() - before) / answered;
            found.get(one.called)?.push({ rate: (answered * 1000) / length, cost });
          }
        for (const [called, all] of found) {
          const rate = median(all.map(({ rate }) => rate)).toFixed(0);
          const cost = median(all.map(({ cost }) => cost)).toFixed(2);
          const which = isAlone && called in programs ? '' : `, ${called}`;
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

if (process.argv[1]?.endsWith('bench/gateway.mjs')) {
  const programs = namedPrograms();
  await benchGateway(Object.fromEntries(programs.map((program) => [program, program])));
}
