import { sql } from 'kysely';
import type { Executor } from '../db/database';
import { dayLength } from '../kernel/dates';
import { isOneName } from '../wallet/same-name';
import { unusualOf } from '../wallet/unusual';
import type { WithdrawalRow } from '../wallet/view';

/** A reason for a closer look at a withdrawal. */
interface Warning {
  kind:
    | 'otherHolder'
    | 'sharedAccount'
    | 'newAccount'
    | 'contactChanged'
    | 'largest'
    | 'sevenDays'
    | 'newMember'
    | 'large'
    | 'structured';
  /** The other members concerned, the time of the change, or the amount. */
  with?: string;
  since?: Date;
  amount?: number;
  count?: number;
}

type Row = Pick<
  WithdrawalRow,
  'id' | 'member' | 'account' | 'account_number' | 'holder' | 'amount' | 'applied_at'
> & {
  name: string | null;
};

/** Warnings by the id of a withdrawal: a constant number of queries. */
export async function warningsOf(
  run: Executor,
  rows: readonly Row[],
  now: number,
  reportFrom = Number.POSITIVE_INFINITY,
): Promise<Map<string, Warning[]>> {
  const found = new Map<string, Warning[]>(rows.map(({ id }) => [id, []]));
  if (!rows.length) return found;
  const [shared, accounts, members, sums, unusual] = await Promise.all([
    sharedNumbers(run, rows),
    accountsOf(run, rows),
    membersOf(run, rows),
    paidTo(run, rows, now),
    Number.isFinite(reportFrom) ? unusualOf(run, rows, reportFrom) : undefined,
  ]);
  for (const row of rows) {
    const own = found.get(row.id) ?? [];
    if (row.name && row.holder && !isOneName(row.name, row.holder))
      own.push({ kind: 'otherHolder', with: row.name });
    const { isLarge, structured } = unusual?.get(row.id) ?? {};
    if (isLarge) own.push({ kind: 'large' });
    if (structured) own.push({ kind: 'structured', ...structured });
    const others = shared.filter((one) => one.number === row.account_number && one.member !== row.member);
    if (others.length)
      own.push({ kind: 'sharedAccount', with: others.map((one) => one.username).join(', ') });
    const account = accounts.find(({ id }) => id === row.account);
    if (account && row.applied_at.getTime() - account.at.getTime() < 7 * dayLength)
      own.push({ kind: 'newAccount', since: account.at });
    const member = members.find(({ id }) => id === row.member);
    if (member && now - member.created_at.getTime() < 30 * dayLength)
      own.push({ kind: 'newMember', since: member.created_at });
    if (member?.reset_at && now - new Date(member.reset_at).getTime() < 30 * dayLength)
      own.push({ kind: 'contactChanged', since: new Date(member.reset_at) });
    const sum = sums.find((one) => one.member === row.member);
    const before = Number(sum?.most ?? 0);
    if (before && row.amount > 3 * before) own.push({ kind: 'largest', amount: before });
    if (Number(sum?.week ?? 0) > 0) own.push({ kind: 'sevenDays', amount: Number(sum?.week) });
  }
  return found;
}

const distinct = (values: string[]) => [...new Set(values)];

const sharedNumbers = (run: Executor, rows: readonly Row[]) =>
  run
    .selectFrom('payout_account as a')
    .innerJoin('member as m', 'm.id', 'a.member')
    .select(['a.number', 'a.member', 'm.username'])
    .distinct()
    .where('a.number', 'in', distinct(rows.map((row) => row.account_number)))
    .execute();

const accountsOf = (run: Executor, rows: readonly Row[]) =>
  run
    .selectFrom('payout_account')
    .select(['id', 'at'])
    .where('id', 'in', distinct(rows.map((row) => row.account)))
    .execute();

/** Members, with the time at which support last changed their contact. */
const membersOf = (run: Executor, rows: readonly Row[]) =>
  run
    .selectFrom('member as m')
    .select((is) => [
      'm.id',
      'm.created_at',
      is
        .selectFrom('operator_action as a')
        .select(({ fn }) => fn.max<Date | null>('a.at').as('at'))
        .where('a.action', '=', 'members/:account/reset')
        .where('a.phase', '=', 'done')
        .where((or) =>
          or.or([or('a.target', '=', or.ref('m.id')), or('a.target', '=', or.ref('m.username'))]),
        )
        .as('reset_at'),
    ])
    .where('m.id', 'in', distinct(rows.map((row) => row.member)))
    .execute();

/** The largest payout to each member, and the total of the last seven days. */
const paidTo = (run: Executor, rows: readonly Row[], now: number) =>
  run
    .selectFrom('withdrawal')
    .select((is) => [
      'member',
      is.fn.max<number | null>('amount').as('most'),
      sql<number>`coalesce(sum(case when remitted_at > ${new Date(now - 7 * dayLength)} then amount else 0 end), 0)`.as(
        'week',
      ),
    ])
    .where('member', 'in', distinct(rows.map((row) => row.member)))
    .where('remitted_at', 'is not', null)
    .groupBy('member')
    .execute();
