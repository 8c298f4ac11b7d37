import { sql } from 'kysely';
import type { Device, DeviceSummary } from '../../contract/buying/devices';
import { TaskState } from '../../contract/buying/devices';
import type { Page } from '../../contract/wire/page';
import type { Executor } from '../db/database';
import { nearlyOver, stateOf } from '../devices/state';
import { summed } from '../devices/sum-months';
import { startOfDay } from '../kernel/dates';
import type { Locale } from '../kernel/messages';
import { cursor, page, pageSize, readTimeAndId } from '../kernel/pagination';
import { textOf } from '../kernel/texts';
import { pictureOf } from '../pictures/artwork/pictures';
import type { ProductTable } from '../products/tables';

/** A device order with the number of its machines that are online and working, and its plan. */
interface OrderRow {
  serial_number: string;
  name: string;
  ordered_at: Date;
  quantity: number;
  rent_left: number;
  days_left: number;
  started: boolean;
  ended: boolean;
  refunded: boolean;
  total: number | null;
  prepared: number | null;
  online: number | null;
  running: number | null;
  /** Of the plan; null if the plan no longer exists. */
  name_en: string | null;
  name_zh: string | null;
  texts: string | null;
  picture: string | null;
  category: ProductTable['category'] | null;
}

/**
 * The machines of each of a member's orders, and the working ones among them. Tasks are looked up by order, because the table contains
 * all members' tasks.
 */
const fleetOf = (member: string, serialNumber?: string) => sql`
  own as materialized (
    select * from device_order
    where member = ${member} ${serialNumber === undefined ? sql`` : sql`and serial_number = ${serialNumber}`}
  ),
  busy as materialized (
    select distinct task.serial_number, task.machine from own
    join task on task.member = own.member and task.serial_number = own.serial_number and task.state = ${sql.lit(TaskState.running)}
  ),
  fleet as materialized (
    select m.serial_number, count(*) as total, count(m.prepared_at) as prepared, count(busy.machine) as running,
      count(*) filter (where m.online) as online, count(busy.machine) filter (where m.online) as working
    from own
    join machine as m on m.member = own.member and m.serial_number = own.serial_number
    left join busy on busy.serial_number = m.serial_number and busy.machine = m.id
    group by m.serial_number
  )`;

/** The columns of the list; the plan is the one of the purchase that delivered the order, or the one with the order's name. */
const listedColumns = sql`
  o.serial_number, o.name, o.ordered_at, o.quantity, o.rent_left, o.days_left, o.started_at is not null as started,
  o.ended_at is not null as ended, o.refunded_at is not null as refunded,
  fleet.total, fleet.prepared, fleet.online, fleet.running,
  coalesce(bought.name_en, named.name_en) as name_en, coalesce(bought.name_zh, named.name_zh) as name_zh,
  coalesce(bought.texts, named.texts) as texts,
  case when bought.id is null then named.picture else bought.picture end as picture,
  coalesce(bought.category, named.category) as category`;

/** Two products may have the same name: then an order has two rows, one after the other. */
const planOf = sql`
  left join fleet on fleet.serial_number = o.serial_number
  left join purchase_line as l on l.member = o.member and l.device = o.serial_number and l.renews is null
  left join product as bought on bought.id = l.product
  left join product as named on bought.id is null and named.name_en = o.name`;

/** The totals of all orders of a member, repeated in every row. */
interface SummaryRow {
  machines: number;
  machines_online: number;
  expiring: number;
  working: number;
  rent_total: number;
  rent_today: number;
}

const summaryOf = ({ machines, machines_online, expiring, working, ...rent }: SummaryRow): DeviceSummary => ({
  online: machines_online,
  total: machines,
  working,
  idle: machines_online - expiring - working,
  expiring,
  offline: machines - machines_online,
  rentToday: rent.rent_today,
  rentTotal: rent.rent_total,
});

/**
 * A page of a member's device orders, newest first, with the totals of all of them: in one statement, because a statement costs more than
 * the additional rows.
 */
export async function listOrders(
  run: Executor,
  { member, from, now }: { member: string; from: string | undefined; now: number },
): Promise<Page<OrderRow> & { summary: DeviceSummary }> {
  const after = from === undefined ? undefined : readTimeAndId(from);
  const { until, month } = await summed(run, now);
  const { rows } = await sql<(OrderRow | { serial_number: null }) & SummaryRow>`
    with ${fleetOf(member)},
    machines as (
      select coalesce(sum(total), 0)::bigint as machines, coalesce(sum(online), 0)::bigint as machines_online,
        coalesce(sum(online) filter (where days_left <= ${sql.lit(nearlyOver)}), 0)::bigint as expiring,
        coalesce(sum(working) filter (where days_left > ${sql.lit(nearlyOver)}), 0)::bigint as working
      from own join fleet on fleet.serial_number = own.serial_number
      where refunded_at is null and ended_at is null
    ),
    rent as (
      select coalesce(sum(amount), 0)::bigint as rent_total,
        coalesce(sum(amount) filter (where at >= ${startOfDay(now)}), 0)::bigint as rent_today
      from (
        select at, amount from order_log where member = ${member} and kind = 'rent' and at >= ${until}
        union all
        select null, amount from order_log_month where member = ${member} and kind = 'rent' and month < ${month}
      ) as earned
    ),
    listed as (
      select * from own
      ${after ? sql`where (ordered_at, serial_number) < (${after.at}, ${after.id})` : sql``}
      order by ordered_at desc, serial_number desc limit ${sql.lit(pageSize + 1)}
    )
    select ${listedColumns}, machines.*, rent.*
    from machines cross join rent left join listed as o on true ${planOf}
    order by o.ordered_at desc, o.serial_number desc`.execute(run);
  const [first] = rows;
  if (!first) throw new Error('a sum is always a row');
  const found = rows.filter(
    (row, at): row is OrderRow & SummaryRow =>
      row.serial_number !== null && row.serial_number !== rows[at - 1]?.serial_number,
  );
  const end = (row: OrderRow) => cursor(row.ordered_at.getTime(), row.serial_number);
  return { ...page<OrderRow>(found, pageSize, end), summary: summaryOf(first) };
}

/** One of the member's device orders; undefined if it does not exist or belongs to another member. */
export async function findOrder(
  run: Executor,
  member: string,
  serialNumber: string,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    with ${fleetOf(member, serialNumber)} select ${listedColumns} from own as o ${planOf}`.execute(run);
  return rows[0];
}

/** A device order as the contract describes it. */
export function deviceView(row: OrderRow, locale: Locale): Device {
  const { name_en, name_zh, texts, category } = row;
  const hasPlan = name_en !== null && name_zh !== null && texts !== null;
  const name = hasPlan ? textOf({ name_en, name_zh, texts }, 'name', locale) : row.name;
  return {
    serialNumber: row.serial_number,
    name,
    picture: pictureOf(
      category ? { picture: row.picture, category } : { picture: null, category: 'machines' },
    ),
    state: stateOf({ ...row, prepared: !!row.prepared, online: !!row.online }),
    online: row.online ?? 0,
    total: row.total ?? 0,
    orderTime: row.ordered_at.toISOString(),
    quantity: row.quantity,
    remainingRent: row.rent_left,
    remainingDays: row.days_left,
    running: row.running ?? 0,
  };
}
