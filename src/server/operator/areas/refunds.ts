import { refunds as refundsArea } from '../../../contract/desk/areas/selling';
import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { refuseRefund } from '../../orders/refund-requests';
import { source } from '../source';

const refundRows = (run: Executor) =>
  run
    .selectFrom('refund_request as r')
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'r.order_no').onRef('p.member', '=', 'r.member'),
    )
    .innerJoin('member as m', 'm.id', 'p.member')
    .select(['r.order_no', 'r.reason', 'r.state', 'r.at', 'r.answer', 'r.decided_at', 'm.username'])
    .select(['p.paid', 'p.refunded', 'p.currency']);

type RefundRow = Awaited<ReturnType<ReturnType<typeof refundRows>['execute']>>[number];

const refundView = (row: RefundRow) => ({
  id: row.order_no,
  orderNo: row.order_no,
  member: row.username,
  state: row.state,
  currency: row.currency,
  left: row.paid - row.refunded,
  at: row.at,
  reason: row.reason,
  ...(row.answer && { answer: row.answer }),
  ...(row.decided_at && { decidedAt: row.decided_at }),
});

export const refunds = source({
  area: refundsArea,
  kept: ['refund_request', 'order_no'],
  list: {
    rows: refundRows,
    columns: { at: 'r.at', state: 'r.state', orderNo: 'r.order_no' },
    id: 'r.order_no',
    member: 'p.member',
    search: ['r.order_no', 'm.username', 'r.reason'],
    view: (rows) => rows.map(refundView),
  },
  one: async ({ db }, key) => {
    const row = await refundRows(db.run).where('r.order_no', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('refundNotAsked');
    return refundView(row);
  },
  acts: {
    refuse: ({ gateway: { db, now }, key }, { reason }) => refuseRefund(db, key, reason, now()),
  },
});
