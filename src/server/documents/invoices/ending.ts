import type { Ending } from '../../jobs/housekeeping';

/** The buyers on invoices and credit notes: amounts and numbers stay. */
export const endInvoices: Ending = async (tx, before, most) => {
  const ended = await tx
    .updateTable('invoice')
    .set({ title: '', tax_number: null, email: '' })
    .where('id', 'in', (is) =>
      is
        .selectFrom('invoice')
        .select('id')
        .where('decided_at', '<', before)
        .where('title', '<>', '')
        .orderBy('decided_at')
        .limit(most),
    )
    .returning('id')
    .execute();
  return ended.length;
};
