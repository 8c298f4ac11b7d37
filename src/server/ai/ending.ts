import type { Ending } from '../jobs/housekeeping';

/** Questions to the AI with their answers. */
export const endAiChats: Ending = async (tx, before, most) => {
  const ended = await tx
    .deleteFrom('ai_turn')
    .where('id', 'in', (is) =>
      is.selectFrom('ai_turn').select('id').where('at', '<', before).orderBy('at').limit(most),
    )
    .returning('id')
    .execute();
  return ended.length;
};
