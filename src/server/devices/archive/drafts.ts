import type { Db, Executor, Tx } from '../../db/database';
import type { FileStore } from '../../kernel/file-store';

// Every object is a draft before it is in the store, and until a month names it. The next run finds here the remains of a crash.

/** Milliseconds after which nobody works on a draft any more. */
const abandoned = 3_600_000;

export const addDraft = async (run: Executor, object: string, at: Date): Promise<void> =>
  void (await run.insertInto('order_log_draft').values({ object, at }).execute());

/** Says that somebody still works on drafts. */
export async function keepDrafts(run: Executor, objects: readonly string[], at: Date): Promise<void> {
  if (objects.length)
    await run.updateTable('order_log_draft').set({ at }).where('object', 'in', objects).execute();
}

/** Whether somebody works on a draft, here or at another gateway. One that has blocks is of a month that was archived again. */
export const isAnybodyAtWork = async (run: Executor, now: number): Promise<boolean> =>
  !!(await run
    .selectFrom('order_log_draft as d')
    .select('d.object')
    .where('d.at', '>', new Date(now - abandoned))
    .where('d.object', 'not in', (is) => is.selectFrom('order_log_block as b').select('b.object'))
    .limit(1)
    .executeTakeFirst());

/** Makes drafts objects of months. Fails if somebody took them for abandoned. */
export async function takeDrafts(tx: Tx, objects: readonly string[]): Promise<void> {
  if (!objects.length) return;
  const { numDeletedRows } = await tx
    .deleteFrom('order_log_draft')
    .where('object', 'in', objects)
    .executeTakeFirst();
  if (Number(numDeletedRows) !== objects.length) throw new Error('An object that was written is gone');
}

interface Place {
  db: Db;
  files: FileStore;
}

/**
 * Removes drafts with what they have in the store. The transaction that makes one the object of a month waits for this one and fails, or
 * this one waits for it and leaves the object alone.
 */
export const removeDrafts = ({ db, files }: Place, objects: readonly string[]): Promise<void> =>
  db.tx(async (tx) => {
    if (!objects.length) return;
    const drafts = await tx
      .deleteFrom('order_log_draft')
      .where('object', 'in', objects)
      .returning('object')
      .execute();
    const gone = drafts.map(({ object }) => object);
    if (!gone.length) return;
    await tx.deleteFrom('order_log_block').where('object', 'in', gone).execute();
    await files.remove(gone);
  });

/** Removes what nobody works on any more. */
export async function removeAbandoned(place: Place, now: number): Promise<void> {
  const drafts = await place.db.run
    .selectFrom('order_log_draft')
    .select('object')
    .where('at', '<=', new Date(now - abandoned))
    .execute();
  await removeDrafts(
    place,
    drafts.map(({ object }) => object),
  );
}
