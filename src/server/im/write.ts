import { sql } from 'kysely';
import type { Tx } from '../db/database';

export type Side = 'member' | 'desk';

interface Written {
  author: Side;
  text: string;
  picture?: string | undefined;
  key?: string | undefined;
}

/**
 * Adds a message and returns its id, the next one of its conversation. The conversation's row stays locked until the transaction ends, so
 * that nobody sees a message before its predecessor.
 */
export async function appendMessage(tx: Tx, member: string, message: Written, now: number): Promise<number> {
  const at = new Date(now);
  const unread = message.author === 'member' ? 'desk_unread' : 'member_unread';
  const { newest } = await tx
    .insertInto('conversation')
    .values({
      member,
      at,
      newest: 1,
      member_read: 0,
      member_unread: 0,
      desk_read: 0,
      desk_unread: 0,
      [unread]: 1,
    })
    .onConflict((conflict) =>
      conflict.column('member').doUpdateSet({
        newest: sql<number>`conversation.newest + 1`,
        at,
        [unread]: sql<number>`${sql.ref(`conversation.${unread}`)} + 1`,
      }),
    )
    .returning('newest')
    .executeTakeFirstOrThrow();
  const { author, text, picture = null, key = null } = message;
  await tx
    .insertInto('conversation_message')
    .values({ member, id: newest, author, text, picture, key, at })
    .execute();
  return newest;
}

/** Marks messages as read by one side, up to an id. Returns the number of the other side's unread messages. */
export async function markRead(tx: Tx, member: string, side: Side, upTo: number): Promise<number> {
  const row = await tx
    .selectFrom('conversation')
    .select(['newest', `${side}_read as read`, `${side}_unread as unread`])
    .where('member', '=', member)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 0;
  const read = Math.min(upTo, row.newest);
  if (read <= row.read) return row.unread;
  const { unread } = await tx
    .selectFrom('conversation_message')
    .select((is) => is.fn.countAll<number>().as('unread'))
    .where('member', '=', member)
    .where('id', '>', read)
    .where('author', '<>', side)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('conversation')
    .set({ [`${side}_read`]: read, [`${side}_unread`]: unread })
    .where('member', '=', member)
    .execute();
  return unread;
}
