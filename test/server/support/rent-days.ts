import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { payRent } from '../../../src/server/accruals/rent';
import { openDb } from '../../../src/server/db/open';
import { dayLength, dayOf } from '../../../src/server/kernel/dates';
import { readSettings } from '../../../src/server/settings/settings';
import { addOrder } from './devices';
import { addMember } from './member';
import type { TestGateway } from './open';

// A program of its own: a thousand members with an order each, whose rents of six days are paid. It prints milliseconds for an order, the
// rows that its day adds, and bytes of a row with its indexes, as JSON. The first day looks up who invited whom and is not counted.

const members = 1000;
const days = 6;
const growing = ['transfer', 'posting', 'order_log', 'device_day'];

const db = await openDb(readSettings(process.env), (error) => console.error(error));
const gateway = { db, clock: { ahead: 0 } } as TestGateway;
const began = Date.now();
for (let nth = 0; nth < members; nth++)
  await addOrder(gateway, (await addMember(gateway)).id, { quantity: 2, orderedAt: began, days: 365 });

/** Rows and bytes of the tables that the rent of a day adds to. */
async function size() {
  const counted = growing.map((name) => sql`(select count(*) from ${sql.table(name)})`);
  const weighed = growing.map((name) => sql`pg_total_relation_size(${sql.lit(name)}::regclass)`);
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select (${sql.join(counted, sql` + `)})::float8 as rows, (${sql.join(weighed, sql` + `)})::float8 as bytes`.execute(
    db.run,
  );
  return rows[0] ?? { rows: 0, bytes: 0 };
}

const times: number[] = [];
let before = await size();
for (let day = 1; day <= days; day++) {
  if (day === 2) before = await size();
  const since = performance.now();
  const paid = await payRent(db, dayOf(began + day * dayLength), began + (day + 1) * dayLength);
  if (paid !== members) throw new Error(`${paid} of ${members} orders were paid`);
  if (day > 1) times.push((performance.now() - since) / paid);
  await sql`analyze`.execute(db.run);
}
const after = await size();
const rows = after.rows - before.rows;
const rentMs = times.sort((a, b) => a - b)[times.length >> 1];
console.log(
  JSON.stringify({
    rentMs,
    rentRows: rows / ((days - 1) * members),
    rowBytes: (after.bytes - before.bytes) / rows,
  }),
);
await db.close();
