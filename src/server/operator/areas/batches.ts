import { sql } from 'kysely';
import { batches as area } from '../../../contract/desk/areas/payouts';
import { dayLength } from '../../kernel/dates';
import { batchFile } from '../../wallet/batches/batch-file';
import { batchRows, batchSheet, batchView } from '../../wallet/batches/batch-sheet';
import { approveBatch, cancelBatch } from '../../wallet/batches/decide-batch';
import { makeBatch } from '../../wallet/batches/make-batch';
import { picked } from '../picked';
import { source, type WorthOf } from '../source';

/** The sum of this draft and of the batches that were approved within a day: several small batches are no way around the limit. */
const worthWithin: WorthOf<unknown> = async ({ db, now }, number) => {
  const own = await batchRows(db.run).where('b.number', '=', number).executeTakeFirst();
  if (own?.state !== 'draft') return 0;
  const others = await db.run
    .selectFrom('payout_batch')
    .select((is) => is.fn.sum<number>('amount').as('amount'))
    .where('state', '<>', 'canceled')
    .where('approved_at', '>', new Date(now() - dayLength))
    .executeTakeFirst();
  return own.amount + Number(others?.amount ?? 0);
};

/** A batch whose file may be at the bank is canceled by two people, because its withdrawals can then be paid again. */
const worthOfCancel: WorthOf<unknown> = async ({ db }, number) => {
  const own = await batchRows(db.run).where('b.number', '=', number).executeTakeFirst();
  return own?.state === 'exported' ? Number.POSITIVE_INFINITY : 0;
};

const open = sql<boolean>`b.ended_at is null`;
const ended = sql<boolean>`b.ended_at is not null`;

export const batches = source({
  area,
  param: 'number',
  kept: ['payout_batch', 'number'],
  list: {
    rows: batchRows,
    columns: { at: 'b.at', amount: 'b.amount', state: 'b.state', channel: 'b.channel' },
    id: 'b.number',
    search: ['b.number', 'b.made_by', 'b.approved_by'],
    where: { open: (value) => picked({ open, ended }, value, 'open') },
    view: (rows) => rows.map(batchView),
  },
  one: ({ db }, key) => batchSheet(db.run, key),
  acts: {
    add: ({ gateway: { db, now }, person }, { withdrawals }) =>
      makeBatch(db, withdrawals, person.name, now()),
    approve: ({ gateway: { db, now }, key, person }) => approveBatch(db, key, person.name, now()),
    file: ({ gateway: { db, now, settings }, key }, { format, columns }) =>
      batchFile(db, key, { format, columns, from: settings.payoutSource }, now()),
    cancel: ({ gateway: { db, now }, key }, { reason }) => cancelBatch(db, key, reason, now()),
  },
  worth: { approve: worthWithin, cancel: worthOfCancel },
});
