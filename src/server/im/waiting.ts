import { sql } from 'kysely';
import type { Executor } from '../db/database';

/** Milliseconds between two looks at the database while anybody waits. */
const interval = 1000;
/** Milliseconds that what is written here takes at most to be noticed here: writes close together cost one look. */
const soon = 25;
/** Milliseconds that one waits at most. */
export const longestWait = 25_000;
/** Phones and tabs of one member, or desks, that wait at once; one more ends the oldest. */
const atOnce = 8;

/** What a look at the database finds of a conversation. */
export interface Seen {
  member: string;
  newest: number;
  deskRead: number;
}

interface Waiter {
  /** A member; nothing for the desk, which waits for all of them from a time on. */
  member: string | undefined;
  since: Date;
  wanted(seen: Seen): boolean;
  end(): void;
}

/** Everybody whose long poll waits for news of a conversation, at this instance. */
export interface Waiting {
  /**
   * Resolves once `wanted` says yes to what the database knows of the member's conversation, and in any case after 25 s, when
   * the client has hung up (`gone`), and when the gateway stops.
   */
  forMember(member: string, wanted: (seen: Seen) => boolean, gone: AbortSignal): Promise<void>;
  /** The same for all conversations with a message since then. */
  forDesk(since: Date, wanted: (seen: Seen) => boolean, gone: AbortSignal): Promise<void>;
  /** Something was written at this instance: look now. */
  written(member: string): void;
  /** Ends everybody's wait, now and later. Resolves once the database is no longer used. */
  stop(): Promise<void>;
}

/**
 * The database is the only thing that several instances share, so it is asked: one statement for all the members who wait
 * and one for the desk, once a second, and none while nobody waits.
 */
export function createWaiting(run: Executor, log: (error: unknown) => void): Waiting {
  const waiters = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const plan = (delay: number) => {
    if (looking) {
      again ||= delay < interval;
      return;
    }
    const at = Date.now() + delay;
    if (timer && due <= at) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => {
      timer = undefined;
      looking = look().finally(() => {
        looking = undefined;
        if (waiters.size && !stopped) plan(again ? soon : interval);
        again = false;
      });
    }, delay);
  };

  const look = async () => {
    const all = [...waiters];
    const members = [...new Set(all.flatMap(({ member }) => member ?? []))];
    const desks = all.filter(({ member }) => member === undefined);
    try {
      const found = await seenOf(run, members);
      const news = desks.length ? await seenSince(run, desks) : [];
      for (const waiter of all) {
        const seen = waiter.member === undefined ? news : found.get(waiter.member);
        if ((Array.isArray(seen) ? seen : seen ? [seen] : []).some(waiter.wanted)) waiter.end();
      }
    } catch (error) {
      log(error); // whoever waits goes on waiting; the next look may find the database again
    }
  };

  const wait = (who: Pick<Waiter, 'member' | 'since' | 'wanted'>, gone: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (stopped || gone.aborted) return resolve();
      const end = () => {
        clearTimeout(limit);
        gone.removeEventListener('abort', end);
        waiters.delete(waiter);
        if (!waiters.size) {
          clearTimeout(timer);
          timer = undefined;
        }
        resolve();
      };
      const waiter: Waiter = { ...who, end };
      const limit = setTimeout(end, longestWait);
      gone.addEventListener('abort', end);
      const alike = [...waiters].filter(({ member }) => member === who.member);
      if (alike.length >= atOnce) alike[0]!.end();
      waiters.add(waiter);
      plan(interval);
    });

  return {
    forMember: (member, wanted, gone) => wait({ member, since: new Date(0), wanted }, gone),
    forDesk: (since, wanted, gone) => wait({ member: undefined, since, wanted }, gone),
    written(member) {
      if ([...waiters].some((one) => one.member === undefined || one.member === member)) plan(soon);
    },
    async stop() {
      stopped = true;
      for (const { end } of [...waiters]) end();
      await looking;
    },
  };
}

const columns = ['member', 'newest', 'desk_read as deskRead'] as const;

async function seenOf(run: Executor, members: string[]): Promise<Map<string, Seen>> {
  if (!members.length) return new Map();
  const rows = await run
    .selectFrom('conversation')
    .select(columns)
    .where(sql<boolean>`member = any(${members})`)
    .execute();
  return new Map(rows.map((row) => [row.member, row]));
}

const seenSince = (run: Executor, desks: Waiter[]): Promise<Seen[]> =>
  run
    .selectFrom('conversation')
    .select(columns)
    .where('at', '>=', new Date(Math.min(...desks.map(({ since }) => since.getTime()))))
    .execute();
