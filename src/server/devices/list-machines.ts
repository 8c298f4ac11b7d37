import type * as calls from '../../contract/buying/devices';
import type { Machine } from '../../contract/buying/devices';
import type * as rules from '../../contract/buying/devices.rules';
import type { Handlers } from '../kernel/call-group';
import { cursor, mapPage, page, readPosition } from '../kernel/pagination';
import { ownOrder } from './own-order';
import { offlineReason, stateOf } from './state';
import { currentTasks } from './tasks';

const machinePageSize = 30;

export const machineHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listMachines'> = {
  async listMachines({ serialNumber, from }, ctx) {
    const { db, member } = ctx;
    await ownOrder(db.run, member, serialNumber);
    const { days_left, ended_at, refunded_at } = await db.run
      .selectFrom('device_order')
      .select(['refunded_at', 'ended_at', 'days_left'])
      .where('member', '=', member)
      .where('serial_number', '=', serialNumber)
      .executeTakeFirstOrThrow();
    const rows = await db.run
      .selectFrom('machine')
      .selectAll()
      .where('member', '=', member)
      .where('serial_number', '=', serialNumber)
      .where('position', '>', from === undefined ? 0 : readPosition(from))
      .orderBy('position')
      .limit(machinePageSize + 1)
      .execute();
    const tasks = await currentTasks(
      db.run,
      ctx,
      rows.map(({ id }) => id),
    );
    const ends = { refunded: !!refunded_at, ended: !!ended_at };
    const machine = (row: (typeof rows)[number]): Machine => {
      const { id, name, online, prepared_at } = row;
      const task = tasks.get(id);
      const ready = !!prepared_at;
      const state = stateOf({ ...ends, days_left, prepared: ready, started: ready, online });
      const over = ends.refunded || ends.ended; // nothing brings it back
      const why = over ? undefined : offlineReason({ ...row, days_left, prepared: ready }, ctx.now);
      return {
        id,
        name,
        state,
        online,
        ...(why && { why }),
        ...(row.restartable && days_left > 0 && { restartable: true }),
        ...(row.screenshots && online && days_left > 0 && { screen: true }),
        ...(task && { task }),
      };
    };
    return mapPage(
      page(rows, machinePageSize, ({ position }) => cursor(position)),
      machine,
    );
  },
};
