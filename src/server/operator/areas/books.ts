import type * as csv from 'csv-stringify/sync';
import { sql } from 'kysely';
import { journal as journalArea, months as monthsArea } from '../../../contract/desk/areas/books';
import type { Executor } from '../../db/database';
import { decimalYuan } from '../../kernel/decimal-yuan';
import { DomainError } from '../../kernel/domain-error';
import { load } from '../../kernel/load';
import { closeMonth, monthsOfBooks, showPeriod } from '../../ledger/close-month';
import { accountName, type BalanceRow, trialBalance } from '../../ledger/trial-balance';
import { source } from '../source';

const postings = (run: Executor) =>
  run.selectFrom(
    run
      // Every transfer has postings, and every posting an account. Inner joins by two columns would be taken for a few rows, and all rows
      // sorted for a page; so would outer joins be, if a condition could not be true for a missing account.
      .selectFrom('transfer as t')
      .leftJoin('posting as p', (join) =>
        join.onRef('p.home', '=', 't.home').onRef('p.transfer', '=', 't.id'),
      )
      .leftJoin('account as a', (join) => join.onRef('a.home', '=', 'p.home').onRef('a.id', '=', 'p.account'))
      .leftJoin('member as m', (join) => join.onRef('m.id', '=', 'a.home').onRef('m.id', '=', 'a.member'))
      .select(['t.at', 't.id as transfer', 't.kind', 'a.member', 'm.username'])
      .select(['t.asset', 't.ref', 't.memo', sql<number>`p.amount`.as('amount')])
      .select([sql<string>`p.transfer || ' ' || p.account`.as('id')])
      .select([sql<string>`coalesce(${accountName}, '')`.as('account')])
      .as('j'),
  );

const journalRows = (run: Executor) => postings(run).selectAll('j');

type Posting = Awaited<ReturnType<ReturnType<typeof journalRows>['execute']>>[number];

const posting = (row: Posting) => {
  const isMoney = row.asset === 'CNY';
  return {
    id: row.id,
    at: row.at,
    transfer: row.transfer,
    entry: row.kind,
    account: row.account,
    ...(row.username && { member: row.username }),
    asset: row.asset,
    ...(isMoney
      ? { amount: row.amount, ...(row.amount < 0 ? { debit: -row.amount } : { credit: row.amount }) }
      : { units: row.amount }),
    ref: row.ref,
    ...(row.memo && { memo: row.memo }),
  };
};

export const journal = source({
  area: journalArea,
  list: {
    rows: journalRows,
    columns: { at: 'j.at', asset: 'j.asset', account: 'j.account', ref: 'j.ref' },
    id: 'j.id',
    member: 'j.member',
    search: ['j.ref', 'j.transfer'],
    view: (rows) => rows.map(posting),
  },
  one: async ({ db }, key) => {
    const row = await journalRows(db.run).where('j.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('postingMissing');
    return posting(row);
  },
  acts: {},
});

/** Amounts of money, or whole units of another asset. */
const balanceView = ({ account, asset, opening, debit, credit, closing }: BalanceRow) =>
  asset === 'CNY'
    ? { account, asset, opening, debit, credit, closing }
    : { account, asset, unitsBefore: opening, unitsOut: debit, unitsIn: credit, units: closing };

/** A decimal number in yuan; other assets are whole. */
const numberOf = (asset: string, amount: number): string =>
  asset === 'CNY' ? decimalYuan(amount) : String(amount);

const balanceColumns = ['opening', 'debit', 'credit', 'closing'] as const;

const balanceFile = (period: string, rows: readonly BalanceRow[]) => ({
  name: `trial-balance-${period}.csv`,
  type: 'text/csv',
  text: (load('csv-stringify/sync') as typeof csv).stringify(
    [
      ['account', 'asset', ...balanceColumns],
      ...rows.map((row) => [
        row.account,
        row.asset,
        ...balanceColumns.map((one) => numberOf(row.asset, row[one])),
      ]),
    ],
    { bom: true, record_delimiter: 'windows' },
  ),
});

/** The person whose proposal to close this month was granted. */
const proposerOf = (run: Executor, month: string) =>
  run
    .selectFrom('operator_proposal')
    .select('name')
    .where('action', '=', 'months/:month/close')
    .where('target', '=', month)
    .where('ended', '=', 'granted')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const months = source({
  area: monthsArea,
  param: 'month',
  kept: ['closed_month', 'month'],
  list: { all: ({ db, now }) => monthsOfBooks(db.run, now()) },
  one: async ({ db, now }, key) => {
    const shown = await showPeriod(db.run, key, now());
    return { ...shown, balances: shown.balances.map(balanceView) };
  },
  acts: {
    close: async ({ gateway: { db, now }, key, person }) => {
      const proposer = await proposerOf(db.run, key);
      const people = proposer
        ? { by: proposer.name, agreed: person.name }
        : { by: person.name, agreed: undefined };
      return closeMonth(db, key, people, now());
    },
    balanceFile: async ({ gateway: { db }, key }) => ({
      month: key,
      file: balanceFile(key, await trialBalance(db.run, key)),
    }),
  },
  worth: { close: () => Number.POSITIVE_INFINITY },
});
