import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { Executor } from '../db/database';
import { beginningOf, dayLength, dayOf } from '../kernel/dates';
import type { Gateway } from '../kernel/gateway';
import { Unusable } from './body';

const isoDay = v.pipe(v.string(), v.isoDate());
export const figuresRule = v.object({ since: isoDay, until: isoDay });

/** Maximum number of days in a response. */
const mostDays = 400;

/**
 * The figures of each day; amounts in fen. `machinesStarted` went online for the first time, `machinesRunning` are rented at
 * the end of the day.
 */
const names = [
  'newMembers',
  'paidOrders',
  'turnover',
  'refunds',
  'paidOut',
  'machinesStarted',
  'machinesRunning',
  'visits',
] as const;
type Figures = Record<(typeof names)[number], number>;

/** A count, or two, of a day: the number of days since 1970, in China. */
interface Counted {
  day: number;
  a: number;
  b?: number | null;
}

/** Members who registered within the days: how many of them have placed, paid for, and paid for further orders by now. */
interface Funnel {
  registered: number;
  ordered: number;
  paid: number;
  paidAgain: number;
}

/** The day of a time, in China, which has no summer time: converting with its offset takes less time than with its name. */
const dayOfColumn = (column: RawBuilder<unknown>) =>
  sql`((${column} at time zone interval '8 hours')::date - date '1970-01-01')`;

/** When a machine's rent ended. */
const rentEnd = sql`least(expired_at, refunded_at)`;

/** The daily figures from one day in China to another, both included, and the funnel. */
export async function figuresOf({ db: { run } }: Gateway, range: v.InferOutput<typeof figuresRule>) {
  const from = beginningOf(range.since);
  const to = new Date(beginningOf(range.until).getTime() + dayLength);
  const days = Math.round((to.getTime() - from.getTime()) / dayLength);
  if (days < 1 || days > mostDays) throw new Unusable(`since, until: 1 to ${mostDays} days`);
  const counted = await countsOf(run, from, to);
  const items = Array.from({ length: days }, (_, at) => dayFigures(counted, from.getTime() + at * dayLength));
  let running = counted.runningBefore;
  for (const item of items) {
    running += item.machinesRunning;
    item.machinesRunning = running;
  }
  const totals = {} as Figures;
  for (const name of names) totals[name] = items.reduce((sum, one) => sum + one[name], 0);
  totals.machinesRunning = running;
  return { items, totals, funnel: counted.funnel };
}

type Counts = Awaited<ReturnType<typeof countsOf>>;

/** The figures of the day that begins at a time; of the machines that run, the change. */
function dayFigures(counts: Counts, begins: number): Figures & { day: string } {
  const day = dayOf(begins);
  const nth = Date.parse(`${day}T00:00:00Z`) / dayLength;
  const of = (rows: Counted[], column: 'a' | 'b' = 'a') =>
    Number(rows.find((row) => row.day === nth)?.[column] ?? 0);
  return {
    day,
    newMembers: of(counts.members),
    paidOrders: of(counts.orders),
    turnover: of(counts.orders, 'b'),
    refunds: of(counts.refunds),
    paidOut: of(counts.out),
    machinesStarted: of(counts.started),
    machinesRunning: of(counts.started) - of(counts.ended),
    visits: of(counts.visits),
  };
}

async function countsOf(run: Executor, from: Date, to: Date) {
  const within = (column: RawBuilder<unknown>) => sql`${column} >= ${from} and ${column} < ${to}`;
  const ask = async (
    column: RawBuilder<unknown>,
    values: RawBuilder<unknown>,
    rows: RawBuilder<unknown>,
  ): Promise<Counted[]> =>
    (
      await sql<Counted>`
        select ${dayOfColumn(column)} as day, ${values} from ${rows} and ${within(column)} group by 1`.execute(
        run,
      )
    ).rows;
  const at = sql.ref;
  const [members, orders, refunds, out, started, ended, visits, before, funnel] = await Promise.all([
    ask(at('created_at'), sql`count(*) as a`, sql`member where true`),
    ask(
      at('paid_at'),
      sql`count(*) as a, sum(case when currency = 'money' then total else 0 end)::bigint as b`,
      sql`purchase where true`,
    ),
    ask(
      at('t.at'),
      sql`sum(p.amount)::bigint as a`,
      sql`transfer t join posting p on p.home = t.home and p.transfer = t.id where t.kind = 'refund' and t.asset = 'CNY' and p.amount > 0`,
    ),
    ask(at('remitted_at'), sql`sum(amount - fee)::bigint as a`, sql`withdrawal where true`),
    ask(at('started_at'), sql`sum(quantity)::bigint as a`, sql`device_order where true`),
    ask(rentEnd, sql`sum(quantity)::bigint as a`, sql`device_order where started_at is not null`),
    ask(at('issued_at'), sql`count(distinct member) as a`, sql`session where true`),
    sql<{ n: number }>`
      select coalesce(sum(quantity), 0)::bigint as n from device_order
      where started_at < ${from} and coalesce(${rentEnd}, 'infinity') >= ${from}`.execute(run),
    sql<Record<keyof Funnel, number>>`
      select count(*) as registered, count(*) filter (where o.n > 0) as ordered,
        count(*) filter (where o.paid > 0) as paid, count(*) filter (where o.paid > 1) as "paidAgain"
      from (
        select m.id, count(p.order_no) as n, count(p.paid_at) as paid from member m left join purchase p on p.member = m.id
        where ${within(at('m.created_at'))} group by m.id) o`.execute(run),
  ]);
  const reached = Object.entries(funnel.rows[0] ?? {}).map(([name, n]) => [name, Number(n)]);
  return {
    members,
    orders,
    refunds,
    out,
    started,
    ended,
    visits,
    runningBefore: Number(before.rows[0]?.n ?? 0),
    funnel: Object.fromEntries(reached) as Funnel,
  };
}
