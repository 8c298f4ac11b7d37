import { type RawBuilder, sql } from 'kysely';
import { WithdrawalStatus } from '../../contract/wallet';
import type { Gateway } from '../kernel/gateway';
import { isAllowedTo } from './roles';
import type { Role } from './tables';

/** Midnight in China, as the database knows it. */
const today = (now: number): RawBuilder<Date> =>
  sql`(date_trunc('day', ${new Date(now)}::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;

const waiting: Record<string, RawBuilder<{ n: number }>> = {
  withdrawals: sql`select count(*) as n from withdrawal where status in (${WithdrawalStatus.applied}, ${WithdrawalStatus.approved})`,
  remittances: sql`select count(*) as n from remittance where state = 'auditing'`,
  declarations: sql`select count(*) as n from declaration where status = 0`,
  workorders: sql`select count(*) as n from work_order where status in (0, 1)`,
  conversations: sql`select count(*) as n from conversation where desk_unread > 0`,
  proposals: sql`select count(*) as n from operator_proposal where ended is null and expires_at > now()`,
};

/** The company's day so far, and what waits for somebody of this role. Amounts in fen. */
export async function dayForDesk({ db, now }: Gateway, role: Role) {
  const { run } = db;
  const since = today(now());
  const { rows } = await sql<{
    members: number;
    orders: number;
    turnover: number | null;
    out: number | null;
  }>`
    select (select count(*) from member where created_at >= ${since}) as members,
      (select count(*) from purchase where paid_at >= ${since}) as orders,
      (select sum(total)::bigint from purchase where paid_at >= ${since} and currency = 'money') as turnover,
      (select sum(amount - fee)::bigint from withdrawal where remitted_at >= ${since}) as out`.execute(run);
  const counts: Record<string, number> = {};
  for (const [queue, query] of Object.entries(waiting))
    if (isAllowedTo(role, 'GET', queue)) counts[queue] = Number((await query.execute(run)).rows[0]?.n ?? 0);
  const ledger = await run.selectFrom('ledger_check').select('broken').executeTakeFirst();
  const dead = await run
    .selectFrom('job')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow();
  const [day] = rows;
  return {
    ...{ newMembers: Number(day?.members ?? 0), paidOrders: Number(day?.orders ?? 0) },
    ...{ turnover: Number(day?.turnover ?? 0), paidOut: Number(day?.out ?? 0) },
    waiting: counts,
    ...(ledger && { ledger: ledger.broken === null }),
    deadJobs: Number(dead.n),
  };
}
