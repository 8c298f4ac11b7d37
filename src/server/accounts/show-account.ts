import type * as calls from '../../contract/accounts';
import type * as rules from '../../contract/accounts.rules';
import type { Executor } from '../db/database';
import { chinaDay } from '../kernel/calendar';
import type { Handlers } from '../kernel/call-group';
import { accountViews, fillDays, lastDays, linkedAccounts } from './list-accounts';
import { accountMissing, ownAccount } from './own';

const month = 30;

/** Live rooms looked into on these days. */
async function visitsOn(run: Executor, account: string, days: readonly string[]): Promise<number> {
  const { grabbed, missed } = await run
    .selectFrom('account_day')
    .where('account', '=', account)
    .where('day', '>=', days[0]!)
    .where('day', '<=', days[days.length - 1]!)
    .select((is) => [is.fn.sum<number>('grabbed').as('grabbed'), is.fn.sum<number>('missed').as('missed')])
    .executeTakeFirstOrThrow();
  return Number(grabbed ?? 0) + Number(missed ?? 0);
}

/** The hour of the day that brought most since a day, and how much of all coins since. */
async function bestHour(run: Executor, account: string, since: string) {
  const hours = await run
    .selectFrom('grab_record')
    .where('account', '=', account)
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
    const days = lastDays(now, 2 * month);
    const views = await accountViews(db.run, [row], now);
    const best = await bestHour(db.run, id, days[month]!);
    return {
      ...views.get(id)!,
      online: !!row.online,
      visits: await visitsOn(db.run, id, days.slice(month)),
      // less than two months old, it has no month before to be compared with
      visitsBefore:
        chinaDay(row.linked_at.getTime()) <= days[0]! ? await visitsOn(db.run, id, days.slice(0, month)) : 0,
      ...(best && { bestHour: best }),
    };
  },

  async tiktokGraph({ id, days }, { db, member, now }) {
    await ownAccount(db.run, member, id);
    const wanted = lastDays(now, days);
    const rows = await db.run
      .selectFrom('account_day')
      .select(['day', 'coins'])
      .where('account', '=', id)
      .where('day', '>=', wanted[0]!)
      .execute();
    return { points: fillDays(wanted, rows) };
  },
};
