import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../contract/desk/area';
import type { Gateway } from '../kernel/gateway';
import { isAllowedTo } from './roles';

/** Midnight in China, as a timestamp of the database. */
const today = (now: number): RawBuilder<Date> =>
  sql`(date_trunc('day', ${new Date(now)}::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;

/** The figures of the day so far, and the work that waits for this role. Amounts in fen. */
export async function dayForDesk({ db, now, waitingLists }: Gateway, role: Role) {
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
  /** The time since which the oldest entry of each list waits. */
  const ages: Record<string, Date> = {};
  for (const { name, area = name, look } of waitingLists)
    if (isAllowedTo(role, 'GET', area)) {
      const { count, since: oldest } = await look(run);
      counts[name] = Number(count);
      if (oldest) ages[name] = oldest;
    }
  const ledger = await run.selectFrom('ledger_check').select('broken').executeTakeFirst();
  const dead = await run
    .selectFrom('job')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow();
  const [day] = rows;
  return {
    newMembers: Number(day?.members ?? 0),
    paidOrders: Number(day?.orders ?? 0),
    turnover: Number(day?.turnover ?? 0),
    paidOut: Number(day?.out ?? 0),
    waiting: counts,
    since: ages,
    ...(ledger && { ledger: ledger.broken === null }),
    deadJobs: Number(dead.n),
  };
}
