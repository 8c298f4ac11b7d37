import type { Insertable } from 'kysely';
import { taskName } from '../devices/run-tasks';
import { isOnlineInSandbox } from '../devices/sandbox';
import type { Tables } from '../schema/tables';

type Order = Insertable<Tables['device_order']>;
type Machine = Insertable<Tables['machine']>;
type Task = Insertable<Tables['task']>;

const minute = 60_000;

/** Machines of an expired order are offline; the provider's sandbox determines the state of the others. */
export const machinesOf = (
  { member, serial_number, quantity, days_left, ordered_at }: Order,
  at: number,
  now: number,
): Machine[] =>
  Array.from({ length: quantity }, (_, index) => ({
    member,
    id: `${serial_number}-${String(index + 1).padStart(3, '0')}`,
    serial_number,
    position: index + 1,
    name: `CP-${String(at + 1).padStart(2, '0')}-${String(index + 1).padStart(3, '0')}`,
    prepared_at: ordered_at,
    screenshots: true,
    online: days_left > 0 && isOnlineInSandbox(`${serial_number}-${String(index + 1).padStart(3, '0')}`, now),
  }));

/** The periods in which each machine was online. */
export const timesOf = (
  { member, ordered_at, expired_at }: Order,
  machines: readonly Machine[],
  now: number,
): Insertable<Tables['machine_online']>[] =>
  machines.map(({ id, online }) => ({
    member,
    machine: id,
    since: ordered_at,
    until: online ? null : (expired_at ?? new Date(now)),
  }));

/** A finished task on every second machine, and a current one on each that still earns. */
export const tasksOf = (order: Order, machines: readonly Machine[], now: number): Task[] =>
  machines.flatMap((machine, index) => [
    ...(index % 2 ? [] : [task(machine, index, 3, now - (index + 300) * minute)]),
    ...(order.days_left > 0
      ? [task(machine, index + 1, atHand(machine, index), now - (index + 5) * minute)]
      : []),
  ]);

/** 0 waiting, 1 running, 2 paused. A machine that is offline runs nothing. */
function atHand({ online }: Machine, index: number): number {
  if (!online) return index % 2 ? 0 : 2;
  return index % 5 === 2 ? 0 : index % 5 === 4 ? 2 : 1;
}

const task = ({ member, id, serial_number }: Machine, index: number, state: number, at: number): Task => ({
  member,
  id: `${id}-${state === 3 ? 'a' : 'b'}`,
  serial_number,
  machine: id,
  name: taskName(index),
  state,
  progress: [0, 15 + ((index * 17) % 80), 10 + ((index * 11) % 60)][state] ?? 100,
  created_at: new Date(at - 20 * minute),
  changed_at: new Date(at),
});
