import type { Selectable } from 'kysely';
import type { InvoiceBuyer, IssuedInvoice, OrderInvoices } from '../../../contract/money/invoices';
import { me } from '../../auth/members';
import type { Executor } from '../../db/database';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import { ownPurchase } from '../../orders/own';
import type { InvoiceTable } from '../tables';
import { countryOf, whyNoInvoice } from './ask-invoice';

export type Invoice = Selectable<InvoiceTable>;

const buyerOf = ({ buyer, title, country, tax_number, email }: Invoice): InvoiceBuyer => ({
  kind: buyer,
  title,
  country,
  ...(tax_number && { taxNumber: tax_number }),
  email,
});

const issuedOf = ({ number, kind, decided_at, net, tax, gross, fapiao }: Invoice): IssuedInvoice[] =>
  number && decided_at
    ? [{ number, kind, issuedAt: decided_at.toISOString(), net, tax, gross, ...(fapiao && { fapiao }) }]
    : [];

/** See `getInvoices` of the contract. */
export async function orderInvoices(
  { orderNo }: { orderNo: string },
  ctx: RequestContext,
): Promise<OrderInvoices> {
  const { db, member } = ctx;
  const order = await ownPurchase(db.run, member, orderNo);
  const all = await db.run
    .selectFrom('invoice')
    .selectAll()
    .where('member', '=', member)
    .where('order_no', '=', orderNo)
    .orderBy('asked_at')
    .orderBy('number')
    .execute();
  const request = all.find(({ kind }) => kind === 'invoice');
  const before =
    !request &&
    (await db.run
      .selectFrom('invoice')
      .selectAll()
      .where('member', '=', member)
      .where('kind', '=', 'invoice')
      .orderBy('asked_at', 'desc')
      .limit(1)
      .executeTakeFirst());
  const only = countryOf((await me(db.run, ctx)).country);
  return {
    may: request?.state !== 'issued' && !whyNoInvoice(order),
    ...(request && {
      request: {
        ...buyerOf(request),
        state: request.state,
        askedAt: request.asked_at.toISOString(),
        ...(request.answer && { answer: request.answer }),
      },
    }),
    issued: all.flatMap(issuedOf),
    ...(before && { before: buyerOf(before) }),
    ...(only && { country: only }),
  };
}

/** An issued invoice of the member's, by its number. Refused (500) if the member has none with it. */
export async function ownInvoice(run: Executor, member: string, number: string): Promise<Invoice> {
  const own = await run
    .selectFrom('invoice')
    .selectAll()
    .where('number', '=', number)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!own) throw new DomainError('invoiceMissing');
  return own;
}
