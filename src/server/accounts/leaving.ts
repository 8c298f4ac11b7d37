import type { Executor, Tx } from '../db/database';
import { giveUpNames } from './linked-names';

/** Deletes a member's linked accounts, and what they earned day by day: the books have the sums. */
export async function eraseAccounts(tx: Tx, member: string): Promise<void> {
  await tx.deleteFrom('grab_record').where('member', '=', member).execute();
  await tx.deleteFrom('account_day').where('member', '=', member).execute();
  const erased = await tx
    .deleteFrom('short_video_account')
    .where('member', '=', member)
    .returning('linked')
    .execute();
  await giveUpNames(
    tx,
    erased.flatMap(({ linked }) => linked ?? []),
  );
}

/** Rows of a member's linked accounts and of what their tasks collected, for a copy of the member's data. */
export const accountRows = (run: Executor, member: string) =>
  run.selectFrom('short_video_account').selectAll().where('member', '=', member).execute();
export const recordRows = (run: Executor, member: string) =>
  run.selectFrom('grab_record').selectAll().where('member', '=', member).execute();
