import type { Tx } from '../../db/database';
import type { InvoiceLine } from './amounts';

/** Writes the lines of an invoice; with the positions of another invoice's lines for those that credit them. */
export const writeLines = (
  tx: Tx,
  { id: invoice, member }: { id: string; member: string },
  lines: readonly (InvoiceLine & { position: number })[],
) =>
  tx
    .insertInto('invoice_line')
    .values(
      lines.map(({ position, name, quantity, rate, net, tax, gross }) => ({
        member,
        id: `${invoice}:${position}`,
        invoice,
        position,
        name,
        quantity,
        rate,
        net,
        tax,
        gross,
      })),
    )
    .execute();
