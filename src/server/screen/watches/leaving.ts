import type { Executor, Tx } from '../../db/database';

/** The questions to watch the member's screens and their results, for the copy of their data. */
export const watchRows = (run: Executor, member: string) =>
  run
    .selectFrom('screen_watch')
    .select(['partner', 'machine', 'person', 'reason', 'asked_at', 'answer', 'answered_at'])
    .select(['began_at', 'until', 'ended_at', 'ended_by'])
    .where('member', '=', member)
    .execute();

export async function eraseWatches(tx: Tx, member: string): Promise<void> {
  await tx.deleteFrom('screen_watch').where('member', '=', member).execute();
}
