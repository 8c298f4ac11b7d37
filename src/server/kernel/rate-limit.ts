import { sql } from 'kysely';
import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';

export interface Limit {
  /** Attempts allowed in one window. */
  max: number;
  /** Milliseconds. */
  window: number;
}

/** Requests that one address may make per minute, by whether the call requires a session. */
export type Limits = Record<'anyone' | 'member', Limit>;

/**
 * Generous, because mobile operators put whole towns behind one address: the limits stop scripts, not members. Guessing is limited by the
 * calls themselves, which count by account.
 */
export const limits = (production: boolean): Limits => ({
  anyone: { max: production ? 300 : 30_000, window: 60_000 },
  member: { max: production ? 3_000 : 30_000, window: 60_000 },
});

/** The key under which requests are counted: an address, or the /64 of IPv6 that one customer owns. */
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
  /** Attempts counted in this window, including this one. */
  count: number;
  /** Milliseconds until the window ends. */
  wait: number;
}

/**
 * Reserves an attempt BEFORE the work it guards, in its own statement: parallel guesses cannot exceed the limit, and a rolled-back
 * transaction does not return attempts. Call it with `db.run`, never with a transaction.
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

/** Returns one attempt because its work was not done. */
export async function giveBack(run: Executor, key: string): Promise<void> {
  await run
    .updateTable('throttle')
    .set((is) => ({ count: is('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

/** Clears the attempts under some keys after one has succeeded. */
export async function forgive(run: Executor, ...keys: string[]): Promise<void> {
  await run.deleteFrom('throttle').where('key', 'in', keys).execute();
}

/** Deletes attempts whose window has ended. */
export const sweepAttempts: Sweep = async (run, now) => {
  await run.deleteFrom('throttle').where('until', '<', new Date(now)).execute();
};
