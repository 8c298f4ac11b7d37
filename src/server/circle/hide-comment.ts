import { dayFor } from '../auth/time-zone';
import type { Db, Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { notifyMember } from '../notices/notify-member';

/** Comments that their authors have not deleted, for lists of the back office. */
export const commentsForDesk = (run: Executor) =>
  run
    .selectFrom('circle_comment as k')
    .innerJoin('member as m', 'm.id', 'k.author')
    .where('k.deleted_at', 'is', null)
    .select(['k.id', 'k.post', 'm.username as member', 'k.text', 'k.created_at', 'k.hidden_at']);

/** Hides a comment and notifies its author; a comment that is already hidden stays unchanged. */
export const hideComment = (db: Db, id: string, reason: string, now: number) =>
  db.tx(async (tx) => {
    const comment = await tx
      .selectFrom('circle_comment')
      .select(['author', 'created_at', 'hidden_at'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!comment) throw new DomainError('commentMissing');
    if (comment.hidden_at) return { id, hidden: true };
    await tx
      .updateTable('circle_comment')
      .set({ hidden_at: new Date(now) })
      .where('id', '=', id)
      .execute();
    const date = await dayFor(tx, comment.author, comment.created_at);
    await notifyMember(tx, comment.author, { kind: 'commentHidden', values: { date, reason } }, now);
    return { id, hidden: true };
  });

async function change(db: Db, id: string, values: { hidden_at: null } | { kept_at: Date }): Promise<void> {
  const { numUpdatedRows } = await db.run
    .updateTable('circle_comment')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('commentMissing');
}

export async function showComment(db: Db, id: string) {
  await change(db, id, { hidden_at: null });
  return { id, hidden: false };
}

/** Rejects the reports made until `now`: the comment leaves the list until somebody reports it again. The trail contains the reason. */
export async function keepComment(db: Db, id: string, now: number) {
  await change(db, id, { kept_at: new Date(now) });
  return { id, kept: true };
}
