import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../db/database';
import { enqueue } from '../../jobs/jobs';
import type { Schedule } from '../../jobs/worker';
import { notifyMember } from '../../notices/notify-member';
import { lockOrder } from '../../orders/own';
import { creditLines, restOf, sumOf } from './amounts';
import { writeLines } from './lines';
import { nextNumber } from './series';

const batch = 100;

/** Issues the credit note for what was refunded of an invoice's order since the last one. Does nothing without a new refund. */
export async function creditRefunded(
  tx: Tx,
  { id, member }: { id: string; member: string },
  now: number,
): Promise<void> {
  const invoice = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('member', '=', member)
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .forUpdate()
    .executeTakeFirst();
  const order = invoice && (await lockOrder(tx, invoice.order_no, member));
  if (!invoice || !order) return;
  const amount = Math.min(order.refunded, invoice.gross) - invoice.credited;
  if (amount <= 0) return;
  const own = await tx
    .selectFrom('invoice_line')
    .selectAll()
    .where('member', '=', member)
    .where('invoice', '=', id)
    .orderBy('position')
    .execute();
  const before = await tx
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as c', (join) =>
      join.onRef('c.id', '=', 'l.invoice').onRef('c.member', '=', 'l.member'),
    )
    .selectAll('l')
    .where('l.member', '=', member)
    .where('c.corrects', '=', id)
    .execute();
  const lines = creditLines(restOf(own, before), amount);
  const number = await nextNumber(tx, 'credit', now);
  const credit = randomUUID();
  await tx
    .insertInto('invoice')
    .values({
      ...invoice,
      ...sumOf(lines),
      id: credit,
      kind: 'credit',
      corrects: id,
      asked_at: new Date(now),
      decided_at: new Date(now),
      decided_by: null,
      number,
      credited: 0,
      fapiao: null,
    })
    .execute();
  await writeLines(tx, { id: credit, member }, lines);
  await tx
    .updateTable('invoice')
    .set({ credited: invoice.credited + amount })
    .where('member', '=', member)
    .where('id', '=', id)
    .execute();
  if (invoice.country === 'CN')
    await enqueue(tx, { kind: 'issue-fapiao', payload: { id: credit }, id: `fapiao-${credit}` }, now);
  const { order_no: orderNo } = invoice;
  const link = `pages/mine/invoice?orderNo=${orderNo}`;
  await notifyMember(tx, member, { kind: 'invoiceCredited', values: { orderNo, number }, link }, now);
}

async function creditAll(db: Db, now: number): Promise<void> {
  const due = await db.run
    .selectFrom('invoice as i')
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'i.order_no').onRef('p.member', '=', 'i.member'),
    )
    .select(['i.id', 'i.member'])
    .where('i.kind', '=', 'invoice')
    .where('i.state', '=', 'issued')
    .whereRef('p.refunded', '>', 'i.credited')
    .whereRef('i.credited', '<', 'i.gross')
    .limit(batch)
    .execute();
  for (const named of due) await db.tx((tx) => creditRefunded(tx, named, now));
}

/** Follows the refunded amounts of orders, whatever refunds them: the desk, a provider, or a chargeback. */
export const refundCredits: Schedule = { name: 'credit-notes', every: 60_000, run: creditAll };
