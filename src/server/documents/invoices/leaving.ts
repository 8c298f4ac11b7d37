import type { Executor, Tx } from '../../db/database';

/**
 * Deletes a member's requests for invoices. Issued invoices and credit notes are kept as tax law asks, with their title and tax number,
 * without the address that their notice went to.
 */
export async function eraseInvoices(tx: Tx, member: string): Promise<void> {
  await tx.deleteFrom('invoice').where('member', '=', member).where('state', '<>', 'issued').execute();
  await tx.updateTable('invoice').set({ email: '' }).where('member', '=', member).execute();
}

/** A member's requests, invoices and credit notes, for a copy of the member's data. */
export const invoiceRows = (run: Executor, member: string) =>
  run.selectFrom('invoice').selectAll().where('member', '=', member).execute();
