import type { Tx } from '../db/database';
import type { Ending } from '../jobs/housekeeping';
import { eraseContent, erasure } from './trail';

/** Erases the content of the trail's oldest rows: of reads, or of everything else. A row without a salt was erased before. */
async function endContent(tx: Tx, before: Date, most: number, now: number, reads: boolean): Promise<number> {
  const old = await tx
    .selectFrom('operator_action')
    .select('seq')
    .where('at', '<', before)
    .where('phase', reads ? '=' : '<>', 'looked')
    // which rows were erased has to stay, and a row without an object was erased already
    .where('action', '<>', erasure)
    .where((is) => is.or([is('salt', 'is not', null), is('commitment', 'is', null)]))
    .where((is) => is.or([is('target', '<>', ''), is('input', 'is not', null), is('before', 'is not', null)]))
    .orderBy('seq')
    .limit(most)
    .execute();
  const rows = old.map(({ seq }) => seq);
  if (rows.length) await eraseContent(tx, rows, { why: 'its period is over', instead: '' }, now);
  return rows.length;
}

/** The members whose data people of the back office have read. */
export const endReads: Ending = (tx, before, most, now) => endContent(tx, before, most, now, true);

/** The objects, inputs and rows of actions. */
export const endTrail: Ending = (tx, before, most, now) => endContent(tx, before, most, now, false);

/** Notes about records. */
export const endNotes: Ending = async (tx, before, most) => {
  const ended = await tx
    .deleteFrom('desk_note')
    .where('id', 'in', (is) =>
      is.selectFrom('desk_note').select('id').where('at', '<', before).orderBy('at').limit(most),
    )
    .returning('id')
    .execute();
  return ended.length;
};
