import { providerrefunds as area } from '../../../contract/desk/areas/provider-refunds';
import { refundToBalance, sendRefundAgain, voidRefund } from '../../checkout/refunds/decide';
import { paymentNoOf } from '../../checkout/refunds/split';
import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { refundsBy } from '../../payments/providers';
import { source } from '../source';

const rows = (run: Executor) =>
  run
    .selectFrom('provider_refund as r')
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'r.order_no').onRef('p.member', '=', 'r.member'),
    )
    .innerJoin('member as m', 'm.id', 'p.member')
    .selectAll('r')
    .select('m.username');

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const view = (row: Row) => ({
  number: row.number,
  orderNo: row.order_no,
  member: row.username,
  way: row.way,
  amount: row.amount,
  state: row.state,
  ...(row.why && { why: row.why }),
  ...(row.problem && { problem: row.problem }),
  reason: row.reason,
  at: row.at,
  ...(row.ended_at && { endedAt: row.ended_at }),
  sentAs: row.sent_as,
  ...(row.reference && { providerNo: row.reference }),
  paymentNo: paymentNoOf(row),
  times: row.times,
});

const one = async (run: Executor, number: string): Promise<Row> => {
  const row = await rows(run).where('r.number', '=', number).executeTakeFirst();
  if (!row) throw new DomainError('providerRefundMissing');
  return row;
};

export const providerrefunds = source({
  area,
  param: 'number',
  kept: ['provider_refund', 'number'],
  list: {
    rows,
    columns: { at: 'r.at', amount: 'r.amount', state: 'r.state', way: 'r.way', orderNo: 'r.order_no' },
    id: 'r.number',
    member: 'p.member',
    search: ['r.number', 'r.order_no', 'r.reference', 'r.receipt', 'm.username'],
    view: (found) => found.map(view),
  },
  one: async ({ db }, key) => view(await one(db.run, key)),
  acts: {
    sendAgain: ({ gateway, key }) => sendRefundAgain(gateway.db, refundsBy(gateway), key, gateway.now()),
    toBalance: ({ gateway, key }) => refundToBalance(gateway.db, refundsBy(gateway), key, gateway.now()),
    void: ({ gateway: { db, now }, key }) => voidRefund(db, key, now()),
  },
  worth: { toBalance: async ({ db }, key) => (await one(db.run, key)).amount },
});
