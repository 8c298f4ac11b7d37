import type { Message, Progress } from '../../contract/support/im';
import type { Executor } from '../db/database';
import { cursor } from '../kernel/pagination';
import type { ConversationMessageTable } from './tables';

/** Messages in a page of older messages, and in a page of new ones. */
const pageSize = 30;
const followingSize = 100;

const view = ({ id, author, text, picture, key, at }: ConversationMessageTable): Message => ({
  id,
  author,
  text,
  ...(picture && { picture }),
  at: at.toISOString(),
  ...(key && { key }),
});

/** The state of a member's conversation: the newest message, and the read positions. */
export async function progress(run: Executor, member: string): Promise<Progress> {
  const row = await run
    .selectFrom('conversation')
    .select(['newest', 'desk_read as deskRead', 'member_unread as unread'])
    .where('member', '=', member)
    .executeTakeFirst();
  return row ?? { newest: 0, deskRead: 0, unread: 0 };
}

/** Messages after an id, the oldest first. */
export async function following(run: Executor, member: string, after: number): Promise<Message[]> {
  const rows = await run
    .selectFrom('conversation_message')
    .selectAll()
    .where('member', '=', member)
    .where('id', '>', after)
    .orderBy('id')
    .limit(followingSize)
    .execute();
  return rows.map(view);
}

/** The newest page, or the one before an id, the oldest first; and whether there are any before it. */
export async function preceding(run: Executor, member: string, before: number | undefined) {
  const rows = await run
    .selectFrom('conversation_message')
    .selectAll()
    .where('member', '=', member)
    .where((is) => is.and(before === undefined ? [] : [is('id', '<', before)]))
    .orderBy('id', 'desc')
    .limit(pageSize)
    .execute();
  const items = rows.reverse().map(view);
  const [oldest] = items;
  return { items, next: oldest && oldest.id > 1 ? cursor(oldest.id) : undefined };
}
