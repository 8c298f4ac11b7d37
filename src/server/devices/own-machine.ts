import * as calls from '../../contract/buying/devices';
import type * as rules from '../../contract/buying/devices.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { restartMachines, restartRefusal } from './restart';
import { sandboxRestartMs } from './sandbox';
import { enqueueSync } from './sync-machines';

/** The refusal is the same for a machine of another member and one that does not exist. */
async function ownMachine(run: Executor, member: string, id: string) {
  const own = await run
    .selectFrom('machine as m')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .select(['m.id', 'm.serial_number', 'm.restartable', 'm.restart_at', 'o.days_left'])
    .where('m.id', '=', id)
    .where('o.member', '=', member)
    .executeTakeFirst();
  if (!own) throw new DomainError('machineMissing');
  return own;
}

/** The milliseconds after which a restarted machine is asked about again, before its turn comes. */
const askAgainAfter = sandboxRestartMs + 5_000;

export const ownMachineHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'renameMachine' | 'restartMachine'
> = {
  async renameMachine({ id, name }, { db, member }) {
    await ownMachine(db.run, member, id);
    await db.run
      .updateTable('machine')
      .set({ name })
      .where('member', '=', member)
      .where('id', '=', id)
      .execute();
    return {};
  },

  restartMachine: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.restartMachine, input, async () => {
        const { member, now } = ctx;
        const machine = await ownMachine(tx, member, input.id);
        const refusal = restartRefusal(machine, now);
        if (refusal) throw new DomainError(refusal);
        const { id, serial_number } = machine;
        await restartMachines(tx, member, [id], now);
        await enqueueSync(tx, [serial_number], now);
        await enqueueSync(tx, [serial_number], now, now + askAgainAfter);
        return {};
      }),
    ),
};
