import type * as calls from '../../contract/devices';
import type { Device, DeviceSummary, Machine } from '../../contract/devices';
import { TaskState } from '../../contract/devices';
import type * as rules from '../../contract/devices.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { startOfDay } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { cursor, mapPage, newestFirst, page, readPosition } from '../kernel/pagination';
import { ownOrder } from './own-order';
import { currentTasks } from './tasks';

const machinePageSize = 30;

/** A member's device orders, with how many of their machines are online and at work. */
const orders = (run: Executor, member: string) =>
  run
    .selectFrom('device_order as o')
    .where('o.member', '=', member)
    .selectAll('o')
    .select((is) => [
      is
        .selectFrom('machine')
        .whereRef('machine.serial_number', '=', 'o.serial_number')
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('total'),
      is
        .selectFrom('machine')
        .whereRef('machine.serial_number', '=', 'o.serial_number')
        .where('online', '=', true)
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('online'),
      is
        .selectFrom('task')
        .whereRef('task.serial_number', '=', 'o.serial_number')
        .where('state', '=', TaskState.running)
        .select((one) => one.fn.count<number>('task.machine').distinct().as('n'))
        .as('running'),
    ]);

type OrderRow = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number];

const device = (row: OrderRow): Device => ({
  serialNumber: row.serial_number,
  name: row.name,
  online: row.online ?? 0,
  total: row.total ?? 0,
  orderTime: row.ordered_at.toISOString(),
  quantity: row.quantity,
  remainingRent: row.rent_left,
  remainingDays: row.days_left,
  running: row.running ?? 0,
});

async function summary(run: Executor, member: string, now: number): Promise<DeviceSummary> {
  const machines = await run
    .selectFrom('machine')
    .innerJoin('device_order as o', 'o.serial_number', 'machine.serial_number')
    .where('o.member', '=', member)
    .select((is) => [
      is.fn.countAll<number>().as('total'),
      is.fn.countAll<number>().filterWhere('online', '=', true).as('online'),
    ])
    .executeTakeFirstOrThrow();
  const rent = await run
    .selectFrom('order_log')
    .where('member', '=', member)
    .select((is) => [
      is.fn.coalesce(is.fn.sum<number>('amount'), is.lit(0)).as('total'),
      is.fn
        .coalesce(is.fn.sum<number>('amount').filterWhere('at', '>=', startOfDay(now)), is.lit(0))
        .as('today'),
    ])
    .executeTakeFirstOrThrow();
  return { ...machines, rentToday: Number(rent.today), rentTotal: Number(rent.total) };
}

type Orders = Pick<Handlers<typeof calls, typeof rules>, 'listDevices' | 'getDevice' | 'listMachines'>;

export const orderHandlers: Orders = {
  async listDevices({ from }, { db, member, now }) {
    const order = { table: 'o', at: 'ordered_at', id: 'serial_number' } as const;
    const listed = await newestFirst(orders(db.run, member), order, from);
    return { ...mapPage(listed, device), summary: await summary(db.run, member, now) };
  },

  async getDevice({ serialNumber }, { db, member }) {
    const row = await orders(db.run, member).where('o.serial_number', '=', serialNumber).executeTakeFirst();
    if (!row) throw new DomainError('deviceMissing');
    return device(row);
  },

  async listMachines({ serialNumber, from }, { db, member }) {
    await ownOrder(db.run, member, serialNumber);
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
      rows.map(({ id }) => id),
    );
    const machine = ({ id, name, online }: (typeof rows)[number]): Machine => {
      const task = tasks.get(id);
      return { id, name, online, ...(task && { task }) };
    };
    return mapPage(
      page(rows, machinePageSize, ({ position }) => cursor(position)),
      machine,
    );
  },
};
