import { sql } from 'kysely';
import type * as calls from '../../contract/money/wallet';
import {
  incomeReasons,
  type Movement,
  type MovementKind,
  type MovementReason,
  movementReasons,
} from '../../contract/money/wallet';
import type * as rules from '../../contract/money/wallet.rules';
import type { Executor } from '../db/database';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import { monthSpan } from '../kernel/dates';
import { type Locale, translate } from '../kernel/messages';
import { cursor, mapPage, page, pageSize, readPosition } from '../kernel/pagination';
import { memberAccount } from '../ledger/accounts';
import { balances } from '../ledger/balances';
import { rules as accrualRules, isRule } from '../rules/rules';
import { incomeAccounts } from './months';
import { placeOf, readPlace } from './movement-cursor';

export interface MovementFilter {
  kind: MovementKind;
  reason?: string | undefined;
  month?: string | undefined;
  ref?: string | undefined;
}

interface Row {
  kind: string;
  seq: number;
  reason: string;
  amount: number;
  balance_after: number;
  at: Date;
  ref: string;
  memo: string;
  rule: string | null;
}

const isReason = (kind: string): kind is MovementReason => movementReasons.includes(kind as MovementReason);

const movement = (
  { kind, seq, reason, amount, balance_after, at, ref, memo, rule }: Row,
  locale: Locale,
): Movement => ({
  id: `${kind}:${seq}`,
  kind: kind as Movement['kind'],
  reason: isReason(reason) ? reason : 'other',
  amount,
  balanceAfter: balance_after,
  at: at.toISOString(),
  ref,
  memo,
  ...(rule !== null && isRule(rule) && { rule: translate(locale, accrualRules[rule].words) }),
});

/** The requested postings, with the reason of each. */
function postingsOf(run: Executor, member: string, { kind, reason, month, ref }: MovementFilter) {
  const span = month === undefined ? undefined : monthSpan(month);
  return run
    .selectFrom('posting as p')
    .innerJoin('transfer as t', (join) =>
      join.onRef('t.home', '=', 'p.home').onRef('t.id', '=', 'p.transfer'),
    )
    .innerJoin('account as a', (join) => join.onRef('a.id', '=', 'p.account').onRef('a.home', '=', 'p.home'))
    .where('p.home', '=', member)
    .where('p.account', 'in', kind === 'income' ? incomeAccounts(member) : [memberAccount(member, kind).id])
    .$if(kind === 'income', (query) => query.where('t.kind', 'in', [...incomeReasons]))
    .$if(reason === 'other', (query) => query.where('t.kind', 'not in', [...movementReasons]))
    .where((is) => is.and(defined({ 't.kind': reason === 'other' ? undefined : reason, 't.ref': ref })))
    .where((is) => is.and(span ? [is('t.at', '>=', span.from), is('t.at', '<', span.until)] : []));
}

/** Newest first: in the order in which the balance changed, or by time if two accounts are shown together. */
function inOrder(
  run: Executor,
  member: string,
  { from, ...input }: MovementFilter & { from?: string | undefined },
  size = pageSize,
) {
  const rows = postingsOf(run, member, input)
    .select([
      'a.kind',
      'p.seq',
      't.kind as reason',
      'p.amount',
      'p.balance_after',
      't.at',
      't.ref',
      't.memo',
      't.rule',
    ])
    .limit(size + 1);
  if (input.kind !== 'income') {
    const before = from === undefined ? undefined : readPosition(from);
    return rows
      .where((is) => is.and(before === undefined ? [] : [is('p.seq', '<', before)]))
      .orderBy('p.seq', 'desc');
  }
  const before = from === undefined ? undefined : readPlace(from);
  return rows
    .where((is) =>
      before
        ? is(is.refTuple('t.at', 'p.seq', 'a.kind'), '<', is.tuple(before.at, before.seq, before.kind))
        : is.and([]),
    )
    .orderBy('t.at', 'desc')
    .orderBy('p.seq', 'desc')
    .orderBy('a.kind', 'desc');
}

/** The position of the last movement of a page. */
const endOf = (kind: MovementKind) => (row: Row) => (kind === 'income' ? placeOf(row) : cursor(row.seq));

/** Rows of one query of a statement. */
const batch = 500;

/** All movements, newest first, at most `most`: read as they are needed. */
export async function* everyMovement(
  run: Executor,
  member: string,
  { locale, most, ...filter }: MovementFilter & { locale: Locale; most: number },
): AsyncGenerator<Movement> {
  let left = most;
  for (let from: string | undefined; left > 0; ) {
    const rows = await inOrder(run, member, { ...filter, from }, batch).execute();
    const { items, next } = page(rows, batch, endOf(filter.kind));
    for (const row of items.slice(0, left)) yield movement(row, locale);
    left -= items.length;
    if (!next) return;
    from = next;
  }
}

/** The number of movements, and the sums of what came in and of what went out (positive). */
export async function sumMovements(run: Executor, member: string, filter: MovementFilter) {
  const sums = await postingsOf(run, member, filter)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(case when p.amount > 0 then p.amount end), 0)`.as('in'),
      sql<number>`coalesce(sum(case when p.amount < 0 then -p.amount end), 0)`.as('out'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(sums.count), in: Number(sums.in), out: Number(sums.out) };
}

export const listMovementsHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listMovements'> = {
  async listMovements(input, { db, member, locale }) {
    const rows = await inOrder(db.run, member, input).execute();
    const listed = mapPage(page(rows, pageSize, endOf(input.kind)), (row) => movement(row, locale));
    if (input.from !== undefined) return listed;
    const { total } = await postingsOf(db.run, member, input)
      .select((is) => is.fn.coalesce(is.fn.sum<number>('p.amount'), is.lit(0)).as('total'))
      .executeTakeFirstOrThrow();
    const held = input.kind !== 'income' && (await balances(db.run, member))[input.kind];
    return { ...listed, total: Number(total), ...(held !== false && { held }) };
  },
};
