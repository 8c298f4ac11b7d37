import { sql } from 'kysely';
import type { Executor } from '../db/database';
import type { ConversationState, Waiting } from '../kernel/services';

/** Milliseconds between two polls of the database while anybody waits. */
const interval = 1000;
/** Maximum delay in milliseconds until a message written at this instance is noticed here: writes close together cost one poll. */
const soon = 25;
/** Milliseconds that a request waits at most. */
const longestWait = 25_000;
/** Phones and tabs of one member, or back-office pages, that may wait at once; one more ends the oldest. */
const atOnce = 8;

interface Waiter {
  /** A member; undefined for the back office, which waits for all members from a time on. */
  member: string | undefined;
  since: Date;
  isNews(state: ConversationState): boolean;
  end(): void;
}

/**
 * Instances share only the database, so each polls it: one statement for all waiting members and one for the back office, once a second,
 * and none while nobody waits.
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
      const found = await statesOf(run, members);
      const news = desks.length ? await statesSince(run, desks) : [];
      for (const waiter of all) {
        const state = waiter.member === undefined ? news : found.get(waiter.member);
        if ((Array.isArray(state) ? state : state ? [state] : []).some(waiter.isNews)) waiter.end();
      }
    } catch (error) {
      log(error); // waiting requests continue to wait; the next poll may reach the database again
    }
  };

  const wait = (who: Pick<Waiter, 'member' | 'since' | 'isNews'>, aborted: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (stopped || aborted.aborted) return resolve();
      const end = () => {
        clearTimeout(limit);
        aborted.removeEventListener('abort', end);
        waiters.delete(waiter);
        if (!waiters.size) {
          clearTimeout(timer);
          timer = undefined;
        }
        resolve();
      };
      const waiter: Waiter = { ...who, end };
      const limit = setTimeout(end, longestWait);
      aborted.addEventListener('abort', end);
      const alike = [...waiters].filter(({ member }) => member === who.member);
      if (alike.length >= atOnce) alike[0]?.end();
      waiters.add(waiter);
      plan(interval);
    });

  return {
    forMember: (member, isNews, aborted) => wait({ member, since: new Date(0), isNews }, aborted),
    forDesk: (since, isNews, aborted) => wait({ member: undefined, since, isNews }, aborted),
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

async function statesOf(run: Executor, members: string[]): Promise<Map<string, ConversationState>> {
  if (!members.length) return new Map();
  const rows = await run
    .selectFrom('conversation')
    .select(columns)
    .where(sql<boolean>`member = any(${members})`)
    .execute();
  return new Map(rows.map((row) => [row.member, row]));
}

const statesSince = (run: Executor, desks: Waiter[]): Promise<ConversationState[]> =>
  run
    .selectFrom('conversation')
    .select(columns)
    .where('at', '>=', new Date(Math.min(...desks.map(({ since }) => since.getTime()))))
    .execute();
