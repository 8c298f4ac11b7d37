import type { Ending } from '../jobs/housekeeping';

/** The agreements of deleted accounts. The texts stay, because they name nobody. */
export const endAgreements: Ending = async (tx, before, most) => {
  const ended = await tx
    .deleteFrom('agreement')
    .where('id', 'in', (is) =>
      is
        .selectFrom('agreement as a')
        .innerJoin('member as m', 'm.id', 'a.member')
        .select('a.id')
        .where('m.erased_at', '<', before)
        .limit(most),
    )
    .returning('id')
    .execute();
  return ended.length;
};
