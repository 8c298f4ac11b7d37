import { type RawBuilder, sql } from 'kysely';
import {
  banklines as banklinesArea,
  reconciliation as reconciliationArea,
  statements as statementsArea,
} from '../../../contract/desk/areas/statements';
import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { fenOf } from '../../payments/usdt/reserve';
import { wrongFile } from '../../reconciliation/entry';
import { importStatement, importTransfers } from '../../reconciliation/import-statement';
import { creditOf, ignoreLine, matchByHand, reopenLine, settleOpen } from '../../reconciliation/settle-lines';
import type { BankLine } from '../../reconciliation/tables';
import { picked } from '../picked';
import { source } from '../source';

const fileRows = (run: Executor) =>
  run
    .selectFrom('bank_file as f')
    .selectAll('f')
    .select((is) => {
      const inState = (state: BankLine['state']) =>
        is
          .selectFrom('bank_line as l')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('l.file', '=', 'f.id')
          .where('l.state', '=', state);
      const fee = is
        .selectFrom('bank_line as l')
        .select(({ fn }) => fn.sum<number | null>('l.fee').as('fee'))
        .whereRef('l.file', '=', 'f.id');
      return [inState('matched').as('matched'), inState('open').as('open'), fee.as('fee')];
    });

type FileRow = Awaited<ReturnType<ReturnType<typeof fileRows>['execute']>>[number];

const fileView = (row: FileRow) => ({
  id: row.id,
  name: row.name,
  format: row.format,
  account: row.account,
  lines: row.lines,
  known: row.known,
  matched: Number(row.matched),
  openLines: Number(row.open),
  ...(Number(row.fee) && { fee: Number(row.fee) }),
  by: row.imported_by,
  at: row.at,
});

/** The accounts whose statements are imported; none if they are not set. */
const ours = ({ settings: { payoutSource, payee, wechatPay } }: Gateway) => ({
  camt053: [payoutSource.account, payee.sandbox ? '' : payee.accountNumber.replace(/\s/g, '')].filter(
    Boolean,
  ),
  ...(wechatPay && { wechatPay: [wechatPay.mchId] }),
});

