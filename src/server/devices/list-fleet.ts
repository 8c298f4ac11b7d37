import { type RawBuilder, sql } from 'kysely';
import type * as calls from '../../contract/buying/devices';
import {
  type FleetMachine,
  type FleetState,
  type OfflineReason,
  TaskState,
} from '../../contract/buying/devices';
import type * as rules from '../../contract/buying/devices.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { likePattern } from '../kernel/like-pattern';
import { cursor, mapPage, page, readCursor } from '../kernel/pagination';
import { nearlyOver, offlineReason, stateOf } from './state';
import { currentTasks } from './tasks';

const fleetPageSize = 30;

interface FleetRow {
  id: string;
  name: string;
  serial_number: string;
  online: boolean;
  prepared: boolean;
  days_left: number;
  reason: OfflineReason | null;
  restart_at: Date | null;
  screenshots: boolean;
}

/** The condition of each count of `summaryOf` (fulfilment/find-devices.ts). */
const counted: Record<FleetState, ReturnType<typeof sql>> = {
  working: sql`m.online and busy.machine is not null and own.days_left > ${sql.lit(nearlyOver)}`,
  idle: sql`m.online and busy.machine is null and own.days_left > ${sql.lit(nearlyOver)}`,
  expiring: sql`m.online and own.days_left <= ${sql.lit(nearlyOver)}`,
  offline: sql`not m.online`,
};

function readEnd(from: string) {
  const end = readCursor<[days: number, name: string, id: string]>(from, ['number', 'string', 'string']);
  const [days, ...texts] = end;
  if (!Number.isInteger(days) || Math.abs(days) > 1e9 || texts.join('').includes('\0'))
    throw new DomainError('invalid', {}, { problems: { from: { rule: 'wrong' } } });
  return end;
}

type Search = { state?: FleetState | undefined; keyword?: string | undefined };

/** The query of the machines `m` of a fleet, with their orders `own`, that a search finds; a further condition may follow. */
const found = (member: string, { state, keyword }: Search, columns: RawBuilder<unknown>) => {
  const pattern = keyword && likePattern(keyword);
  return sql`
      with own as materialized (
        select member, serial_number, days_left from device_order
        where member = ${member} and refunded_at is null and ended_at is null
      ),
      busy as materialized (
        select distinct task.serial_number, task.machine from own
        join task on task.member = own.member and task.serial_number = own.serial_number and task.state = ${sql.lit(TaskState.running)}
      )
      select ${columns}
      from own
      join machine as m on m.member = own.member and m.serial_number = own.serial_number
      left join busy on busy.serial_number = m.serial_number and busy.machine = m.id
      where true
        ${state ? sql`and ${counted[state]}` : sql``}
        ${pattern ? sql`and (m.name ilike ${pattern} or m.serial_number ilike ${pattern})` : sql``}`;
};

/** The ids of the machines that a search finds, at most `most`. */
export async function fleetIds(
  run: Executor,
  member: string,
  search: Search,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`${found(member, search, sql`m.id`)} order by m.id limit ${sql.lit(most)}`.execute(run);
  return rows.map(({ id }) => id);
}

export const fleetHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listFleet'> = {
  async listFleet({ state, keyword, sort = 'name', from }, ctx) {
    const { db, member } = ctx;
    const days = sort === 'days' ? sql`own.days_left` : sql`0::int`;
    const after = from === undefined ? undefined : readEnd(from);
    const columns = sql`m.id, m.name, m.serial_number, m.online, m.prepared_at is not null as prepared, m.reason, m.restart_at, m.screenshots, own.days_left, ${days} as days`;
    const { rows } = await sql<FleetRow & { days: number }>`${found(member, { state, keyword }, columns)}
        ${after ? sql`and (${days}, m.name, m.id) > (${after[0]}::int, ${after[1]}::text, ${after[2]}::text)` : sql``}
      order by ${days}, m.name, m.id limit ${sql.lit(fleetPageSize + 1)}`.execute(db.run);
    const tasks = await currentTasks(
      db.run,
      ctx,
      rows.map(({ id }) => id),
    );
    const item = (row: FleetRow): FleetMachine => {
      const { id, name, serial_number, online, prepared, days_left, screenshots } = row;
      const task = tasks.get(id);
      const why = offlineReason(row, ctx.now);
      const facts = { refunded: false, ended: false, days_left, prepared, started: prepared, online };
      return {
        id,
        name,
        serialNumber: serial_number,
        state: stateOf(facts),
        online,
        ...(why && { why }),
        remainingDays: days_left,
        ...(screenshots && online && days_left > 0 && { screen: true }),
        ...(task && { task }),
      };
    };
    return mapPage(
      page(rows, fleetPageSize, ({ days, name, id }) => cursor(Number(days), name, id)),
      item,
    );
  },
};
