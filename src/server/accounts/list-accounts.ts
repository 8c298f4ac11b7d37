import type * as calls from '../../contract/video/accounts';
import type { Account, AccountSummary, CoinDay } from '../../contract/video/accounts';
import type * as rules from '../../contract/video/accounts.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { dayOf } from '../kernel/dates';
import { likePattern } from '../kernel/like-pattern';
import { cursor, mapPage, page, readTimeAndId } from '../kernel/pagination';
import { shortVideoPlatform } from './provider';
import { stateOf } from './state';

const pageSize = 20;
const summaryDays = 28;
const recentDays = 12;
const dayMs = 86_400_000;

/** The date in China `count` days before today. */
export const daysAgo = (now: number, count: number): string => dayOf(now - count * dayMs);

/** The last days in China up to today, oldest first. */
export const lastDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => daysAgo(now, count - 1 - at));

/** Coins by account and day. */
async function coinsOf(run: Executor, member: string, accounts: readonly string[], since: string) {
  const rows = accounts.length
    ? await run
        .selectFrom('account_day')
        .select(['account', 'day', 'coins'])
        .where('member', '=', member)
        .where('account', 'in', accounts)
        .where('day', '>=', since)
        .execute()
    : [];
  return new Map(rows.map(({ account, day, coins }) => [`${account} ${day}`, Number(coins)]));
}

/** A member's linked accounts, with their cloud phone and state. */
export const linkedAccounts = (run: Executor, member: string) =>
  run
    .selectFrom('short_video_account as a')
    .leftJoin('machine as m', (join) =>
      join.onRef('m.id', '=', 'a.machine').onRef('m.member', '=', 'a.member'),
    )
    .where('a.member', '=', member)
    .where('a.linked', 'is not', null)
    .select((is) => [
      'a.id',
      'a.account',
      'a.nickname',
      'a.avatar',
      'a.coins',
      'a.machine',
      'a.updated_at',
      'a.linked_at',
      'm.serial_number',
      'm.name as machine_name',
      'm.online',
      stateOf({ member: is.ref('a.member'), machine: is.ref('a.machine') }, is.ref('a.signed_in')).as(
        'state',
      ),
    ]);

export type LinkedRow = Awaited<ReturnType<ReturnType<typeof linkedAccounts>['execute']>>[number];

/** Each of these accounts of a member as the list shows it, with the coins of the last days. */
export async function accountView(
  run: Executor,
  member: string,
  rows: readonly LinkedRow[],
  now: number,
): Promise<(row: LinkedRow) => Account> {
  const days = lastDays(now, recentDays);
  const ids = rows.map(({ id }) => id);
  const coins = await coinsOf(run, member, ids, daysAgo(now, recentDays - 1));
  return (row) => {
    const recent = days.map((day) => coins.get(`${row.id} ${day}`) ?? 0);
    return {
      id: row.id,
      account: row.account,
      nickname: row.nickname,
      ...(row.avatar !== null && { avatar: row.avatar }),
      coins: Number(row.coins),
      coinsToday: recent.at(-1) ?? 0,
      ...(row.machine !== null && {
        serialNumber: row.serial_number ?? '',
        machineId: row.machine,
        machine: row.machine_name ?? '',
      }),
      updateTime: row.updated_at.toISOString(),
      state: row.state,
      recent,
    };
  };
}

async function summary(ctx: RequestContext): Promise<AccountSummary> {
  const { db, member, now, settings } = ctx;
  const states = await db.run
    .selectFrom(linkedAccounts(db.run, member).as('one'))
    .groupBy('state')
    .select((is) => [
      'state',
      is.fn.countAll<number>().as('n'),
      is.fn.coalesce(is.fn.sum<number>('coins'), is.lit(0)).as('coins'),
    ])
    .execute();
  const rows = await db.run
    .selectFrom('account_day as d')
    .innerJoin('short_video_account as a', (join) =>
      join.onRef('a.id', '=', 'd.account').onRef('a.member', '=', 'd.member'),
    )
    .where('a.member', '=', member)
    .where('a.linked', 'is not', null)
    .where('d.day', '>=', daysAgo(now, summaryDays - 1))
    .groupBy('d.day')
    .select((is) => ['d.day', is.fn.sum<number>('d.coins').as('coins')])
    .execute();
  const days = fillDays(lastDays(now, summaryDays), rows);
  const count = (state: number) => Number(states.find((row) => row.state === state)?.n ?? 0);
  return {
    coins: states.reduce((sum, row) => sum + Number(row.coins), 0),
    coinsToday: days.at(-1)?.coins ?? 0,
    states: [count(0), count(1), count(2), count(3)],
    days,
    sandbox: shortVideoPlatform(settings)?.sandbox ?? false,
  };
}

/** Adds the days without coins. */
export function fillDays(days: readonly string[], rows: readonly CoinDay[]): CoinDay[] {
  const coins = new Map(rows.map((row) => [row.day, Number(row.coins)]));
  return days.map((day) => ({ day, coins: coins.get(day) ?? 0 }));
}

export const listing: Pick<Handlers<typeof calls, typeof rules>, 'listAccounts'> = {
  async listAccounts({ keyword, state, from }, ctx) {
    const { db, member, now } = ctx;
    const after = from === undefined ? undefined : readTimeAndId(from);
    const rows = await linkedAccounts(db.run, member)
      .where((is) => {
        const stateNow = stateOf(
          { member: is.ref('a.member'), machine: is.ref('a.machine') },
          is.ref('a.signed_in'),
        );
        return is.and([
          ...(keyword
            ? [
                is.or([
                  is('a.account', 'ilike', likePattern(keyword)),
                  is('a.nickname', 'ilike', likePattern(keyword)),
                ]),
              ]
            : []),
          ...(state === undefined ? [] : [is(stateNow, '=', state)]),
          ...(after ? [is(is.refTuple('a.linked_at', 'a.id'), '<', is.tuple(after.at, after.id))] : []),
        ]);
      })
      .orderBy('a.linked_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(pageSize + 1)
      .execute();
    const view = await accountView(db.run, member, rows, now);
    const end = (row: LinkedRow) => cursor(row.linked_at.getTime(), row.id);
    return {
      ...mapPage(page(rows, pageSize, end), view),
      summary: await summary(ctx),
    };
  },
};
