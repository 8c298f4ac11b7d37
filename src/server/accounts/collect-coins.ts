import { sql } from 'kysely';
import { TaskState } from '../../contract/buying/devices';
import { GrabState } from '../../contract/video/logs';
import { chinaAhead } from '../../contract/wire/china';
import type { Db, Executor, Tx } from '../db/database';
import { eachInTurn } from '../jobs/each-in-turn';
import type { Schedule } from '../jobs/worker';
import { dayOf } from '../kernel/dates';
import type { Settings } from '../settings/settings';
import { type ShortVideoPlatform, shortVideoPlatform, type Visit } from './provider';

const batch = 200;
/** Milliseconds to look back, for a gateway that was down. */
const lookBackMs = 86_400_000;

interface Working {
  id: string;
  member: string;
  account: string;
  fetched_until: Date;
  /** When the task started. */
  since: Date;
}

/**
 * Accounts whose cloud phone is online, has days left and runs a task. Accounts that are paused, expired, refunded or signed out are
 * excluded.
 */
const working = (run: Executor) =>
  run
    .selectFrom('short_video_account as a')
    .innerJoin('machine as m', (join) =>
      join.onRef('m.id', '=', 'a.machine').onRef('m.member', '=', 'a.member'),
    )
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .innerJoin('task as t', (join) => join.onRef('t.machine', '=', 'm.id').onRef('t.member', '=', 'm.member'))
    .where('a.linked', 'is not', null)
    .where('a.signed_in', '=', true)
    .where('m.online', '=', true)
    .where('o.days_left', '>', 0)
    .where('t.state', '=', TaskState.running)
    .groupBy(['a.id', 'a.member', 'a.account', 'a.fetched_until'])
    .select((is) => [
      'a.id',
      'a.member',
      'a.account',
      'a.fetched_until',
      is.fn.min<Date>('t.changed_at').as('since'),
    ]);

/** Fetches the new visits of every working account, and returns the number of new records. Failures go to `log`. */
export async function collectCoins(
  db: Db,
  platform: ShortVideoPlatform,
  now: number,
  log: (error: unknown) => void = () => {},
): Promise<number> {
  let made = 0;
  for (let after = ''; ; ) {
    const accounts = await working(db.run).where('a.id', '>', after).orderBy('a.id').limit(batch).execute();
    await eachInTurn(
      accounts,
      async (account) => {
        made += await collect(db, platform, account, now);
      },
      log,
    );
    const last = accounts.at(-1);
    if (!last || accounts.length < batch) return made;
    after = last.id;
  }
}

/** Fetches the visits of one account; 0 if it does not work. */
export async function collectOf(
  db: Db,
  platform: ShortVideoPlatform,
  { member, id }: Pick<Working, 'member' | 'id'>,
  now: number,
): Promise<number> {
  const account = await working(db.run)
    .where('a.member', '=', member)
    .where('a.id', '=', id)
    .executeTakeFirst();
  return account ? collect(db, platform, account, now) : 0;
}

async function collect(db: Db, platform: ShortVideoPlatform, of: Working, now: number): Promise<number> {
  const since = Math.max(of.fetched_until.getTime(), of.since.getTime(), now - lookBackMs);
  if (since >= now) return 0;
  const visits = await platform.visits(of.account, since, now);
  return db.tx((tx) => writeVisits(tx, of, visits, now));
}

/** Stores visits, each once even if the platform reports it again, and adds their coins. Returns the number of new visits. */
export async function writeVisits(
  tx: Tx,
  { id, member }: Pick<Working, 'id' | 'member'>,
  visits: readonly Visit[],
  until: number,
): Promise<number> {
  // locked until the end, so that two concurrent fetches write one after the other
  await tx
    .selectFrom('short_video_account')
    .select('id')
    .where('member', '=', member)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  const fresh = visits.length
    ? await tx
        .insertInto('grab_record')
        .values(
          visits.map(({ at, amount, grabbed, liveRoom, streamer, ...visit }) => ({
            id: `${id}:${visit.id}`,
            account: id,
            member,
            at: new Date(at),
            day: dayOf(at),
            hour: new Date(at + chinaAhead).getUTCHours(),
            amount: grabbed ? amount : 0,
            live_room: liveRoom,
            streamer,
            state: grabbed ? GrabState.grabbed : GrabState.missed,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['day', 'amount', 'state'])
        .execute()
    : [];
  for (const [day, { coins, grabbed, missed }] of sums(fresh))
    await tx
      .insertInto('account_day')
      .values({ member, account: id, day, coins, grabbed, missed })
      .onConflict((conflict) =>
        conflict.constraint('account_day_pkey').doUpdateSet({
          coins: sql<number>`account_day.coins + ${coins}`,
          grabbed: sql<number>`account_day.grabbed + ${grabbed}`,
          missed: sql<number>`account_day.missed + ${missed}`,
        }),
      )
      .execute();
  const coins = fresh.reduce((sum, { amount }) => sum + Number(amount), 0);
  await tx
    .updateTable('short_video_account')
    .set({
      coins: sql<number>`coins + ${coins}`,
      fetched_until: sql<Date>`greatest(fetched_until, ${new Date(until)})`,
      updated_at: sql<Date>`greatest(updated_at, ${new Date(until)})`,
    })
    .where('member', '=', member)
    .where('id', '=', id)
    .execute();
  return fresh.length;
}

function sums(rows: readonly { day: string; amount: number; state: number }[]) {
  const days = new Map<string, { coins: number; grabbed: number; missed: number }>();
  for (const { day, amount, state } of rows) {
    const sum = days.get(day) ?? { coins: 0, grabbed: 0, missed: 0 };
    sum.coins += Number(amount);
    if (state === GrabState.grabbed) sum.grabbed++;
    else sum.missed++;
    days.set(day, sum);
  }
  return days;
}

/** Every five minutes. */
export function coinSchedule(settings: Settings, log: (error: unknown) => void): Schedule {
  const platform = shortVideoPlatform(settings);
  return {
    name: 'coins',
    every: 300_000,
    async run(db, now) {
      if (platform) await collectCoins(db, platform, now, log);
    },
  };
}
