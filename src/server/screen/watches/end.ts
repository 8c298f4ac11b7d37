import type { WatchEnd } from '../../../contract/buying/watches';
import type { Tx } from '../../db/database';
import { enqueue } from '../../jobs/jobs';
import type { Gateway } from '../../kernel/gateway';
import { watchedMachines } from '../watched-machines';
import { isOver, stateOf, type WatchRow, watchOf } from './row';

/** Tells the partner's server how the question or the watching stands. */
export async function tellOf(tx: Tx, row: WatchRow, now: number): Promise<void> {
  const link = await tx
    .selectFrom('partner_member')
    .select('reference')
    .where('partner', '=', row.partner)
    .where('member', '=', row.member)
    .executeTakeFirst();
  if (!link) return; // it gets a message that the link has ended
  const { partner, id } = row;
  const data = { member: link.reference, id, state: stateOf(row, now) };
  await enqueue(tx, { kind: 'tell-partner', payload: { partner, type: 'watch.updated', data } }, now);
}

/** Ends one that is not over, and returns it as it is now. Again changes nothing. */
export async function endWatch(
  tx: Tx,
  { member, id }: Pick<WatchRow, 'member' | 'id'>,
  by: WatchEnd,
  now: number,
): Promise<WatchRow | undefined> {
  const ended = await tx
    .updateTable('screen_watch')
    .set({ ended_at: new Date(now), ended_by: by, ticket: null, viewer: null })
    .where('member', '=', member)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('until', '>', new Date(now))
    .returningAll()
    .executeTakeFirst();
  if (ended) await tellOf(tx, ended, now);
  return ended ?? watchOf(tx, { member, id });
}

/** Ends all of a member, or those of one partner, because their right has ended. */
export async function endWatchesOf(
  tx: Tx,
  { member, partner }: { member: string; partner?: string },
  now: number,
): Promise<void> {
  const open = await tx
    .selectFrom('screen_watch')
    .select('id')
    .where('member', '=', member)
    .where('ended_at', 'is', null)
    .where('until', '>', new Date(now))
    .where((is) => is.and(partner === undefined ? [] : [is('partner', '=', partner)]))
    .execute();
  for (const { id } of open) await endWatch(tx, { member, id }, 'right', now);
}

/** The loss that ends one before its time; undefined if there is none. */
async function lossOf(
  { db, mayWatch }: Pick<Gateway, 'db' | 'mayWatch'>,
  { member, partner, machine }: WatchRow,
): Promise<WatchEnd | undefined> {
  if (!(await mayWatch(db.run, { member, partner }))) return 'right';
  const [phone] = await watchedMachines(db.run, member, [machine]);
  return phone && phone.days_left > 0 ? undefined : 'phone';
}

/** The row as it stands: one whose right or whose cloud phone has ended is over from now on. */
export async function settled(
  gateway: Pick<Gateway, 'db' | 'mayWatch' | 'now'>,
  row: WatchRow,
): Promise<WatchRow> {
  if (isOver(row, gateway.now())) return row;
  const by = await lossOf(gateway, row);
  if (!by) return row;
  return (await gateway.db.tx((tx) => endWatch(tx, row, by, gateway.now()))) ?? row;
}
