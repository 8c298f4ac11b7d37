import type { Tx } from '../db/database';

// Nodes of a spread database check no key among all members, so the names of linked accounts have a table by name.

/** The name as it is compared. */
export const linkedName = (account: string): string => account.toLowerCase();

/** Whether the name was free. Until the transaction ends, others who want it wait. */
export async function takeName(tx: Tx, linked: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('linked_short_video_account')
    .values({ linked })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Lets others link the names. */
export async function giveUpNames(tx: Tx, linked: readonly string[]): Promise<void> {
  if (linked.length)
    await tx.deleteFrom('linked_short_video_account').where('linked', 'in', linked).execute();
}
