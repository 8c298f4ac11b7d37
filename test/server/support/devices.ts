import { randomUUID } from 'node:crypto';
import type { ReportedMachine } from '../../../src/server/devices/provider';
import { applyReports } from '../../../src/server/devices/sync-machines';
import type { TestGateway } from './open';

export interface Order {
  /** Milliseconds since the epoch. */
  orderedAt?: number;
  quantity?: number;
  /** Positions of the machines that are offline. */
  offline?: number[];
  /** States of the tasks of a machine, by its position. */
  tasks?: Record<number, number[]>;
  /** Fen a day; days left, and what is left of the rent if it is not all of it. */
  rent?: number;
  days?: number;
  rentLeft?: number;
}

/** A device order with its machines and tasks, straight in the database; gives its serial number. */
export async function addOrder(
  { db }: Pick<TestGateway, 'db'>,
  member: string,
  order: Order = {},
): Promise<string> {
  const { orderedAt = Date.now(), quantity = 1, offline = [], tasks = {}, rent = 1_00, days = 30 } = order;
  const serial_number = `CP${randomUUID().slice(0, 13)}`;
  const machine = (position: number) => `${serial_number}-${position}`;
  const positions = Array.from({ length: quantity }, (_, at) => at + 1);
  const rows = Object.entries(tasks).flatMap(([position, states]) =>
    states.map((state, at) => ({
      member,
      id: randomUUID(),
      serial_number,
      machine: machine(Number(position)),
      name: 'Watch live room',
      state,
      progress: 10,
      created_at: new Date(orderedAt + Number(position) * 1000 + at),
      changed_at: new Date(orderedAt),
    })),
  );
  await db.run
    .insertInto('device_order')
    .values({
      serial_number,
      member,
      name: 'Studio',
      quantity,
      ordered_at: new Date(orderedAt),
      daily_rent: rent,
      rent_left: order.rentLeft ?? rent * days,
      days_left: days,
      started_at: new Date(orderedAt),
    })
    .execute();
  await db.run
    .insertInto('machine')
    .values(
      positions.map((position) => ({
        member,
        id: machine(position),
        serial_number,
        position,
        name: `M${position}`,
        prepared_at: new Date(orderedAt),
        online: !offline.includes(position),
      })),
    )
    .execute();
  const online = positions.filter((position) => !offline.includes(position));
  if (online.length)
    await db.run
      .insertInto('machine_online')
      .values(
        online.map((position) => ({
          member,
          machine: machine(position),
          since: new Date(orderedAt),
          until: null,
        })),
      )
      .execute();
  if (rows.length) await db.run.insertInto('task').values(rows).execute();
  return serial_number;
}

/** A provider's reports about machines, whosever they are. */
export const report = (
  { db }: Pick<TestGateway, 'db'>,
  reports: readonly ReportedMachine[],
  now: number,
): Promise<void> =>
  db.tx(async (tx) => {
    const ids = ['', ...reports.map(({ id }) => id)];
    const rows = await tx.selectFrom('machine').select('member').distinct().where('id', 'in', ids).execute();
    await applyReports(
      tx,
      rows.map(({ member }) => member),
      reports,
      now,
    );
  });
