import pg from 'pg';
import { startGateway } from '../programs/gateway.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';

// Measures the desk's answers with 5,000 members, 100,000 withdrawals and 20,000 orders, on PostgreSQL.

const members = 5000;
const withdrawals = 100_000;
const orders = 20_000;
const rounds = 20;

/**
 * Rows like one of the demo data, each with other values in some columns: SQL in which `n` is the number of the row.
 * @param {string} table
 * @param {string} like the condition of the row that they are like
 * @param {number} count
 * @param {Record<string, string>} values
 */
const rowsLike = (table, like, count, values) => `
  insert into ${table} select made.* from generate_series(1, ${count}) as n,
    (select row from ${table} as row where ${like} limit 1) as template (one),
    lateral jsonb_populate_record(one, jsonb_build_object(${Object.entries(values)
      .map(([column, value]) => `'${column}', ${value}`)
      .join(', ')})) as made`;

const memberOf = `'bench-' || (1 + n % ${members})`;
const when = (/** @type {string} */ seconds) => `now() - make_interval(secs => n * ${seconds})`;

/** @param {pg.Client} client */
async function fill(client) {
  await client.query(
    rowsLike('member', `username = 'newbie'`, members, {
      id: `'bench-' || n`,
      username: `'bench' || n`,
      username_key: `'bench' || n`,
      nickname: `'Member ' || n`,
      invite_code: `'BN' || lpad(n::text, 6, '0')`,
      phone: 'null',
      email: 'null',
      email_key: 'null',
      inviter: 'null',
      created_at: when('900'),
    }),
  );
  await client.query(
    rowsLike('withdrawal', `status = 2`, withdrawals, {
      id: `'bench-' || n`,
      number: `'WB' || lpad(n::text, 10, '0')`,
      member: memberOf,
      amount: '5000 + n % 70000',
      applied_at: when('60'),
      status: `case when n % 50 = 0 then 0 when n % 50 = 1 then 1 else 2 end`,
      remitted_at: `case when n % 50 > 1 then ${when('60')} end`,
      reference: `case when n % 50 > 1 then 'BT' || n end`,
    }),
  );
  await client.query(
    rowsLike('purchase', `state = 1`, orders, {
      order_no: `'CB' || lpad(n::text, 10, '0')`,
      member: memberOf,
      created_at: when('300'),
      paid_at: when('290'),
      request_key: `'bench-' || n`,
    }),
  );
  await client.query('analyze');
}

/** @param {number[]} sorted @param {number} part */
const at = (sorted, part) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

/**
 * Times what people ask the desk for; answers a table in Markdown. Milliseconds.
 * @param {string} program
 */
export async function benchDesk(program) {
  const postgres = await startOwnPostgres();
  try {
    const database = await createDatabase(postgres.url);
    const gateway = await startGateway({ program, DATABASE_URL: database });
    try {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      await fill(client).finally(() => client.end());
      const ask = async (/** @type {string} */ path) => {
        const answer = await fetch(`${gateway.url}/operator/${path}`, {
          headers: { authorization: 'Bearer dev-operator-token' },
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
        return JSON.parse(text);
      };
      const page = 'size=25&count=yes';
      let deep = '';
      for (let turn = 0; turn < 40; turn++)
        deep = (await ask(`withdrawals?status=any&size=200${deep && `&from=${deep}`}`)).next;
      const asked = {
        'withdrawals to decide, oldest first': `withdrawals?status=applied&sort=appliedAt&${page}`,
        'all withdrawals, newest first': `withdrawals?status=any&${page}`,
        'all withdrawals, largest first': `withdrawals?status=any&sort=-amount&${page}`,
        'the 8,000th withdrawal and on': `withdrawals?status=any&${page}&from=${deep}`,
        'withdrawals of a member': `withdrawals?status=any&member=bench7&${page}`,
        'withdrawals of a month': `withdrawals?status=remitted&since=2026-10-01&until=2026-10-31&${page}`,
        'withdrawals with some digits': `withdrawals?status=any&q=B0000099&size=25`,
        'a withdrawal': 'withdrawals/WB0000000049',
        'all orders, newest first': `orders?${page}`,
        'orders with some digits': `orders?q=B0000019&size=25`,
        'all members, newest first': `members?${page}`,
        'members with some letters': `members?q=bench49&size=25`,
        'a member': 'members/bench7',
        'search over everything': 'search?q=bench49',
        Today: 'day',
        'Today, figures of 30 days': 'figures?since=2026-10-27&until=2026-11-25',
      };
      const lines = ['| Asked for | median | p95 |', '|---|---:|---:|'];
      for (const [name, path] of Object.entries(asked)) {
        await ask(path);
        const times = [];
        for (let round = 0; round < rounds; round++) {
          const began = performance.now();
          await ask(path);
          times.push(performance.now() - began);
        }
        times.sort((a, b) => a - b);
        lines.push(`| ${name} | ${at(times, 0.5)} | ${at(times, 0.95)} |`);
      }
      return lines.join('\n');
    } finally {
      await gateway.stop();
    }
  } finally {
    await postgres.stop();
  }
}
