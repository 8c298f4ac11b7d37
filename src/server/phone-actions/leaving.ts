import type { Executor, Tx } from '../db/database';

/** The member's actions with their steps, for the copy of their data. */
export const phoneActionRows = (run: Executor, member: string) =>
  run
    .selectFrom('phone_action as a')
    .innerJoin('phone_step as s', (join) =>
      join.onRef('s.member', '=', 'a.member').onRef('s.action', '=', 'a.id'),
    )
    .select(['a.kind', 'a.subject', 'a.at', 's.machine', 's.state', 's.reason'])
    .where('a.member', '=', member)
    .execute();

export async function erasePhoneActions(tx: Tx, member: string): Promise<void> {
  await tx.deleteFrom('phone_action').where('member', '=', member).execute();
}
