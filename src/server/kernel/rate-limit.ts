import { sql } from 'kysely';
import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import type { RequestContext } from './context';
import { DomainError } from './domain-error';

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

/** A network under which requests are counted. */
export interface Network {
  name: string;
  /** The limit of the whole network, as a multiple of one customer's. */
  times: number;
}

/**
 * The networks of an address, narrowest first. IPv6: the /64 that one customer owns, and the /56 and /48, which providers assign to one customer
 * too. IPv4: the address and its /24.
 */
export function networksOf(ip: string): [own: Network, ...wider: Network[]] {
  const [, four] = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip) ?? [];
  if (four !== undefined)
    return [
      { name: ip.replace(/^::ffff:/i, ''), times: 1 },
      { name: `${four}.0/24`, times: 16 },
    ];
  if (!ip.includes(':') || ip.includes('.')) return [{ name: ip, times: 1 }];
  const [before = '', after] = ip.split('::');
  const groups = before.split(':').filter(Boolean);
  const rest = after === undefined ? [] : after.split(':').filter(Boolean);
  while (after !== undefined && groups.length + rest.length < 8) groups.push('0');
  const all = [...groups, ...rest].map((group) => Number.parseInt(group, 16));
  const upTo = (last: number, bits: number) =>
    `${[...all.slice(0, 3), last].map((group) => group.toString(16)).join(':')}::/${bits}`;
  const fourth = all[3] ?? 0;
  return [
    { name: upTo(fourth, 64), times: 1 },
    { name: upTo(fourth & 0xff00, 56), times: 4 },
    { name: upTo(0, 48), times: 16 },
  ];
}

/** The key under which requests are counted: an address, or the /64 of IPv6 that one customer owns. */
export const networkOf = (ip: string): string => networksOf(ip)[0].name;

/** The widest network of an address: the key of its turn in a queue. */
export const neighbourhoodOf = (ip: string): string => networksOf(ip).at(-1)?.name ?? ip;

export interface Attempt {
  allowed: boolean;
  /** Attempts counted in this window, including this one. */
  count: number;
  /** Milliseconds until the window ends, above 0 and at most the window. */
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
  // a request that began later may count first, so its window may end after ours would
  const wait = Math.min(window, row.until.getTime() - now);
  return { allowed: row.count <= max, count: row.count, wait };
}

/** Counts what a member does, and refuses it above the limit with the minutes to wait. `what` names it in the table. */
export async function assertRate(
  { db, member, now }: RequestContext,
  what: string,
  limit: Limit,
): Promise<void> {
  const { allowed, wait } = await attempt(db.run, `${what}:${member}`, limit, now);
  if (!allowed) throw new DomainError('tooManyAttempts', { minutes: Math.ceil(wait / 60_000) });
}

/** `attempt` by a client, counted under all networks of its address, so that many addresses of one owner do not help. */
export async function attemptFrom(
  run: Executor,
  key: string,
  ip: string,
  { max, window }: Limit,
  now: number,
): Promise<Attempt> {
  let tightest: Attempt | undefined;
  for (const { name, times } of networksOf(ip)) {
    const made = await attempt(run, `${key}:${name}`, { max: max * times, window }, now);
    if (!made.allowed) return made;
    tightest ??= made;
  }
  return tightest as Attempt;
}

/** The keys under which `attemptFrom` counts. */
export const keysFrom = (key: string, ip: string): string[] =>
  networksOf(ip).map(({ name }) => `${key}:${name}`);

/** Returns an attempt of `attemptFrom`. */
export async function giveBackFrom(run: Executor, key: string, ip: string): Promise<void> {
  for (const counted of keysFrom(key, ip)) await giveBack(run, counted);
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

/** Deletes the attempts under a key, and under all keys that continue it after a colon. */
export async function forgiveAll(run: Executor, key: string): Promise<void> {
  await run
    .deleteFrom('throttle')
    .where((is) => is.or([is('key', '=', key), sql<boolean>`starts_with(key, ${`${key}:`})`]))
    .execute();
}

/** Deletes attempts whose window has ended. */
export const sweepAttempts: Sweep = async (run, now) => {
  await run.deleteFrom('throttle').where('until', '<', new Date(now)).execute();
};
