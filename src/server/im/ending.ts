import { sql } from 'kysely';
import type { Ending } from '../jobs/housekeeping';
import { markUnused } from '../pictures/own-pictures';

/** Messages of conversations, with the pictures in them. The conversation itself stays, with its counters. */
export const endChats: Ending = async (tx, before, most) => {
  const old = await tx
    .selectFrom('conversation_message')
    .select(['member', 'id', 'picture'])
    .where('at', '<', before)
    .orderBy('at')
    .limit(most)
    .execute();
  if (!old.length) return 0;
  const pictures = old.flatMap(({ picture }) => (picture ? [picture] : []));
  await markUnused(tx, pictures);
  await tx
    .deleteFrom('conversation_message')
    .where(
      sql<boolean>`(member, id) in (${sql.join(old.map(({ member, id }) => sql`(${member}, ${id}::bigint)`))})`,
    )
    .execute();
  return old.length;
};
