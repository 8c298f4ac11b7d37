import type { FastifyInstance } from 'fastify';
import { isSessionOpen } from '../auth/sessions';
import { createFairQueue } from '../kernel/fair-queue';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { invoiceName, invoicePdf } from './invoices/invoice-pdf';
import { ownInvoice } from './invoices/view-invoice';
import { receiptName, receiptPdf } from './receipt';
import { statementCsv, statementName, statementPdf } from './statement';
import { openDocument, type Ticket } from './ticket';

const types = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

function nameOf(ticket: Ticket): string {
  if ('receipt' in ticket) return receiptName(ticket.receipt);
  return 'invoice' in ticket ? invoiceName(ticket.invoice.number) : statementName(ticket.statement);
}

async function pdfOf(
  ticket: Ticket,
  at: Pick<Gateway, 'db' | 'settings'> & { now: number },
): Promise<Buffer> {
  if ('receipt' in ticket) return receiptPdf({ ...ticket, ...at });
  if ('statement' in ticket) return statementPdf({ ...ticket, ...at });
  return invoicePdf(at.db, await ownInvoice(at.db.run, ticket.member, ticket.invoice.number));
}

/**
 * `GET /documents?ticket=…`: a document, for as long as the session that asked for it is open. A CSV is read from the database as it is
 * sent. PDFs are drawn one at a time, because that takes processor time (2,000 rows: 2 s), and members take turns.
 */
export function serveDocuments(
  app: FastifyInstance,
  { db, fileSecret, requests, settings, now }: Gateway,
): void {
  const queue = createFairQueue({ atOnce: 1, perKey: 2, most: 40 });
  app.get<{ Querystring: { ticket?: string } }>('/documents', async (request, reply) => {
    await requests.count(request.ip, 'member', now());
    const ticket = openDocument(fileSecret, `${request.query.ticket}`, now());
    if (!ticket || !(await isSessionOpen(db.run, ticket, now()))) throw new RequestRejected('unknown');
    const format = 'statement' in ticket ? ticket.statement.format : 'pdf';
    const name = nameOf(ticket);
    reply
      .header('content-type', types[format])
      .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '')}"`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store');
    if (request.method === 'HEAD') return reply.send();
    const at = { db, settings, now: now() };
    if ('statement' in ticket && format === 'csv') return reply.send(statementCsv({ ...ticket, ...at }));
    return reply.send(await queue.run(ticket.member, () => pdfOf(ticket, at)));
  });
}
