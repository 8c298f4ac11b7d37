import type { Selectable } from 'kysely';
import type * as calls from '../../contract/devices';
import type { Device, DeviceSummary, Machine } from '../../contract/devices';
import { TaskState } from '../../contract/devices';
import type * as rules from '../../contract/devices.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { startOfDay } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { Locale } from '../kernel/messages';
import { cursor, mapPage, newestFirst, page, readPosition } from '../kernel/pagination';
import { pictureOf } from '../products/pictures';
import { nameOf } from '../products/rows';
import type { ProductTable } from '../products/tables';
import { ownOrder } from './own-order';
import { nearlyOver, stateOf } from './state';
import { currentTasks } from './tasks';

const machinePageSize = 30;
type Plan = Pick<Selectable<ProductTable>, 'name_en' | 'name_zh' | 'picture' | 'category'>;

/** The plans that device orders were bought as: by the purchase that brought one, or by the name that it was given then. */
async function plansOf(run: Executor, orders: readonly { serial_number: string; name: string }[]) {
  if (!orders.length) return new Map<string, Plan>();
  const columns = ['p.name_en', 'p.name_zh', 'p.picture', 'p.category'] as const;
  const bought = await run
    .selectFrom('purchase_line as l')
    .innerJoin('product as p', 'p.id', 'l.product')
    .select([...columns, 'l.device'])
    .where(
      'l.device',
      'in',
      orders.map(({ serial_number }) => serial_number),
    )
    .where('l.renews', 'is', null)
    .execute();
  const named = await run
    .selectFrom('product as p')
    .select(columns)
    .where(
      'p.name_en',
      'in',
      orders.map(({ name }) => name),
    )
    .execute();
  const planOf = ({ serial_number, name }: (typeof orders)[number]) =>
    bought.find(({ device }) => device === serial_number) ?? named.find(({ name_en }) => name_en === name);
  return new Map(
    orders.flatMap((order): [string, Plan][] => {
      const plan = planOf(order);
      return plan ? [[order.serial_number, plan]] : [];
    }),
  );
}

/** A member's device orders, with how many of their machines are online and at work. */
const orders = (run: Executor, member: string) =>
  run
    .selectFrom('device_order as o')
    .leftJoinLateral(
      (is) =>
        is
          .selectFrom('machine')
          .whereRef('machine.serial_number', '=', 'o.serial_number')
          .select((one) => [
            one.fn.countAll<number>().as('total'),
            one.fn.count<number>('prepared_at').as('prepared'),
            one.fn.countAll<number>().filterWhere('online', '=', true).as('online'),
          ])
          .as('m'),
      (join) => join.onTrue(),
    )
    .where('o.member', '=', member)
    .selectAll('o')
    .select(['m.total', 'm.prepared', 'm.online'])
    .select((is) =>
      is
        .selectFrom('task')
        .whereRef('task.serial_number', '=', 'o.serial_number')
        .where('state', '=', TaskState.running)
        .select((one) => one.fn.count<number>('task.machine').distinct().as('n'))
        .as('running'),
    );

type OrderRow = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number];

const device = (row: OrderRow, plan: Plan | undefined, locale: Locale): Device => ({
  serialNumber: row.serial_number,
  name: plan ? nameOf(plan, locale) : row.name,
  picture: pictureOf(plan ?? { picture: null, category: 'machines' }),
  state: stateOf({ ...row, prepared: !!row.prepared, started: !!row.started_at, online: !!row.online }),
  online: row.online ?? 0,
  total: row.total ?? 0,
  orderTime: row.ordered_at.toISOString(),
  quantity: row.quantity,
  remainingRent: row.rent_left,
  remainingDays: row.days_left,
  running: row.running ?? 0,
});

async function summary(run: Executor, member: string, now: number): Promise<DeviceSummary> {
  const { total, online, expiring, working } = await run
    .selectFrom('machine as m')
    .innerJoin('device_order as o', 'o.serial_number', 'm.serial_number')
    .where('o.member', '=', member)
    .where('o.refunded_at', 'is', null)
    .where('o.ended_at', 'is', null)
    .select((is) => {
      const count = is.fn.countAll<number>();
      return [
        count.as('total'),
        count.filterWhere('m.online', '=', true).as('online'),
        count.filterWhere('m.online', '=', true).filterWhere('o.days_left', '<=', nearlyOver).as('expiring'),
        count
          .filterWhere('m.online', '=', true)
          .filterWhere('o.days_left', '>', nearlyOver)
          // asked of each of the member's cloud phones: the tasks of everybody are many
          .filterWhere((one) =>
            one.exists(
              one
                .selectFrom('task')
                .select('task.id')
                .whereRef('task.machine', '=', 'm.id')
                .where('task.state', '=', TaskState.running),
            ),
          )
          .as('working'),
      ];
    })
    .executeTakeFirstOrThrow();
  const fleet = { working, idle: online - expiring - working, expiring, offline: total - online };
  const rent = await run
    .selectFrom('order_log')
    .where('member', '=', member)
    .where('kind', '=', 'rent')
    .select((is) => [
      is.fn.coalesce(is.fn.sum<number>('amount'), is.lit(0)).as('total'),
      is.fn
        .coalesce(is.fn.sum<number>('amount').filterWhere('at', '>=', startOfDay(now)), is.lit(0))
        .as('today'),
    ])
    .executeTakeFirstOrThrow();
  return { online, total, ...fleet, rentToday: Number(rent.today), rentTotal: Number(rent.total) };
}

type Orders = Pick<Handlers<typeof calls, typeof rules>, 'listDevices' | 'getDevice' | 'listMachines'>;

export const orderHandlers: Orders = {
  async listDevices({ from }, { db, member, now, locale }) {
    const order = { table: 'o', at: 'ordered_at', id: 'serial_number' } as const;
    const listed = await newestFirst(orders(db.run, member), order, from);
    const plans = await plansOf(db.run, listed.items);
    const view = (row: OrderRow) => device(row, plans.get(row.serial_number), locale);
    return { ...mapPage(listed, view), summary: await summary(db.run, member, now) };
  },

  async getDevice({ serialNumber }, { db, member, locale }) {
    const row = await orders(db.run, member).where('o.serial_number', '=', serialNumber).executeTakeFirst();
    if (!row) throw new DomainError('deviceMissing');
    const plans = await plansOf(db.run, [row]);
    return device(row, plans.get(row.serial_number), locale);
  },

  async listMachines({ serialNumber, from }, { db, member, locale }) {
    await ownOrder(db.run, member, serialNumber);
    const order = await db.run
      .selectFrom('device_order')
      .select(['refunded_at', 'ended_at', 'days_left'])
      .where('serial_number', '=', serialNumber)
      .executeTakeFirstOrThrow();
    const rows = await db.run
      .selectFrom('machine')
      .selectAll()
      .where('serial_number', '=', serialNumber)
      .where('position', '>', from === undefined ? 0 : readPosition(from))
      .orderBy('position')
      .limit(machinePageSize + 1)
      .execute();
    const tasks = await currentTasks(
      db.run,
      locale,
      rows.map(({ id }) => id),
    );
    const machine = ({ id, name, online, prepared_at }: (typeof rows)[number]): Machine => {
      const task = tasks.get(id);
      const ready = !!prepared_at;
      const state = stateOf({ ...order, prepared: ready, started: ready, online });
      return { id, name, state, online, ...(task && { task }) };
    };
    return mapPage(
      page(rows, machinePageSize, ({ position }) => cursor(position)),
      machine,
    );
  },
};
