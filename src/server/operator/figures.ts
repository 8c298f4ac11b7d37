import { sql } from 'kysely';
import * as v from 'valibot';
import { beginningOf, dayLength, dayOf } from '../kernel/dates';
import type { Gateway } from '../kernel/gateway';
import { Unusable } from './body';

const isoDay = v.pipe(v.string(), v.isoDate());
export const figuresRule = v.object({ since: isoDay, until: isoDay });

/** Maximum number of days in a response. */
const mostDays = 400;

/** The figures of each day; amounts in fen. */
const names = ['newMembers', 'paidOrders', 'turnover', 'refunds', 'paidOut', 'machines', 'visits'] as const;
type Figures = Record<(typeof names)[number], number>;

interface Counted {
  day: string;
  a: number;
  b?: number | null;
}

/** The daily figures from one day in China to another, both included. */
export async function figuresOf(
  { db: { run } }: Gateway,
  { since, until }: { since: string; until: string },
) {
  const from = beginningOf(since);
  const to = new Date(beginningOf(until).getTime() + dayLength);
  const days = Math.round((to.getTime() - from.getTime()) / dayLength);
  if (days < 1 || days > mostDays) throw new Unusable(`since, until: 1 to ${mostDays} days`);
  const ask = async (query: ReturnType<typeof sql<Counted>>) => (await query.execute(run)).rows;
  const dayOfColumn = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const members = await ask(sql<Counted>`
    select ${dayOfColumn('created_at')} as day, count(*) as a from member
    where created_at >= ${from} and created_at < ${to} group by 1`);
  const orders = await ask(sql<Counted>`
    select ${dayOfColumn('paid_at')} as day, count(*) as a,
      sum(case when currency = 'money' then total else 0 end)::bigint as b
    from purchase where paid_at >= ${from} and paid_at < ${to} group by 1`);
  const refunds = await ask(sql<Counted>`
    select ${dayOfColumn('t.at')} as day, sum(p.amount)::bigint as a
    from transfer t join posting p on p.transfer = t.id
    where t.kind = 'refund' and t.asset = 'CNY' and p.amount > 0 and t.at >= ${from} and t.at < ${to} group by 1`);
  const out = await ask(sql<Counted>`
    select ${dayOfColumn('remitted_at')} as day, sum(amount - fee)::bigint as a from withdrawal
    where remitted_at >= ${from} and remitted_at < ${to} group by 1`);
  const machines = await ask(sql<Counted>`
    select ${dayOfColumn('started_at')} as day, sum(quantity)::bigint as a from device_order
    where started_at >= ${from} and started_at < ${to} group by 1`);
  const visits = await ask(sql<Counted>`
    select ${dayOfColumn('issued_at')} as day, count(distinct member) as a from session
    where issued_at >= ${from} and issued_at < ${to} group by 1`);
  const of = (rows: Counted[], day: string, column: 'a' | 'b' = 'a') =>
    Number(rows.find((row) => row.day === day)?.[column] ?? 0);
  const items = Array.from({ length: days }, (_, at) => {
    const day = dayOf(from.getTime() + at * dayLength);
    return {
      day,
      newMembers: of(members, day),
      paidOrders: of(orders, day),
      turnover: of(orders, day, 'b'),
      refunds: of(refunds, day),
      paidOut: of(out, day),
      machines: of(machines, day),
      visits: of(visits, day),
    };
  });
  const totals = {} as Figures;
  for (const name of names) totals[name] = items.reduce((sum, one) => sum + one[name], 0);
  return { items, totals };
}
