import type { Tx } from '../../db/database';
import { monthOf, monthSpan } from '../../kernel/dates';
import { DomainError } from '../../kernel/domain-error';

/** Refuses to write earnings of a time that the archive has: its months do not change. The caller has locked `order_log` by writing it. */
export async function assertNotArchived(tx: Tx, at: Date): Promise<void> {
  const newest = await tx
    .selectFrom('order_log_archive')
    .select('month')
    .where('back_at', 'is', null)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  const month = monthOf(newest.month);
  if (at < monthSpan(month).until) throw new DomainError('earningsArchived', { month });
}
