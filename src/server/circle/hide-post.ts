import { dayFor } from '../auth/time-zone';
import type { Db, Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { notifyMember } from '../notices/notify-member';

/** Posts that their authors have not deleted, for lists of the back office. */
export const postsForDesk = (run: Executor) =>
  run
    .selectFrom('circle_post as p')
    .innerJoin('member as m', 'm.id', 'p.author')
    .where('p.deleted_at', 'is', null)
    .select([
      'p.id',
      'm.username as member',
      'p.text',
      'p.pictures',
      'p.video',
      'p.created_at',
      'p.hidden_at',
      'p.pinned_at',
    ]);

/** Hides a post and notifies its author; a post that is already hidden stays unchanged. */
export const hidePost = (db: Db, id: string, reason: string, now: number) =>
  db.tx(async (tx) => {
    const post = await tx
      .selectFrom('circle_post')
      .select(['author', 'created_at', 'hidden_at'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!post) throw new DomainError('postMissing');
    if (post.hidden_at) return { id, hidden: true };
    await tx
      .updateTable('circle_post')
      .set({ hidden_at: new Date(now) })
      .where('id', '=', id)
      .execute();
    const date = await dayFor(tx, post.author, post.created_at);
    await notifyMember(tx, post.author, { kind: 'postHidden', values: { date, reason } }, now);
    return { id, hidden: true };
  });

async function change(
  db: Db,
  id: string,
  values: { hidden_at: null } | { kept_at: Date } | { pinned_at: Date | null },
): Promise<void> {
  const { numUpdatedRows } = await db.run
    .updateTable('circle_post')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('postMissing');
}

export async function showPost(db: Db, id: string) {
  await change(db, id, { hidden_at: null });
  return { id, hidden: false };
}

/** Rejects the reports made until `now`: the post leaves the list until somebody reports it again. The trail contains the reason. */
export async function keepPost(db: Db, id: string, now: number) {
  await change(db, id, { kept_at: new Date(now) });
  return { id, kept: true };
}

/** Pins a post above the others from `now` on; without `now`, unpins it. */
export async function pinPost(db: Db, id: string, now?: number) {
  await change(db, id, { pinned_at: now === undefined ? null : new Date(now) });
  return { id, pinned: now !== undefined };
}
