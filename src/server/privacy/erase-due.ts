import { dayFor } from '../auth/time-zone';
import type { Tx } from '../db/database';
import type { Schedule } from '../jobs/worker';
import { dayLength } from '../kernel/dates';
import type { FileStore } from '../kernel/file-store';
import { notifyMember } from '../notices/notify-member';
import { forgetCopy } from './copies';
import { eraseMember } from './erase-member';
import type { Eraser } from './leaving';
import { obstaclesOf } from './obstacles';

/** Days by which a deletion is put off that something has come in the way of. */
const putOff = 7;
const batch = 20;

async function eraseOne(tx: Tx, id: string, erasers: readonly Eraser[], now: number): Promise<boolean> {
  const due = await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', id)
    .where('leaving_at', '<=', new Date(now))
    .forUpdate()
    .executeTakeFirst();
  if (!due) return false; // kept this very moment
  if (!(await obstaclesOf(tx, id)).length) {
    await eraseMember(tx, id, erasers, now);
    return true;
  }
  const again = new Date(now + putOff * dayLength);
  await tx.updateTable('member').set({ leaving_at: again }).where('id', '=', id).execute();
  const link = 'pages/mine/deleteAccount';
  const date = await dayFor(tx, id, again);
  await notifyMember(tx, id, { kind: 'deletionPutOff', values: { date }, link }, now);
  return false;
}

/**
 * Deletes the accounts whose cooling-off period is over. An account that has received money meanwhile waits, and its member is notified.
 */
export const erasing = (files: FileStore, erasers: readonly Eraser[]): Schedule => ({
  name: 'erase-members',
  every: 600_000,
  async run(db, now) {
    const due = await db.run
      .selectFrom('member')
      .select('id')
      .where('leaving_at', '<=', new Date(now))
      .orderBy('leaving_at')
      .limit(batch)
      .execute();
    for (const { id } of due) {
      const erased = await db.tx((tx) => eraseOne(tx, id, erasers, now));
      if (erased) await forgetCopy(db, files, id);
    }
  },
});
