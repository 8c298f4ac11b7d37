import { sql } from 'kysely';
import { corrections as area } from '../../../contract/desk/areas/corrections';
import type { Executor } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { collectOwed, correctBalance } from '../../wallet/corrections/correct-balance';
import { picked, yesOrNo } from '../picked';
import { memberOf } from '../show-member';
import { source } from '../source';

const rows = (run: Executor) =>
  run
    .selectFrom('correction as c')
    .innerJoin('member as m', 'm.id', 'c.member')
    .selectAll('c')
    .select('m.username');

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const view = (row: Row) => ({
  number: row.number,
  member: row.username,
  direction: row.direction,
  amount: row.amount,
  ...(row.owed && { owed: row.owed }),
  reason: row.reason,
  by: row.made_by,
  at: row.at,
});

export const corrections = source({
  area,
  param: 'number',
  kept: ['correction', 'number'],
  list: {
    rows,
    columns: { at: 'c.at', amount: 'c.amount', direction: 'c.direction' },
    id: 'c.number',
    member: 'c.member',
    search: ['c.number', 'm.username', 'c.reason', 'c.made_by'],
    where: {
      owing: (value) => (picked(yesOrNo, value, 'owing') ? sql`c.owed > 0` : sql`c.owed = 0`),
    },
    view: (found) => found.map(view),
  },
  one: async ({ db }, key) => {
    const row = await rows(db.run).where('c.number', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('correctionMissing');
    return view(row);
  },
  acts: {
    add: async ({ gateway: { db, now }, person }, { member, ...input }) =>
      correctBalance(db, { ...input, member: (await memberOf(db.run, member)).id, by: person.name }, now()),
    collect: ({ gateway: { db, now }, key }) => collectOwed(db, key, now()),
  },
  // there is no order and no voucher behind it
  worth: { add: () => Number.POSITIVE_INFINITY },
});
