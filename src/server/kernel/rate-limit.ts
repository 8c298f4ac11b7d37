import { sql } from 'kysely';
import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';

export interface Limit {
  /** Attempts allowed in one window. */
  max: number;
  /** Milliseconds. */
  window: number;
}

/** Requests that one address may make in a minute, by whether the call asks for a session. */
export type Limits = Record<'anyone' | 'member', Limit>;

/**
 * Generous, because a mobile operator puts a whole town behind one address: they stop a script, not a member. Guessing is
 * stopped by the limits of the calls themselves, which count by account.
 */
export const limits = (production: boolean): Limits => ({
  anyone: { max: production ? 300 : 30_000, window: 60_000 },
  member: { max: production ? 3_000 : 30_000, window: 60_000 },
});

/** What requests are counted by: an address, or of IPv6 the /64 that one customer has all of. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [before = '', after] = ip.split('::');
  const groups = before.split(':').filter(Boolean);
  const rest = after === undefined ? [] : after.split(':').filter(Boolean);
  while (after !== undefined && groups.length + rest.length < 8) groups.push('0');
  const all = [...groups, ...rest].map((group) => Number.parseInt(group, 16).toString(16));
  return `${all.slice(0, 4).join(':')}::/64`;
}

export interface Attempt {
  allowed: boolean;
  /** Attempts counted in this window, this one included. */
  count: number;
  /** Milliseconds until the window ends. */
  wait: number;
}

/**
 * Reserves an attempt BEFORE the work it guards, in one statement of its own: parallel guesses cannot overrun the limit,
 * and a rolled-back transaction does not give attempts back. Call it with `db.run`, never with a transaction.
 */
export async function attempt(
  run: Executor,
  key: string,
  { max, window }: Limit,
  now: number,
): Promise<Attempt> {
  const fresh = new Date(now + window);
  const over = sql<boolean>`throttle.until <= ${new Date(now)}`;
  const row = await run
    .insertInto('throttle')
    .values({ key, count: 1, until: fresh })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${over} then 1 else throttle.count + 1 end`,
        until: sql<Date>`case when ${over} then ${fresh} else throttle.until end`,
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow();
  return { allowed: row.count <= max, count: row.count, wait: row.until.getTime() - now };
}

/** Gives one attempt back: what it was counted for was not done. */
export async function giveBack(run: Executor, key: string): Promise<void> {
  await run
    .updateTable('throttle')
    .set((is) => ({ count: is('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

/** Forgets the attempts under some keys, once one of them has succeeded. */
export async function forgive(run: Executor, ...keys: string[]): Promise<void> {
  await run.deleteFrom('throttle').where('key', 'in', keys).execute();
}

/** Sweeps attempts whose time is over. */
export const sweepAttempts: Sweep = async (run, now) => {
  await run.deleteFrom('throttle').where('until', '<', new Date(now)).execute();
};
