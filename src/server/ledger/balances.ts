import type { Executor } from '../db/database';
import { type Kind, kinds } from './accounts';

/** A member's balances of every kind, in the smallest units. */
export async function balances(run: Executor, member: string): Promise<Record<Kind, number>> {
  const rows = await run
    .selectFrom('account')
    .select(['kind', 'balance'])
    .where('home', '=', member)
    .where('member', '=', member)
    .execute();
  const held = new Map(rows.map(({ kind, balance }) => [kind, balance]));
  return Object.fromEntries(kinds.map((kind) => [kind, held.get(kind) ?? 0])) as Record<Kind, number>;
}
