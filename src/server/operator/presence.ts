import * as v from 'valibot';
import { line } from '../../contract/desk/inputs';
import type { Gateway } from '../kernel/gateway';

/** Milliseconds for which somebody counts as being at a place after they last said so. */
const counts = 20_000;

export const presenceRule = v.object({
  /** An area and a key: `workorders/WO20261120…`. */
  place: line(200),
});

/** Says that somebody has a conversation or a question open, and tells them who else has. */
export async function beAt({ db, now }: Gateway, name: string, place: string): Promise<{ others: string[] }> {
  const at = now();
  const row = { name, place, seen_at: new Date(at) };
  await db.run
    .insertInto('desk_presence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['place', 'name']).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
  const rows = await db.run
    .selectFrom('desk_presence')
    .select('name')
    .where('place', '=', place)
    .where('name', '<>', name)
    .where('seen_at', '>', new Date(at - counts))
    .orderBy('name')
    .execute();
  return { others: rows.map((one) => one.name) };
}
