import { type Selectable, sql } from 'kysely';
import type { InferOutput } from 'valibot';
import type * as calls from '../../contract/buying/devices';
import type { OrderLog } from '../../contract/buying/devices';
import type * as rules from '../../contract/buying/devices.rules';
import type { Executor } from '../db/database';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { dayOf, monthNumber, monthOf } from '../kernel/dates';
import { cursor, mapPage, newestFirst, page, pageSize, readTimeAndId } from '../kernel/pagination';
import { archivedRows } from './archive/read-archive';
import { ownOrder } from './own-order';
import { summed } from './sum-months';
import type { OrderLogTable } from './tables';

const orderLog = ({
  id,
  at,
  serial_number,
  kind,
  amount,
  machines,
}: Selectable<OrderLogTable>): OrderLog => ({
  id,
  at: at.toISOString(),
  month: dayOf(at.getTime()).slice(0, 7),
  serialNumber: serial_number,
  kind,
  amount,
  machines,
});

const kinds: readonly OrderLog['kind'][] = ['rent', 'acceleration'];

const sum = (rows: readonly { amount: number }[]) =>
  rows.reduce((all, { amount }) => all + Number(amount), 0);

/** The earnings of each kind in each month. */
async function sumsOf(run: Executor, member: string, serialNumber: string | undefined, now: number) {
  const { until, month: before } = await summed(run, now);
  const month = monthNumber(sql.ref('at'));
  const ofOrder = serialNumber === undefined ? sql`` : sql`and serial_number = ${serialNumber}`;
  const { rows } = await sql<{ month: number; kind: OrderLog['kind']; amount: number }>`
    select ${month} as month, kind, cast(sum(amount) as bigint) as amount from order_log
    where member = ${member} ${ofOrder} and at >= ${until} group by 1, 2
    union all
    select month, kind, cast(sum(amount) as bigint) as amount from order_log_month
    where member = ${member} ${ofOrder} and month < ${before} group by 1, 2`.execute(run);
  return rows;
}

/** A page of the days. The archive fills it if the database does not, and is asked afterwards: a month may be archived in between. */
async function pageOf(
  { serialNumber, from }: InferOutput<typeof rules.listOrderLog>,
  { db: { run }, files, member, now }: RequestContext,
) {
  const log = run
    .selectFrom('order_log')
    .where('member', '=', member)
    .where((is) => is.and(defined({ serial_number: serialNumber })));
  const kept = await newestFirst(log.selectAll(), { at: 'at', id: 'id', months: now }, from);
  if (kept.next !== undefined) return kept;
  const archived = await archivedRows(run, files, {
    member,
    serialNumber,
    before: from === undefined ? undefined : readTimeAndId(from),
    known: new Set(kept.items.map(({ id }) => id)),
    most: pageSize + 1 - kept.items.length,
    now,
  });
  return page([...kept.items, ...archived], pageSize, ({ at, id }) => cursor(at.getTime(), id));
}

export const incomeHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listOrderLog'> = {
  async listOrderLog(input, ctx) {
    const { db, member, now } = ctx;
    const { serialNumber } = input;
    if (serialNumber !== undefined) await ownOrder(db.run, member, serialNumber);
    const logs = await pageOf(input, ctx);
    const rows = await sumsOf(db.run, member, serialNumber, now);
    const months = [...new Set(rows.map((row) => row.month))].sort((a, b) => b - a);
    return {
      ...mapPage(logs, orderLog),
      total: sum(rows),
      kinds: kinds
        .map((kind) => ({ kind, amount: sum(rows.filter((row) => row.kind === kind)) }))
        .filter(({ amount }) => amount > 0),
      months: months.map((one) => ({
        month: monthOf(one),
        total: sum(rows.filter((row) => row.month === one)),
      })),
    };
  },
};
