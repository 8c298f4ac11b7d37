import { sql } from 'kysely';
import { monthAfter } from '../db/china';
import type { Db, Executor, Tx } from '../db/database';
import type { Schedule } from '../jobs/worker';
import { dayLength, monthNumber, monthNumberOf } from '../kernel/dates';

// The lists of earnings show sums of all times. A month that is over is summed once for each cloud phone order, so that a list adds up
// some rows for each month, and reads days only of the months that are not summed yet.

/** Milliseconds after the end of a month in which earnings of before it may still be committed. */
const settles = dayLength;
/** Members whose month is summed in one statement. */
const batch = 500;

/** Where the days begin that are in no sum, as a time and as a month (`202611`). */
interface Summed {
  until: Date;
  month: number;
}

const newestSummed = (run: Executor): Promise<Summed> =>
  run.selectFrom('order_log_summed').select(['until', 'month']).executeTakeFirstOrThrow();

/** Milliseconds for which a gateway keeps what it has read: lists are its most frequent answers, and the value changes once a month. */
const keptMs = 600_000;
const kept = new WeakMap<Executor, { at: number; value: Promise<Summed> }>();

/**
 * Where the days begin that are in no sum, not older than ten minutes. Statements take it as values: then the database plans for the parts
 * of these months only. Sums never go back, so that older values give the same result.
 */
export function summed(run: Executor, now: number): Promise<Summed> {
  const known = kept.get(run);
  if (known && now - known.at < keptMs) return known.value;
  const value = newestSummed(run);
  kept.set(run, { at: now, value });
  value.catch(() => kept.delete(run)); // the next list asks again
  return value;
}

/** The next members who earned in a month. */
async function nextMembers(run: Executor, from: Date, until: Date, after: string): Promise<string[]> {
  const { rows } = await sql<{ member: string }>`
    select distinct member from order_log where at >= ${from} and at < ${until} and member > ${after}
    order by member limit ${sql.lit(batch)}`.execute(run);
  return rows.map(({ member }) => member);
}

/** The months whose earnings are in the archive only. */
const archivedMonths = (run: Executor) =>
  run.selectFrom('order_log_archive').select('month').where('back_at', 'is', null);

/** Sums a month of all members. A second gateway that does the same gets the same sums. */
async function sumMonth({ run }: Db, from: Date, until: Date, now: number): Promise<void> {
  const month = sql.lit(monthNumberOf(from));
  for (let after = ''; ; ) {
    const members = await nextMembers(run, from, until, after);
    const last = members.at(-1);
    if (last === undefined) break;
    await sql`
      insert into order_log_month (member, serial_number, month, kind, amount)
      select member, serial_number, ${month}, kind, sum(amount) from order_log
      where member = any(${members}::text[]) and at >= ${from} and at < ${until}
      group by member, serial_number, kind
      on conflict on constraint order_log_month_pkey do update set amount = excluded.amount`.execute(run);
    after = last;
  }
  await run
    .updateTable('order_log_summed')
    .set({ until, month: monthNumberOf(until), since: new Date(now) })
    .where('id', '=', 1)
    .where('until', '<', until)
    .execute();
}

/** The first month that has no sums: of the oldest earnings, or the current one if there are none. */
async function firstMonth(run: Executor, now: number): Promise<Date> {
  const { until } = await newestSummed(run);
  if (until.getTime() > 0) return until;
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from order_log`.execute(run);
  return monthAfter(rows[0]?.at?.getTime() ?? now, 0);
}

/** Sums the months that are over. */
export async function sumMonths(db: Db, now: number): Promise<void> {
  for (let from = await firstMonth(db.run, now); ; ) {
    const until = monthAfter(from.getTime(), 1);
    if (until.getTime() + settles > now) return;
    await sumMonth(db, from, until, now);
    from = until;
  }
}

export const monthSums: Schedule = { name: 'earnings-of-months', every: 3_600_000, run: sumMonths };

/**
 * Sums the months of a member again, whose earnings have moved to other days. The sums of archived months stay. The lock keeps a month from
 * being archived between the two statements.
 */
export async function sumAgain(tx: Tx, member: string): Promise<void> {
  await sql`lock table order_log in row exclusive mode`.execute(tx);
  const { until } = await newestSummed(tx);
  await tx
    .deleteFrom('order_log_month')
    .where('member', '=', member)
    .where('month', 'not in', archivedMonths(tx))
    .execute();
  const month = monthNumber(sql.ref('at'));
  await sql`
    insert into order_log_month (member, serial_number, month, kind, amount)
    select member, serial_number, ${month}, kind, sum(amount) from order_log
    where member = ${member} and at < ${until}
    group by member, serial_number, ${month}, kind`.execute(tx);
}
