import type { InferOutput } from 'valibot';
import type { GrabRecord, GrabTotals } from '../../contract/video/logs';
import * as calls from '../../contract/video/logs';
import * as rules from '../../contract/video/logs.rules';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { cursor, mapPage, page, readTimeAndId } from '../kernel/pagination';
import { daysAgo, fillDays, lastDays } from './list-accounts';
import { ownAccount } from './own-account';

const pageSize = 20;
const chartDays = 28;

type Filter = InferOutput<typeof rules.listGrabRecords>;

const records = ({ db, member }: RequestContext, { accountId, day, state }: Filter) =>
  db.run
    .selectFrom('grab_record as r')
    .where('r.member', '=', member)
    .where((is) =>
      is.and([
        ...(accountId === undefined ? [] : [is('r.account', '=', accountId)]),
        ...(day === undefined ? [] : [is('r.day', '=', day)]),
        ...(state === undefined ? [] : [is('r.state', '=', state)]),
      ]),
    );

/** Coins by hour if a day is given, otherwise by day. */
async function bars(ctx: RequestContext, filter: Filter): Promise<Pick<GrabTotals, 'hours' | 'days'>> {
  if (filter.day !== undefined) {
    const rows = await records(ctx, filter)
      .groupBy('r.hour')
      .select((is) => ['r.hour', is.fn.sum<number>('r.amount').as('coins')])
      .execute();
    const hours = Array.from({ length: 24 }, () => 0);
    for (const { hour, coins } of rows) hours[hour] = Number(coins);
    return { hours };
  }
  const rows = await records(ctx, filter)
    .where('r.day', '>=', daysAgo(ctx.now, chartDays - 1))
    .groupBy('r.day')
    .select((is) => ['r.day', is.fn.sum<number>('r.amount').as('coins')])
    .execute();
  return { days: fillDays(lastDays(ctx.now, chartDays), rows) };
}

async function totals(ctx: RequestContext, filter: Filter): Promise<GrabTotals> {
  const { total, grabbed, all } = await records(ctx, filter)
    .select((is) => [
      is.fn.coalesce(is.fn.sum<number>('r.amount'), is.lit(0)).as('total'),
      is.fn.countAll<number>().filterWhere('r.state', '=', calls.GrabState.grabbed).as('grabbed'),
      is.fn.countAll<number>().as('all'),
    ])
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    grabbed: Number(grabbed),
    missed: Number(all) - Number(grabbed),
    ...(filter.from === undefined && (await bars(ctx, filter))),
  };
}

export const logCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listGrabRecords(filter, ctx) {
      const { db, member } = ctx;
      if (filter.accountId !== undefined) await ownAccount(db.run, member, filter.accountId);
      const after = filter.from === undefined ? undefined : readTimeAndId(filter.from);
      const rows = await records(ctx, filter)
        .innerJoin('short_video_account as a', (join) =>
          join.onRef('a.id', '=', 'r.account').onRef('a.member', '=', 'r.member'),
        )
        .where((is) =>
          after ? is(is.refTuple('r.at', 'r.id'), '<', is.tuple(after.at, after.id)) : is.lit(true),
        )
        .select([
          'r.id',
          'a.account',
          'a.nickname',
          'r.amount',
          'r.at',
          'r.live_room',
          'r.streamer',
          'r.state',
        ])
        .orderBy('r.at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(pageSize + 1)
        .execute();
      const view = (row: (typeof rows)[number]): GrabRecord => ({
        id: row.id,
        account: row.account,
        nickname: row.nickname,
        amount: Number(row.amount),
        time: row.at.toISOString(),
        liveRoomName: row.live_room,
        streamerAccount: row.streamer,
        state: row.state,
      });
      const end = (row: (typeof rows)[number]) => cursor(row.at.getTime(), row.id);
      return { ...mapPage(page(rows, pageSize, end), view), ...(await totals(ctx, filter)) };
    },
  },
};
