import type { Db, Tx } from '../../db/database';
import { queueMessage } from '../../delivery/outbox';
import { enqueue } from '../../jobs/jobs';
import { DomainError } from '../../kernel/domain-error';
import { translate } from '../../kernel/messages';
import { textOf } from '../../kernel/texts';
import { notifyMember } from '../../notices/notify-member';
import { linesOf } from '../../orders/lines';
import { lockOrder } from '../../orders/own';
import type { Settings } from '../../settings/settings';
import { rateIn, type TaxRates } from '../../settings/tax-rates';
import type { Seller } from '../tables';
import { sumOf, withoutTax } from './amounts';
import { assertInvoiceable } from './ask-invoice';
import { creditRefunded } from './credit-refunds';
import { writeLines } from './lines';
import { nextNumber } from './series';
import type { Invoice } from './view-invoice';

const screenOf = (orderNo: string) => `pages/mine/invoice?orderNo=${orderNo}`;

/** Locks a request for an invoice. Refused if there is none. */
async function lockRequest(tx: Tx, id: string): Promise<Invoice> {
  const named = await tx.selectFrom('invoice').select('member').where('id', '=', id).executeTakeFirst();
  if (!named) throw new DomainError('invoiceMissing');
  const found = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('member', '=', named.member)
    .where('id', '=', id)
    .where('kind', '=', 'invoice')
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new DomainError('invoiceMissing');
  return found;
}

/** The rates that the prices of a line contained when it was bought; today's for a line that is older than them. */
const ratesOf = (text: string | null, today: TaxRates): TaxRates => (text ? JSON.parse(text) : today);

/**
 * Issues a requested invoice with the next number; what was refunded before is credited at once. The same decision again changes nothing.
 * Refused without the seller's tax number, and for an order that can have no invoice any more.
 */
export const issueInvoice = (
  db: Db,
  { sellerName, seller, taxRates, publicUrl }: Settings,
  { id, by }: { id: string; by: string },
  now: number,
): Promise<{ id: string; number: string }> =>
  db.tx(async (tx) => {
    const asked = await lockRequest(tx, id);
    if (asked.number) return { id, number: asked.number };
    if (asked.state !== 'asked') throw new DomainError('invoiceDecided');
    if (!seller.taxNumber) throw new DomainError('sellerTaxNumber');
    const order = await lockOrder(tx, asked.order_no, asked.member);
    if (!order) throw new DomainError('orderMissing');
    assertInvoiceable(order);
    const lines = (await linesOf(tx, order)).map((line) => {
      const rate = rateIn(ratesOf(line.tax_rates, taxRates), asked.country);
      const { position, quantity } = line;
      const name = textOf(line, 'name', asked.locale);
      return { position, name, quantity, rate, ...withoutTax(line.total, rate) };
    });
    const number = await nextNumber(tx, 'invoice', now);
    const named: Seller = { name: sellerName, ...seller };
    await tx
      .updateTable('invoice')
      .set({
        state: 'issued',
        number,
        decided_at: new Date(now),
        decided_by: by,
        seller: JSON.stringify(named),
        paid_at: order.paid_at,
        ...sumOf(lines),
      })
      .where('member', '=', asked.member)
      .where('id', '=', id)
      .execute();
    await writeLines(tx, asked, lines);
    await creditRefunded(tx, asked, now);
    if (asked.country === 'CN')
      await enqueue(tx, { kind: 'issue-fapiao', payload: { id }, id: `fapiao-${id}` }, now);
    const values = { orderNo: order.order_no, number };
    await notifyMember(
      tx,
      order.member,
      { kind: 'invoiceIssued', values, link: screenOf(order.order_no) },
      now,
    );
    await queueMessage(
      tx,
      {
        channel: 'mail',
        address: asked.email,
        subject: translate(asked.locale, 'invoiceMail', { number }),
        text: translate(asked.locale, 'invoiceMailText', {
          ...values,
          address: `${publicUrl}/#/${screenOf(order.order_no)}`,
        }),
      },
      now,
    );
    return { id, number };
  });

/** Rejects a request, and notifies the member, who may ask again. The same rejection again changes nothing. */
export const refuseInvoice = (
  db: Db,
  { id, by, reason }: { id: string; by: string; reason: string },
  now: number,
): Promise<{ id: string; state: 'refused' }> =>
  db.tx(async (tx) => {
    const asked = await lockRequest(tx, id);
    if (asked.state === 'refused' && asked.answer === reason) return { id, state: 'refused' as const };
    if (asked.state !== 'asked') throw new DomainError('invoiceDecided');
    await tx
      .updateTable('invoice')
      .set({ state: 'refused', answer: reason, decided_at: new Date(now), decided_by: by })
      .where('member', '=', asked.member)
      .where('id', '=', id)
      .execute();
    const { member, order_no: orderNo } = asked;
    const message = { kind: 'invoiceRefused', values: { orderNo, reason }, link: screenOf(orderNo) } as const;
    await notifyMember(tx, member, message, now);
    return { id, state: 'refused' as const };
  });
