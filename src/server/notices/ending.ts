import type { Ending } from '../jobs/housekeeping';

/** System messages to members, read or not. */
export const endMessages: Ending = async (tx, before, most) => {
  const ended = await tx
    .deleteFrom('system_message')
    .where('id', 'in', (is) =>
      is.selectFrom('system_message').select('id').where('at', '<', before).orderBy('at').limit(most),
    )
    .returning('id')
    .execute();
  return ended.length;
};
