import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { InferOutput } from 'valibot';
import { OrderState } from '../../../contract/buying/orders';
import * as calls from '../../../contract/money/invoices';
import type * as rules from '../../../contract/money/invoices.rules';
import { invalid } from '../../auth/invalid';
import { me } from '../../auth/members';
import type { Tx } from '../../db/database';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import { idempotent } from '../../kernel/idempotency';
import { lockOwn, type Purchase } from '../../orders/own';
import { isCountry } from '../../wallet/payout/countries';
import type { InvoiceTable } from '../tables';

/** The only country of the invoices of a member of the Chinese version. */
export const countryOf = (version: 'cn' | 'intl'): string | undefined =>
  version === 'cn' ? 'CN' : undefined;

/** Why an order can have no invoice: only goods that were sold, for money that the seller still has. Undefined if it can. */
export function whyNoInvoice({ state, currency, top_up, paid, refunded }: Purchase) {
  if (top_up) return 'invoiceTopUp';
  if (state !== OrderState.successful || currency !== 'money') return 'invoiceUnpaid';
  return refunded >= paid ? 'invoiceRefunded' : undefined;
}

/** Refused (500) for an order that can have no invoice. */
export function assertInvoiceable(order: Purchase): void {
  const why = whyNoInvoice(order);
  if (why) throw new DomainError(why);
}

/** Asks anew for the invoice of an order that the caller has locked. Refused once it is issued. */
async function askAgain(tx: Tx, order: Purchase, asked: Updateable<InvoiceTable>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('invoice')
    .set(asked)
    .where('member', '=', order.member)
    .where('order_no', '=', order.order_no)
    .where('kind', '=', 'invoice')
    .where('state', '<>', 'issued')
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('invoiceIssued');
}

/** See `askInvoice` of the contract. */
export const askInvoice = (
  input: InferOutput<typeof rules.askInvoice>,
  ctx: RequestContext,
): Promise<{ state: 'asked' }> =>
  ctx.db.tx((tx) =>
    idempotent(tx, ctx, calls.askInvoice, input, async () => {
      const order = await lockOwn(tx, ctx, input.orderNo);
      assertInvoiceable(order);
      const { country } = await me(tx, ctx);
      const only = countryOf(country);
      if (only ? input.country !== only : input.country !== 'CN' && !isCountry(input.country))
        throw invalid('country', 'wrong');
      const asked = {
        state: 'asked',
        asked_at: new Date(ctx.now),
        locale: ctx.locale,
        buyer: input.kind,
        title: input.title,
        tax_number: input.kind === 'company' ? (input.taxNumber ?? null) : null,
        country: input.country,
        email: input.email,
        answer: null,
        decided_at: null,
        decided_by: null,
      } as const;
      const written = await tx
        .insertInto('invoice')
        .values({
          id: randomUUID(),
          kind: 'invoice',
          corrects: null,
          order_no: order.order_no,
          member: order.member,
          number: null,
          seller: null,
          paid_at: null,
          fapiao: null,
          ...asked,
        })
        .onConflict((conflict) => conflict.doNothing()) // on several nodes, the index that keeps one for each order has the member too
        .executeTakeFirst();
      if (!written.numInsertedOrUpdatedRows) await askAgain(tx, order, asked);
      return { state: 'asked' as const };
    }),
  );
