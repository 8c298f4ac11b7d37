import * as v from 'valibot';
import { area, choice, columns, count, finance, money, record, rows, text, time, words } from '../area';
import { reason } from '../inputs';

const { shown, offered } = columns;
const kinds = { invoice: 'invoice', creditNote: 'credit' };

/** Members' requests for invoices, issued invoices, and credit notes. An issued one is never changed. */
export const invoices = area({
  path: 'invoices',
  personal: true,
  see: finance,
  act: finance,
  key: 'id',
  title: 'title',
  fields: {
    id: text(),
    number: text(shown),
    kind: choice(kinds, shown),
    state: choice(['asked', 'issued', 'refused'], shown),
    title: text(shown),
    buyer: choice(['person', 'company'], offered),
    taxNumber: text(offered),
    countryCode: text(shown),
    email: text(offered),
    member: record('members', shown),
    orderNo: record('orders', shown),
    net: money(offered),
    tax: money(shown),
    gross: money(shown),
    credited: money(offered),
    at: time(shown),
    issuedAt: time(offered),
    by: text(offered),
    answer: words(offered),
    fapiao: text(offered),
    corrects: record('invoices'),
    lines: rows(),
    seller: text(),
  },
  sorts: ['at', 'gross'],
  sort: '-at',
  at: 'at',
  filters: { state: { usual: 'asked' }, kind: {}, member: {}, orderNo: {}, countryCode: {}, corrects: {} },
  views: {
    asked: { filters: { state: 'asked' }, sort: 'at' },
    issued: { filters: { state: 'issued' } },
    refused: { filters: { state: 'refused' } },
  },
  actions: {
    issue: { when: { state: ['asked'] }, many: true },
    refuse: { when: { state: ['asked'] }, grave: true, input: reason() },
    pdf: { when: { state: ['issued'] } },
    fapiao: {
      when: { state: ['issued'], countryCode: ['CN'], fapiao: [undefined] },
      input: v.object({ fapiao: v.pipe(v.string(), v.trim(), v.regex(/^\d{8,20}$/)) }),
    },
  },
  related: [
    { area: 'invoices', filter: 'corrects', of: 'id' },
    { area: 'invoicelines', filter: 'number', of: 'number' },
  ],
});

/** The lines of issued invoices and credit notes: exported, they are what a program for fapiao or for tax returns reads. */
export const invoicelines = area({
  path: 'invoicelines',
  personal: true,
  see: finance,
  act: [],
  key: 'id',
  title: 'name',
  fields: {
    id: text(),
    number: text(shown),
    kind: choice(kinds, shown),
    corrects: text(offered),
    issuedAt: time(shown),
    title: text(shown),
    taxNumber: text(shown),
    countryCode: text(shown),
    email: text(offered),
    name: text(shown),
    quantity: count(shown),
    rate: text(shown),
    net: money(shown),
    tax: money(shown),
    gross: money(shown),
    orderNo: record('orders', offered),
    fapiao: text(shown),
  },
  sorts: ['issuedAt', 'gross'],
  sort: '-issuedAt',
  at: 'issuedAt',
  filters: { countryCode: {}, number: {}, fapiao: {} },
  views: { withoutFapiao: { filters: { countryCode: 'CN', fapiao: 'none' }, sort: 'issuedAt' } },
  actions: {},
});
