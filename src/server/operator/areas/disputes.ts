import { sql } from 'kysely';
import { disputes as area } from '../../../contract/desk/areas/disputes';
import { decideGoods, endDispute, recordDispute } from '../../checkout/disputes/decide';
import { paymentNoOf } from '../../checkout/refunds/split';
import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { picked } from '../picked';
import { source } from '../source';

const rows = (run: Executor) =>
  run
    .selectFrom('dispute as d')
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'd.order_no').onRef('p.member', '=', 'd.member'),
    )
    .innerJoin('member as m', 'm.id', 'p.member')
    .selectAll('d')
    .select(['m.username', 'p.refunded']);

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const isOpen = sql<boolean>`(d.state in ('inquiry', 'open') or (d.state = 'lost' and d.settled_at is null))`;

const view = (row: Row) => ({
  number: row.number,
  orderNo: row.order_no,
  member: row.username,
  way: row.way,
  amount: row.amount,
  reason: row.reason,
  state: row.state,
  withheld: row.withheld ? 'yes' : 'no',
  ...(row.deadline && { deadline: row.deadline }),
  ...(row.refunded > 0 &&
    row.goods !== 'taken' && { warnings: [{ kind: 'refundedToo', amount: row.refunded }] }),
  at: row.at,
  ...(row.ended_at && { endedAt: row.ended_at }),
  ...(row.goods && { goodsAre: row.goods }),
  ...(row.note && { note: row.note }),
  ...(row.settled_at && { settledAt: row.settled_at }),
  ...(row.recorded_by && { by: row.recorded_by }),
  providerNo: row.reference,
  paymentNo: paymentNoOf(row),
});

const one = async (run: Executor, number: string): Promise<Row> => {
  const row = await rows(run).where('d.number', '=', number).executeTakeFirst();
  if (!row) throw new DomainError('disputeMissing');
  return row;
};

export const disputes = source({
  area,
  param: 'number',
  kept: ['dispute', 'number'],
  list: {
    rows,
    columns: { at: 'd.at', amount: 'd.amount', state: 'd.state', way: 'd.way', orderNo: 'd.order_no' },
    id: 'd.number',
    member: 'p.member',
    search: ['d.number', 'd.order_no', 'd.reference', 'd.receipt', 'm.username'],
    where: {
      open: (value) => (picked({ open: true, settled: false }, value, 'open') ? isOpen : sql`not ${isOpen}`),
    },
    view: (found) => found.map(view),
  },
  one: async ({ db }, key) => view(await one(db.run, key)),
  acts: {
    add: ({ gateway: { db, now }, person }, input) => recordDispute(db, input, person.name, now()),
    win: ({ gateway: { db, now }, key }, { note }) => endDispute(db, key, 'won', note, now()),
    lose: ({ gateway: { db, now }, key }, { note }) => endDispute(db, key, 'lost', note, now()),
    decideGoods: ({ gateway: { db, now }, key }, { goodsAre, note }) =>
      decideGoods(db, key, goodsAre, note, now()),
  },
  worth: {
    win: async ({ db }, key) => (await one(db.run, key)).amount,
    lose: async ({ db }, key) => (await one(db.run, key)).amount,
  },
});
