import * as calls from '../../contract/money/documents';
import * as rules from '../../contract/money/documents.rules';
import * as invoiceContract from '../../contract/money/invoices';
import * as invoiceRules from '../../contract/money/invoices.rules';
import { invalid } from '../auth/invalid';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { isTimeZone } from '../kernel/local-time';
import { sumMovements } from '../wallet/list-movements';
import { askInvoice } from './invoices/ask-invoice';
import { invoiceName } from './invoices/invoice-pdf';
import { orderInvoices, ownInvoice } from './invoices/view-invoice';
import { receiptName, receiptView } from './receipt';
import { statementName } from './statement';
import { sealDocument, type TicketOf } from './ticket';

/** Milliseconds for which an address opens its document. */
const ticketTtl = 5 * 60_000;

const addressOf = (
  { member, session = '', locale, now, fileSecret }: RequestContext,
  what:
    | Pick<TicketOf<'statement'>, 'statement'>
    | Pick<TicketOf<'receipt'>, 'receipt'>
    | Pick<TicketOf<'invoice'>, 'invoice'>,
): string =>
  `/documents?ticket=${sealDocument(fileSecret, { member, session, locale, until: now + ticketTtl, ...what })}`;

export const documentCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async statementAddress(statement, ctx) {
      const { format, timeZone, ...filter } = statement;
      if (!isTimeZone(timeZone)) throw invalid('timeZone', 'wrong');
      const most = calls.mostInStatement[format];
      const { count } = await sumMovements(ctx.db.run, ctx.member, filter);
      if (count > most) throw new DomainError('statementLong', { most });
      return { url: addressOf(ctx, { statement }), name: statementName(statement) };
    },

    getReceipt: (asked, ctx) => receiptView(ctx.db.run, ctx, asked),

    async receiptAddress(receipt, ctx) {
      if (!isTimeZone(receipt.timeZone)) throw invalid('timeZone', 'wrong');
      await receiptView(ctx.db.run, ctx, receipt);
      return { url: addressOf(ctx, { receipt }), name: receiptName(receipt) };
    },
  },
};

export const invoiceCalls: CallGroup<typeof invoiceContract, typeof invoiceRules> = {
  calls: invoiceContract,
  rules: invoiceRules,
  handlers: {
    getInvoices: orderInvoices,
    askInvoice,
    async invoiceAddress(invoice, ctx) {
      await ownInvoice(ctx.db.run, ctx.member, invoice.number);
      return { url: addressOf(ctx, { invoice }), name: invoiceName(invoice.number) };
    },
  },
};
