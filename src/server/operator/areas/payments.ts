import { sql } from 'kysely';
import {
  payments as paymentsArea,
  remittances as remittancesArea,
  transfers as transfersArea,
} from '../../../contract/desk/areas/money';
import { decideRemittance } from '../../checkout/audit-remittance';
import { bookArrival } from '../../checkout/book-arrival';
import { settleUnfitPayment } from '../../checkout/review-payment';
import { settleTransfer } from '../../checkout/settle-transfer';
import type { Executor } from '../../db/database';
import { dayLength } from '../../kernel/dates';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { fenOf } from '../../payments/usdt/reserve';
import { addressOf } from '../../pictures/address';
import { picked } from '../picked';
import { source } from '../source';

const remittanceRows = (run: Executor) =>
  run
    .selectFrom('remittance as r')
    .innerJoin('member as m', 'm.id', 'r.member')
    .leftJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'r.order_no').onRef('p.member', '=', 'r.member'),
    )
    .selectAll('r')
    .select(['m.username', 'p.total', 'p.paid']);

type Remittance = Awaited<ReturnType<ReturnType<typeof remittanceRows>['execute']>>[number];

const remittanceView = ({ settings, fileSecret, now }: Gateway, row: Remittance) => {
  const warnings = [
    ...(row.same_as ? [{ kind: 'sameVoucher', with: row.same_as }] : []),
    ...(row.total !== null &&
    row.state === 'auditing' &&
    row.amount - row.arrived !== row.total - (row.paid ?? 0)
      ? [{ kind: 'otherAmount', amount: row.total - (row.paid ?? 0) }]
      : []),
  ];
  return {
    id: row.id,
    member: row.username,
    orderNo: row.order_no,
    amount: row.amount,
    phone: row.phone,
    at: row.at,
    state: row.state,
    ...(row.reason && { reason: row.reason }),
    ...(row.same_as && { sameVoucherAs: row.same_as }),
    ...(row.decided_at && { decidedAt: row.decided_at }),
    ...(row.arrived && { arrived: row.arrived }),
    ...(warnings.length && { warnings }),
    // one address, as clients of earlier versions expect
    voucher: `${settings.publicUrl}${addressOf(fileSecret, row.voucher, now())}` as unknown as string[],
  };
};

/** The fen that are booked for a remittance, and those that its member was credited by others within a day. */
async function creditWithin(run: Executor, id: string, amount: number | undefined, now: number) {
  const row = await run
    .selectFrom('remittance')
    .select(['amount', 'arrived', 'member'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return 0;
  const sum = await run
    .selectFrom('remittance')
    .select((is) => is.fn.sum<number>('amount').as('amount'))
    .where('member', '=', row.member)
    .where('state', '=', 'approved')
    .where('decided_at', '>', new Date(now - dayLength))
    .executeTakeFirst();
  return (amount ?? row.amount - row.arrived) + row.arrived + Number(sum?.amount ?? 0);
}

export const remittances = source({
  area: remittancesArea,
  kept: ['remittance', 'id'],
  list: {
    rows: remittanceRows,
    columns: { at: 'r.at', amount: 'r.amount', state: 'r.state', orderNo: 'r.order_no' },
    id: 'r.id',
    member: 'r.member',
    search: ['r.id', 'r.phone', 'm.username', 'r.order_no'],
    view: (rows, gateway) => rows.map((row) => remittanceView(gateway, row)),
  },
  one: async (gateway, key) => {
    const row = await remittanceRows(gateway.db.run).where('r.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('remittanceMissing');
    return remittanceView(gateway, row);
  },
  acts: {
    approve: ({ gateway: { db, now }, key }) =>
      decideRemittance(db, key, { state: 'approved', reason: null }, now()),
    reject: ({ gateway: { db, now }, key }, { reason }) =>
      decideRemittance(db, key, { state: 'rejected', reason }, now()),
    arrive: ({ gateway: { db, now }, key }, { amount, rest, requestKey }) =>
      bookArrival(db, key, { amount, rest, key: requestKey }, now()),
  },
  worth: {
    approve: ({ db, now }, id) => creditWithin(db.run, id, undefined, now()),
    arrive: ({ db, now }, id, { amount }) => creditWithin(db.run, id, amount, now()),
  },
});

const reviewRows = (run: Executor) => run.selectFrom('payment_review as p').selectAll('p');

type Review = Awaited<ReturnType<ReturnType<typeof reviewRows>['execute']>>[number];

const reviewView = (row: Review) => ({
  id: row.id,
  way: row.way,
  attempt: row.attempt,
  orderNo: row.order_no,
  reason: row.reason,
  said: row.said,
  at: row.at,
  ...(row.settled_at && { settledAt: row.settled_at }),
  ...(row.note && { note: row.note }),
});

export const payments = source({
  area: paymentsArea,
  kept: ['payment_review', 'id'],
  list: {
    rows: reviewRows,
    columns: { at: 'p.at', way: 'p.way', orderNo: 'p.order_no' },
    id: 'p.id',
    search: ['p.attempt', 'p.order_no', 'p.id'],
    where: {
      open: (value) => {
        const isOpen = picked({ open: true, settled: false }, value, 'open');
        return isOpen ? sql`p.settled_at is null` : sql`p.settled_at is not null`;
      },
    },
    view: (rows) => rows.map(reviewView),
  },
  one: async ({ db }, key) => {
    const row = await reviewRows(db.run).where('p.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('orderMissing');
    return reviewView(row);
  },
  acts: {
    settle: ({ gateway: { db, now }, key }, { note }) => settleUnfitPayment(db, key, note, now()),
  },
});

const transferRows = (run: Executor) => run.selectFrom('usdt_transfer as t').selectAll('t');

type Transfer = Awaited<ReturnType<ReturnType<typeof transferRows>['execute']>>[number];

const transferView = (row: Transfer) => ({
  txid: row.txid,
  address: row.address,
  payer: row.payer,
  amount: row.amount,
  orderNo: row.order_no,
  reason: row.reason,
  at: row.at,
  state: row.state,
});

export const transfers = source({
  area: transfersArea,
  kept: ['usdt_transfer', 'txid'],
  list: {
    rows: transferRows,
    columns: { at: 't.at', amount: 't.amount', state: 't.state', orderNo: 't.order_no' },
    id: 't.txid',
    search: ['t.txid', 't.payer', 't.address', 't.order_no'],
    view: (rows) => rows.map(transferView),
  },
  one: async ({ db }, key) => {
    const row = await transferRows(db.run).where('t.txid', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('orderMissing');
    return transferView(row);
  },
  acts: {
    settle: ({ gateway: { db, settings, now }, key }, input) =>
      settleTransfer(db, settings, { txid: key, ...input }, now()),
  },
  worth: {
    settle: async ({ db, settings }, key) => {
      const row = await transferRows(db.run).where('t.txid', '=', key).executeTakeFirst();
      return row ? fenOf(row.amount, settings.usdtRate) : 0;
    },
  },
});
