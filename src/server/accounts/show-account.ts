import type * as calls from '../../contract/video/accounts';
import type * as rules from '../../contract/video/accounts.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { dayOf } from '../kernel/dates';
import { accountView, daysAgo, fillDays, lastDays, linkedAccounts } from './list-accounts';
import { accountMissing, ownAccount } from './own-account';

const month = 30;

/** An account of a member. */
interface Own {
  member: string;
  id: string;
}

/** Visits to live rooms between two days, both included. */
async function visitsBetween(
  run: Executor,
  { member, id }: Own,
  first: string,
  last: string,
): Promise<number> {
  const { grabbed, missed } = await run
    .selectFrom('account_day')
    .where('member', '=', member)
    .where('account', '=', id)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .select((is) => [is.fn.sum<number>('grabbed').as('grabbed'), is.fn.sum<number>('missed').as('missed')])
    .executeTakeFirstOrThrow();
  return Number(grabbed ?? 0) + Number(missed ?? 0);
}

/** The hour of the day with the most coins since a day, and its share of all coins. */
async function bestHour(run: Executor, { member, id }: Own, since: string) {
  const hours = await run
    .selectFrom('grab_record')
    .where('member', '=', member)
    .where('account', '=', id)
    .where('day', '>=', since)
    .groupBy('hour')
    .select((is) => ['hour', is.fn.sum<number>('amount').as('coins')])
    .orderBy('hour')
    .execute();
  const all = hours.reduce((sum, { coins }) => sum + Number(coins), 0);
  const [best] = [...hours].sort((a, b) => Number(b.coins) - Number(a.coins));
  return best && all > 0
    ? { hour: best.hour, percent: Math.round((Number(best.coins) / all) * 100) }
    : undefined;
}

export const showing: Pick<Handlers<typeof calls, typeof rules>, 'tiktokDetail' | 'tiktokGraph'> = {
  async tiktokDetail({ id }, { db, member, now }) {
    const row = await linkedAccounts(db.run, member).where('a.id', '=', id).executeTakeFirst();
    if (!row) throw accountMissing();
    const view = await accountView(db.run, member, [row], now);
    const [firstBefore, first] = [daysAgo(now, 2 * month - 1), daysAgo(now, month - 1)];
    const own = { member, id };
    const best = await bestHour(db.run, own, first);
    return {
      ...view(row),
      online: !!row.online,
      visits: await visitsBetween(db.run, own, first, daysAgo(now, 0)),
      // an account that is less than two months old has no previous month to compare with
      visitsBefore:
        dayOf(row.linked_at.getTime()) <= firstBefore
          ? await visitsBetween(db.run, own, firstBefore, daysAgo(now, month))
          : 0,
      ...(best && { bestHour: best }),
    };
  },

  async tiktokGraph({ id, days }, { db, member, now }) {
    await ownAccount(db.run, member, id);
    const rows = await db.run
      .selectFrom('account_day')
      .select(['day', 'coins'])
      .where('member', '=', member)
      .where('account', '=', id)
      .where('day', '>=', daysAgo(now, days - 1))
      .execute();
    return { points: fillDays(lastDays(now, days), rows) };
  },
};
