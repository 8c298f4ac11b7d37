import type * as calls from '../../contract/video/accounts';
import type * as rules from '../../contract/video/accounts.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { cursor, mapPage, page, readText } from '../kernel/pagination';

const pageSize = 50;

/** A member's cloud phones that have days left. */
const machinesOf = (run: Executor, member: string) =>
  run
    .selectFrom('machine as m')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .leftJoin('short_video_account as a', (join) =>
      join.onRef('a.machine', '=', 'm.id').onRef('a.member', '=', 'm.member'),
    )
    .where('o.member', '=', member)
    .where('o.days_left', '>', 0);

const wrong = (field: 'machineId' | 'serialNumber', rule: 'wrong' | 'taken') =>
  new DomainError(
    rule === 'taken' ? 'machineTaken' : 'deviceMissing',
    {},
    { problems: { [field]: { rule } } },
  );

interface MachineFilter {
  machineId?: string | null | undefined;
  serialNumber?: string | undefined;
}

/**
 * The cloud phone that an account should use: the given one, or the first free one of the device order; null for none, undefined if it
 * should not change. `account` already uses it, or is new.
 */
export async function machineFor(
  run: Executor,
  member: string,
  { machineId, serialNumber }: MachineFilter,
  account?: string,
): Promise<string | null | undefined> {
  if (machineId === null) return null;
  if (machineId !== undefined) {
    const machine = await machinesOf(run, member)
      .select(['m.id', 'a.id as account'])
      .where('m.id', '=', machineId)
      .executeTakeFirst();
    if (!machine) throw wrong('machineId', 'wrong');
    if (machine.account !== null && machine.account !== account) throw wrong('machineId', 'taken');
    return machine.id;
  }
  if (serialNumber === undefined) return;
  const machines = await machinesOf(run, member)
    .select(['m.id', 'a.id as account'])
    .where('m.serial_number', '=', serialNumber)
    .orderBy('m.position')
    .execute();
  if (!machines.length) throw wrong('serialNumber', 'wrong');
  const free = machines.find((one) => one.account === null || one.account === account);
  if (!free) throw wrong('serialNumber', 'taken');
  return free.id;
}

export const machines: Pick<Handlers<typeof calls, typeof rules>, 'listFreeMachines'> = {
  async listFreeMachines({ from }, { db, member }) {
    const rows = await machinesOf(db.run, member)
      .where('a.id', 'is', null)
      .where((is) => (from === undefined ? is.lit(true) : is('m.id', '>', readText(from))))
      .select(['m.id', 'm.name', 'm.serial_number', 'm.online'])
      .orderBy('m.id')
      .limit(pageSize + 1)
      .execute();
    return mapPage(
      page(rows, pageSize, ({ id }) => cursor(id)),
      ({ serial_number, ...row }) => ({ ...row, serialNumber: serial_number }),
    );
  },
};