export const statements = source({
  area: statementsArea,
  kept: ['bank_file', 'id'],
  list: {
    rows: fileRows,
    columns: { at: 'f.at', format: 'f.format' },
    id: 'f.id',
    search: ['f.name', 'f.account', 'f.imported_by'],
    view: (rows) => rows.map(fileView),
  },
  one: async ({ db }, key) => {
    const row = await fileRows(db.run).where('f.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('statementMissing');
    return fileView(row);
  },
  acts: {
    add: ({ gateway, person }, { name, file, account, chainSince }) => {
      const { db, now, settings } = gateway;
      const importing = { by: person.name, limit: settings.secondPersonFrom, ours: ours(gateway) };
      if (file !== undefined) return importStatement(db, { name, file, account }, importing, now());
      if (chainSince === undefined) throw wrongFile('0 B');
      return importTransfers(db, settings, { name, since: chainSince }, importing, now());
    },
    matchAgain: async ({ gateway: { db, now, settings }, key, person }) => ({
      id: key,
      ...(await settleOpen(db, key, { by: person.name, limit: settings.secondPersonFrom }, now())),
    }),
  },
});

const lineRows = (run: Executor) =>
  run
    .selectFrom('bank_line as l')
    .leftJoin('receipt as r', 'r.id', 'l.receipt')
    .leftJoin('provider_refund as p', 'p.number', 'l.provider_refund')
    .leftJoin('dispute as d', 'd.number', 'l.dispute')
    .selectAll('l')
    .select((is) => is.fn.coalesce('r.order_no', 'p.order_no', 'd.order_no').as('order_no'));

type LineRow = BankLine & { order_no: string | null };

const lineView = (row: LineRow) => ({
  id: row.id,
  day: row.day,
  ...(row.way === 'usdt' ? { usdt: row.amount } : { amount: row.amount }),
  ...(row.fee && { fee: row.fee }),
  ...(row.way && { way: row.way }),
  currency: row.currency,
  party: row.party,
  partyAccount: row.party_account,
  reference: row.reference,
  bankReference: row.bank_reference,
  text: row.text,
  returned: row.returned ? 'yes' : 'no',
  state: row.state,
  ...(row.why && { why: row.why }),
  ...(row.kind && { kind: row.kind }),
  ...(row.withdrawal && { withdrawal: row.withdrawal }),
  ...(row.remittance && { remittance: row.remittance }),
  ...(row.order_no && { orderNo: row.order_no }),
  ...(row.provider_refund && { refund: row.provider_refund }),
  ...(row.dispute && { dispute: row.dispute }),
  ...(row.transfer && { transfer: row.transfer.split('/')[0] }),
  ...(row.reason && { reason: row.reason }),
  ...(row.settled_by && { settledBy: row.settled_by }),
  ...(row.settled_at && { settledAt: row.settled_at }),
  file: row.file,
  bookedAt: row.booked_at,
});

const line = async (run: Executor, key: string): Promise<LineRow> => {
  const row = await lineRows(run).where('l.id', '=', key).executeTakeFirst();
  if (!row) throw new DomainError('lineMissing');
  return row;
};

export const banklines = source({
  area: banklinesArea,
  kept: ['bank_line', 'id'],
  list: {
    rows: lineRows,
    columns: {
      day: 'l.day',
      amount: 'l.amount',
      bookedAt: 'l.booked_at',
      state: 'l.state',
      kind: 'l.kind',
      way: 'l.way',
      file: 'l.file',
    },
    id: 'l.id',
    search: ['l.reference', 'l.bank_reference', 'l.party', 'l.party_account', 'l.text', 'l.withdrawal'],
    view: (rows) => rows.map(lineView),
  },
  one: async ({ db }, key) => lineView(await line(db.run, key)),
  acts: {
    match: ({ gateway: { db, now }, key, person }, named) => matchByHand(db, key, named, person.name, now()),
    ignore: ({ gateway: { db, now }, key, person }, { reason }) =>
      ignoreLine(db, key, reason, person.name, now()),
    reopen: ({ gateway: { db }, key }) => reopenLine(db, key),
  },
  worth: {
    match: async ({ db, now }, key) => creditOf(db.run, await line(db.run, key), now()),
    // money that left and is nobody's
    ignore: async ({ db, settings }, key) => {
      const { way, amount } = await line(db.run, key);
      return Math.abs(way === 'usdt' ? fenOf(amount, settings.usdtRate) : amount);
    },
  },
});

/** The days of the statements with their sums, without transfers of USDT. */
const dayRows = (run: Executor) => {
  const sum = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(case when ${condition} then abs(amount) end), 0)::bigint`;
  const count = (condition: RawBuilder<boolean>) =>
    sql<number>`count(case when ${condition} then 1 end)::int`;
  const [isOpen, isMatched] = [sql<boolean>`state = 'open'`, sql<boolean>`state = 'matched'`];
  const days = run
    .selectFrom('bank_line')
    .where((is) => is.or([is('way', 'is', null), is('way', '<>', 'usdt')]))
    .select(['day', 'booked_at'])
    .select([
      sum(sql`amount > 0`).as('came_in'),
      sum(sql`amount < 0`).as('went_out'),
      sum(isMatched).as('matched_amount'),
      sum(isOpen).as('open_amount'),
      sum(sql`state = 'ignored'`).as('ignored_amount'),
      sql<number>`sum(fee)::bigint`.as('fee'),
      sql<number>`count(*)::int`.as('lines'),
      count(isMatched).as('matched'),
      count(isOpen).as('open_lines'),
    ])
    .groupBy(['day', 'booked_at']);
  return run.selectFrom(days.as('d')).selectAll('d');
};

type Day = Awaited<ReturnType<ReturnType<typeof dayRows>['execute']>>[number];

const dayView = (row: Day) => ({
  day: row.day,
  cameIn: Number(row.came_in),
  wentOut: Number(row.went_out),
  matchedAmount: Number(row.matched_amount),
  openAmount: Number(row.open_amount),
  ignoredAmount: Number(row.ignored_amount),
  ...(Number(row.fee) && { fee: Number(row.fee) }),
  lines: row.lines,
  matched: row.matched,
  openLines: row.open_lines,
  bookedAt: row.booked_at,
});

export const reconciliation = source({
  area: reconciliationArea,
  param: 'day',
  list: {
    rows: dayRows,
    columns: { day: 'd.day', bookedAt: 'd.booked_at' },
    id: 'd.day',
    search: ['d.day'],
    where: {
      open: (value) =>
        picked({ open: true, settled: false }, value, 'open') ? sql`d.open_lines > 0` : sql`d.open_lines = 0`,
    },
    view: (rows) => rows.map(dayView),
  },
  one: async ({ db }, key) => {
    const row = await dayRows(db.run).where('d.day', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('dayMissing');
    return dayView(row);
  },
  acts: {},
});
