import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { send } from './phone.mjs';

// Members who transfer promotion value to each other, and a check that every acknowledged transfer exists.

/** @import { Pool } from 'pg' */
/** @import { Gateway } from './phone.mjs' */

const transfer = 'admin/txUser/transferUserScore';

/**
 * Phones that transfer one to each other until they are stopped; each retries a transfer, under its key, until there is an answer.
 * @param {() => Gateway[]} gateways
 * @param {{ token: string, userId: string }[]} members
 */
export function phones(gateways, members) {
  let going = true;
  /** @type {string[]} */
  const acknowledged = [];
  /** When each transfer was first sent, and acknowledged. @type {Map<string, { sent: number, acknowledged?: number }>} */
  const times = new Map();
  /** @type {Record<string, number>} */
  const answers = {};
  /** @type {string[]} */
  const wrong = [];
  /** @param {number} nth */
  const phone = async (nth) => {
    for (let round = nth; going; round++) {
      const requestKey = randomUUID();
      times.set(requestKey, { sent: Date.now() });
      const [from, to] = round % 2 ? members : [...members].reverse();
      for (let tries = 0; ; tries++) {
        const all = gateways();
        const gateway = all[(round + tries) % all.length];
        if (!gateway || !from || !to) throw new Error('nobody there');
        const { status, code, retryAfter } = await send(
          gateway,
          transfer,
          { to: to.userId, amount: 1, requestKey },
          from,
        );
        answers[status] = (answers[status] ?? 0) + 1;
        if (status === 200 && code === '1') {
          acknowledged.push(requestKey);
          times.set(requestKey, { sent: times.get(requestKey)?.sent ?? 0, acknowledged: Date.now() });
        } else if (status === 200 && code !== '500') wrong.push(`200 with ${code}`);
        else if (status === 503 && !(retryAfter > 0)) wrong.push('503 without retry-after');
        else if (status !== 200 && status !== 503 && status !== 0) wrong.push(`${status} ${code}`);
        if (status === 200 || !going) break;
        await rest(200);
      }
    }
  };
  const all = Array.from({ length: 6 }, (_, nth) => phone(nth));
  return {
    acknowledged,
    times,
    answers,
    wrong,
    async stop() {
      going = false;
      await Promise.all(all);
    },
  };
}

/**
 * Acknowledged transfers that are missing, duplicated, or inconsistent.
 * @param {Pool} database
 * @param {string[]} acknowledged
 */
export async function lost(database, acknowledged) {
  const { rows } = await database.query('select key from answered where call = $1 and key = any($2)', [
    transfer,
    acknowledged,
  ]);
  const kept = new Set(rows.map(({ key }) => key));
  const books = await database.query(
    `select count(*)::int as n from (
       select a.id from account a left join posting p on p.account = a.id group by a.id
       having a.balance <> coalesce(sum(p.amount), 0) or a.moves <> count(p.seq)) broken`,
  );

  return {
    missing: acknowledged.filter((key) => !kept.has(key)).length,
    brokenBooks: books.rows[0].n,
  };
}
