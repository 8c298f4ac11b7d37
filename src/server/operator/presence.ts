import * as v from 'valibot';
import { line } from '../../contract/desk/inputs';
import type { Gateway } from '../kernel/gateway';

/** Milliseconds for which a person counts as present after their last report. */
const counts = 20_000;

export const presenceRule = v.object({
  /** An area and a key: `workorders/WO20261120…`. */
  place: line(200),
});

/** Records that a person has a conversation or a work order open, and returns who else has. */
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
