import { sql } from 'kysely';
import type * as calls from '../../contract/money/wallet';
import { incomeReasons } from '../../contract/money/wallet';
import type * as rules from '../../contract/money/wallet.rules';
import type { Handlers } from '../kernel/call-group';
import { beginningOf, dayLength, dayNumber, dayOf, monthNumber, monthOf, numberOfDay } from '../kernel/dates';
import { memberAccount } from '../ledger/accounts';
import { balances } from '../ledger/balances';

/** Days that the wallet's chart has, today with them. */
const days = 15;
/** Months that the wallet lists. */
const months = 12;

export const balanceHistoryHandlers: Pick<Handlers<typeof calls, typeof rules>, 'balanceHistory'> = {
  async balanceHistory(_, { db, member, now }) {
    const account = memberAccount(member, 'balance').id;
    const postings = db.run
      .selectFrom('posting as p')
      .innerJoin('transfer as t', (join) =>
        join.onRef('t.id', '=', 'p.transfer').onRef('t.home', '=', 'p.home'),
      )
      .where('p.home', '=', member)
      .where('p.account', '=', account);
    const day = dayNumber(sql.ref('t.at'));
    const since = beginningOf(dayOf(now - (days - 1) * dayLength));
    const month = monthNumber(sql.ref('t.at'));
    const income = sql.join([...incomeReasons]);
    const change = sql<number>`cast(sum(p.amount) as bigint)`.as('change');
    const earned =
      sql<number>`cast(coalesce(sum(case when t.kind in (${income}) then p.amount end), 0) as bigint)`.as(
        'earned',
      );
    const [{ balance }, byDay, byMonth] = await Promise.all([
      balances(db.run, member),
      postings
        .select([day.as('day'), change, earned])
        .where('t.at', '>=', since)
        .groupBy(day)
        .execute(),
      postings
        .select([
          month.as('month'),
          sql<number>`cast(coalesce(sum(case when p.amount > 0 then p.amount end), 0) as bigint)`.as('in'),
          sql<number>`cast(coalesce(sum(case when p.amount < 0 then -p.amount end), 0) as bigint)`.as('out'),
        ])
        .groupBy(month)
        .orderBy('month', 'desc')
        .limit(months)
        .execute(),
    ]);
    const changes = new Map(byDay.map((one) => [one.day, one]));
    const numbers = Array.from({ length: days }, (_, ago) => numberOfDay(now) - ago);
    const history: { day: string; balance: number }[] = [];
    let held = balance;
    for (const [ago, number] of numbers.entries()) {
      history.unshift({ day: dayOf(now - ago * dayLength), balance: held });
      held -= Number(changes.get(number)?.change ?? 0);
    }
    return {
      earnedToday: Number(changes.get(numberOfDay(now))?.earned ?? 0),
      days: history,
      months: byMonth.map((one) => ({ month: monthOf(one.month), in: Number(one.in), out: Number(one.out) })),
    };
  },
};
