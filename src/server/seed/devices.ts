import type { Insertable } from 'kysely';
import { rentLogId, rentMovement, rentOf } from '../accruals/settle-orders';
import type { Tx } from '../db/database';
import { dayLength, dayOf, startOfDay } from '../kernel/dates';
import type { Tables } from '../schema/tables';
import { accrue } from './accruals';
import type { PastMovement } from './books';
import { insertAll } from './bulk';
import { machinesOf, tasksOf, timesOf } from './machines';
import { demo, democn, lee } from './members';

/** Fen that a machine earns per day. */
const rentAMachine = 3_20;

interface Bought {
  member: string;
  daysAgo: number;
  quantity: number;
  /** Days for which it earns rent. */
  term: number;
}

const packages = [
  { upTo: 2, name: 'Starter' },
  { upTo: 9, name: 'Studio' },
  { upTo: 30, name: 'Business' },
  { upTo: 999, name: 'Enterprise' },
];

/** Newest first: 27 for the demo member, so that the list has a second page, and a few for the others. */
const bought: Bought[] = [
  ...Array.from({ length: 27 }, (_, at) => ({
    member: demo,
    daysAgo: 1 + Math.floor(at * 3.4),
    quantity: at === 2 ? 120 : 1 + ((at * 5) % 12),
    term: at % 4 === 3 ? 30 : 365,
  })),
  { member: democn, daysAgo: 4, quantity: 3, term: 365 },
  { member: democn, daysAgo: 30, quantity: 10, term: 365 },
  { member: democn, daysAgo: 70, quantity: 2, term: 30 },
  { member: lee, daysAgo: 12, quantity: 2, term: 365 },
  { member: lee, daysAgo: 50, quantity: 5, term: 365 },
  // enough friends with enough machines to make the demo member a team leader
  { member: 'member-aiko', daysAgo: 40, quantity: 12, term: 365 },
  { member: 'member-benok', daysAgo: 30, quantity: 2, term: 365 },
  { member: 'member-chenyu', daysAgo: 21, quantity: 4, term: 365 },
  { member: 'member-xiaolin', daysAgo: 44, quantity: 3, term: 365 },
  { member: 'member-ruis', daysAgo: 7, quantity: 1, term: 365 },
];

type Order = Insertable<Tables['device_order']>;
type Log = Insertable<Tables['order_log']>;

/** The earnings of an order until yesterday, day by day as `settle` would have paid them. */
function earn(order: Order, today: number, now: number): Log[] {
  const logs: Log[] = [];
  const first = startOfDay(order.ordered_at.getTime()).getTime() + dayLength;
  for (let day = first; day < today && order.days_left > 0; day += dayLength) {
    const amount = rentOf(order);
    order.rent_left -= amount;
    order.days_left--;
    if (!order.days_left) order.expired_at = new Date(day + dayLength);
    logs.push({
      id: rentLogId(order.serial_number, dayOf(day)),
      serial_number: order.serial_number,
      member: order.member,
      kind: 'rent',
      day: dayOf(day),
      at: new Date(Math.min(day + dayLength + 5 * 60_000, now)),
      amount,
      machines: order.quantity,
    });
  }
  return logs;
}

const rent = (log: Log): PastMovement => ({
  ...rentMovement(log, log.day, log.amount),
  id: log.id,
  at: log.at.getTime(),
});

/** Writes the device orders with all their rows, and returns the rent that they have paid. */
export async function seedDevices(tx: Tx, now: number): Promise<PastMovement[]> {
  const today = startOfDay(now).getTime();
  const orders = bought.map(({ member, daysAgo, quantity, term }, at): Order => {
    const orderedAt = today - daysAgo * dayLength + (9 * 60 + at * 13) * 60_000;
    return {
      serial_number: `CP${dayOf(orderedAt).replace(/-/g, '')}${String(1001 + at)}`,
      member,
      name: packages.find(({ upTo }) => quantity <= upTo)?.name ?? 'Enterprise',
      quantity,
      ordered_at: new Date(orderedAt),
      daily_rent: quantity * rentAMachine,
      rent_left: quantity * rentAMachine * term,
      days_left: term,
      started_at: new Date(orderedAt),
    };
  });
  const logs = orders.flatMap((order) => earn(order, today, now));
  const machines = orders.map((order, at) => machinesOf(order, at, now));
  await insertAll(tx, 'device_order', orders);
  await insertAll(tx, 'machine', machines.flat());
  await insertAll(
    tx,
    'machine_online',
    orders.flatMap((order, at) => timesOf(order, machines[at] ?? [], now)),
  );
  await insertAll(
    tx,
    'device_day',
    logs.map(({ member, serial_number, day, machines }) => ({ member, serial_number, day, machines })),
  );
  await insertAll(
    tx,
    'task',
    orders.flatMap((order, at) => tasksOf(order, machines[at] ?? [], now)),
  );
  const { accrued, accelerations } = accrue(orders, logs);
  await insertAll(tx, 'order_log', [...logs, ...accelerations]);
  return [...logs.map(rent), ...accrued];
}
