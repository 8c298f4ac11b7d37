import { sql } from 'kysely';
import {
  invoicelines as invoicelinesArea,
  invoices as invoicesArea,
} from '../../../contract/desk/areas/invoices';
import type { Executor } from '../../db/database';
import { enterFapiao } from '../../documents/invoices/fapiao';
import { invoiceName, invoicePdf } from '../../documents/invoices/invoice-pdf';
import { issueInvoice, refuseInvoice } from '../../documents/invoices/issue-invoice';
import { DomainError } from '../../kernel/domain-error';
import { source } from '../source';

const invoiceRows = (run: Executor) =>
  run
    .selectFrom('invoice as i')
    .innerJoin('member as m', 'm.id', 'i.member')
    .selectAll('i')
    .select('m.username');

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoiceRows>['execute']>>[number];

const invoiceView = (row: InvoiceRow) => ({
  id: row.id,
  ...(row.number && { number: row.number }),
  kind: row.kind,
  state: row.state,
  title: row.title,
  buyer: row.buyer,
  ...(row.tax_number && { taxNumber: row.tax_number }),
  countryCode: row.country,
  email: row.email,
  member: row.username,
  orderNo: row.order_no,
  ...(row.number && { net: row.net, tax: row.tax, gross: row.gross }),
  ...(row.credited && { credited: row.credited }),
  at: row.asked_at,
  ...(row.state === 'issued' && { issuedAt: row.decided_at }),
  ...(row.decided_by && { by: row.decided_by }),
  ...(row.answer && { answer: row.answer }),
  ...(row.fapiao && { fapiao: row.fapiao }),
  ...(row.corrects && { corrects: row.corrects }),
});

async function rowOf(run: Executor, key: string): Promise<InvoiceRow> {
  const row = await invoiceRows(run).where('i.id', '=', key).executeTakeFirst();
  if (!row) throw new DomainError('invoiceMissing');
  return row;
}

export const invoices = source({
  area: invoicesArea,
  kept: ['invoice', 'id'],
  list: {
    rows: invoiceRows,
    columns: {
      at: 'i.asked_at',
      gross: 'i.gross',
      state: 'i.state',
      kind: 'i.kind',
      orderNo: 'i.order_no',
      countryCode: 'i.country',
      corrects: 'i.corrects',
    },
    id: 'i.id',
    member: 'i.member',
    search: ['i.number', 'i.title', 'i.tax_number', 'i.order_no', 'i.fapiao', 'm.username'],
    view: (rows) => rows.map(invoiceView),
  },
  one: async ({ db }, key) => {
    const row = await rowOf(db.run, key);
    const lines = await db.run
      .selectFrom('invoice_line')
      .select(['name', 'quantity', 'rate', 'net', 'tax', 'gross'])
      .where('member', '=', row.member)
      .where('invoice', '=', key)
      .orderBy('position')
      .execute();
    const { name = '', taxNumber = '' } = JSON.parse(row.seller ?? '{}');
    return {
      ...invoiceView(row),
      lines: lines.map(({ rate, ...line }) => ({ ...line, rate: `${rate / 100} %` })),
      seller: [name, taxNumber].filter(Boolean).join(' · '),
    };
  },
  names: ({ number }) => [number],
  acts: {
    issue: ({ gateway: { db, settings, now }, key, person }) =>
      issueInvoice(db, settings, { id: key, by: person.name }, now()),
    refuse: ({ gateway: { db, now }, key, person }, { reason }) =>
      refuseInvoice(db, { id: key, by: person.name, reason }, now()),
    pdf: async ({ gateway: { db }, key }) => {
      const row = await rowOf(db.run, key);
      if (!row.number) throw new DomainError('invoiceMissing');
      const base64 = (await invoicePdf(db, row)).toString('base64');
      return { id: key, file: { name: invoiceName(row.number), type: 'application/pdf', base64 } };
    },
    fapiao: ({ gateway: { db }, key }, { fapiao }) => enterFapiao(db, key, fapiao),
  },
});

const lineRows = (run: Executor) =>
  run
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', (join) =>
      join.onRef('i.id', '=', 'l.invoice').onRef('i.member', '=', 'l.member'),
    )
    .leftJoin('invoice as c', (join) =>
      join.onRef('c.id', '=', 'i.corrects').onRef('c.member', '=', 'i.member'),
    )
    .selectAll('l')
    .select(['i.number', 'i.kind', 'i.decided_at', 'i.title', 'i.tax_number', 'i.country', 'i.email'])
    .select(['i.order_no', 'i.fapiao', 'c.number as corrected']);

type LineRow = Awaited<ReturnType<ReturnType<typeof lineRows>['execute']>>[number];

const lineView = (row: LineRow) => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  ...(row.corrected && { corrects: row.corrected }),
  issuedAt: row.decided_at,
  title: row.title,
  ...(row.tax_number && { taxNumber: row.tax_number }),
  countryCode: row.country,
  email: row.email,
  name: row.name,
  quantity: row.quantity,
  rate: `${row.rate / 100} %`,
  net: row.net,
  tax: row.tax,
  gross: row.gross,
  orderNo: row.order_no,
  ...(row.fapiao && { fapiao: row.fapiao }),
});

export const invoicelines = source({
  area: invoicelinesArea,
  list: {
    rows: lineRows,
    columns: { issuedAt: 'i.decided_at', gross: 'l.gross', countryCode: 'i.country', number: 'i.number' },
    id: 'l.id',
    search: ['i.number', 'i.title', 'i.tax_number', 'l.name', 'i.order_no', 'i.fapiao'],
    where: {
      fapiao: (value) => (value === 'none' ? sql`i.fapiao is null` : sql`i.fapiao = ${value}`),
    },
    view: (rows) => rows.map(lineView),
  },
  one: async ({ db }, key) => {
    const row = await lineRows(db.run).where('l.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('invoiceMissing');
    return lineView(row);
  },
  acts: {},
});
