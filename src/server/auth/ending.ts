import { sql } from 'kysely';
import type { Ending } from '../jobs/housekeeping';

/** Devices on which nobody has signed in any more: to the next sign-in they are unknown. */
export const endDevices: Ending = async (tx, before, most) => {
  const ended = await tx
    .deleteFrom('known_device')
    .where(
      sql<boolean>`(member, device) in (select member, device from known_device where seen_at < ${before} order by seen_at limit ${most})`,
    )
    .returning('member')
    .execute();
  return ended.length;
};
