import { sql } from 'kysely';
import type * as calls from '../../contract/money/wallet';
import {
  cloudPhoneReasons,
  type IncomeReason,
  incomeReasons,
  type Revenue,
} from '../../contract/money/wallet';
import type * as rules from '../../contract/money/wallet.rules';
import type { Handlers } from '../kernel/call-group';
import { monthNumber, monthOf } from '../kernel/dates';
import { incomeAccounts } from './months';

const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0);

export const listIncomeHandlers: Pick<Handlers<typeof calls, typeof rules>, 'revenue'> = {
  async revenue({ year }, { db, member }) {
    const month = monthNumber(sql.ref('t.at'));
    const rows = await db.run
      .selectFrom('posting as p')
      .innerJoin('transfer as t', (join) =>
        join.onRef('t.id', '=', 'p.transfer').onRef('t.home', '=', 'p.home'),
      )
      .where('p.home', '=', member)
      .where('p.account', 'in', incomeAccounts(member))
      .where('t.kind', 'in', [...incomeReasons])
      .select([month.as('month'), 't.kind', sql<number>`cast(sum(p.amount) as bigint)`.as('amount')])
      .groupBy([month, 't.kind'])
      .execute();
    const years = [...new Set(rows.map((row) => Math.floor(row.month / 100)))].sort((a, b) => b - a);
    const ofYear = rows.filter((row) => year === undefined || Math.floor(row.month / 100) === year);
    const { total, kinds } = byKind(ofYear);
    const cloudPhones = sum(kinds.filter(({ kind }) => cloudPhoneReasons.includes(kind)));
    return { total, kinds, cloudPhones, months: byMonth(ofYear), years };
  },
};

type Row = { month: number; kind: string; amount: number };

/** The totals of each kind that occurs, in the order of the contract, and of all together. */
function byKind(rows: readonly Row[]): Pick<Revenue, 'total' | 'kinds'> {
  const kinds = incomeReasons
    .filter((kind) => rows.some((row) => row.kind === kind))
    .map((kind: IncomeReason) => ({ kind, amount: sum(rows.filter((row) => row.kind === kind)) }));
  return { total: sum(kinds), kinds };
}

function byMonth(rows: readonly Row[]): Revenue['months'] {
  const months = [...new Set(rows.map(({ month }) => month))].sort((a, b) => b - a);
  return months.map((month) => ({
    month: monthOf(month),
    ...byKind(rows.filter((row) => row.month === month)),
  }));
}
