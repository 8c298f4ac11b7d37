import { sql } from 'kysely';
import type { Executor } from '../db/database';
import { batchLookups } from '../kernel/batches';
import type { ConversationState, Waiting } from '../kernel/services';

/** Milliseconds between two polls of the database while anybody waits. */
const interval = 1000;
/** Maximum delay in milliseconds until a message written at this instance is noticed here: writes close together cost one poll. */
const soon = 25;
/**
 * Milliseconds that a request waits at most, and at least if there is no news: those that began together, because a gateway was restarted,
 * do not all end together.
 */
const [longestWait, shortestWait] = [25_000, 20_000];
/** Milliseconds between two moments at which waits end: node keeps a list for each length of its timers, so there are few lengths. */
const step = 250;
const between = (shortest: number, longest: number) =>
  shortest + step * Math.floor(Math.random() * ((longest - shortest) / step + 1));
/** Phones and tabs of one member, or back-office pages, that may wait at once; one more ends the oldest. */
const atOnce = 8;
/**
 * Members about whom a poll asks one by one. If more wait, it asks who has a new message, and takes turns with the members: within so many
 * polls it has asked about each of them. A read mark of support from another instance is noticed only then.
 */
const askedAtOnce = 500;
const turns = 5;
/** Milliseconds for which a new message is asked for, because instances have clocks of their own, and a transaction takes some time. */
const recent = 10_000;

type State = ConversationState & { unread: number; at: Date };

interface Asker {
  since: Date;
  isNews(state: ConversationState): boolean;
}

interface Waiter extends Asker {
  /** `told`: because there is news. */
  end(told?: true): void;
}

/** Ends the waits for which a state is news. */
function tell(
  states: readonly State[],
  members: ReadonlyMap<string, ReadonlySet<Waiter>>,
  desks: ReadonlySet<Waiter>,
): void {
  for (const state of states)
    for (const waiter of [...(members.get(state.member) ?? []), ...desks])
      if (state.at >= waiter.since && waiter.isNews(state)) waiter.end(true);
}

/**
 * Waits beside others of the same member or of the desk, and resolves with whether there is news. `ms`: the longest wait; `left`: called when
 * it has ended.
 */
const waitAmong = (
  others: Set<Waiter>,
  who: Asker,
  ms: number,
  aborted: AbortSignal,
  left: () => void,
): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (told = false) => {
      clearTimeout(limit);
      aborted.removeEventListener('abort', leave);
      others.delete(waiter);
      left();
      resolve(told);
    };
    const leave = () => end();
    const waiter: Waiter = { ...who, end };
    const limit = setTimeout(end, ms);
    aborted.addEventListener('abort', leave);
    const [oldest] = others;
    others.add(waiter);
    if (others.size > atOnce) oldest?.end();
  });

/** Returns the members about whom the next poll asks. */
function createTurns() {
  let turn: string[] = [];
  return (members: ReadonlyMap<string, unknown>): string[] => {
    if (!turn.length) turn = [...members.keys()];
    return turn.splice(0, Math.max(askedAtOnce, Math.ceil(members.size / turns)));
  };
}

/** How long requests wait: at an instance that is about to close, they end evenly until then, the first ones when the balancer has noticed. */
function createLimits() {
  let closes: number | undefined;
  return {
    next() {
      if (closes === undefined) return between(shortestWait, longestWait);
      const left = Math.max(0, closes - Date.now());
      return between(left / 2, left);
    },
    closesIn(ms: number) {
      closes = Date.now() + ms;
    },
  };
}

/** Returns the state of a member's conversation, which is empty before the first message. */
function createStateOf(run: Executor): Waiting['stateOf'] {
  const find = batchLookups(
    (members: string[]) => statesOf(run, members),
    ({ member }) => member,
    askedAtOnce,
  );
  return async (member) => {
    const { newest, deskRead, unread } = (await find(member)) ?? { newest: 0, deskRead: 0, unread: 0 };
    return { newest, deskRead, unread };
  };
}

/**
 * Instances share only the database, so each polls it once a second, and not while nobody waits. A message that is written at this
 * instance is looked up at once, for its member alone.
 */
export function createWaiting(run: Executor, log: (error: unknown) => void): Waiting {
  const members = new Map<string, Set<Waiter>>();
  const desks = new Set<Waiter>();
  /** Members of whom something was written at this instance. */
  const written = new Set<string>();
  const inTurn = createTurns();
  const limits = createLimits();
  let timer: NodeJS.Timeout | undefined;
  let [nextPoll, nextLook] = [0, 0];
  let looking: Promise<void> | undefined;
  let stopped = false;

  const all = () => [desks, ...members.values()].flatMap((waiters) => [...waiters]);
  const isIdle = () => stopped || (!members.size && !desks.size);

  const plan = () => {
    if (looking) return;
    clearTimeout(timer);
    timer = undefined;
    if (isIdle()) return;
    const due = written.size ? Math.min(nextLook, nextPoll) : nextPoll;
    timer = setTimeout(begin, Math.max(0, due - Date.now()));
  };

  const begin = () => {
    timer = undefined;
    looking = look().finally(() => {
      looking = undefined;
      plan();
    });
  };

  const look = async () => {
    const now = Date.now();
    const isPoll = now >= nextPoll;
    if (isPoll) nextPoll = now + interval;
    const asked = new Set(isPoll ? inTurn(members) : []);
    for (const member of written) if (members.has(member)) asked.add(member);
    written.clear();
    const since = [...desks].map((desk) => desk.since.getTime());
    if (isPoll && members.size > askedAtOnce) since.push(now - recent);
    try {
      const states = await statesOf(run, [...asked]);
      if (since.length) states.push(...(await statesSince(run, new Date(Math.min(...since)))));
      tell(states, members, desks);
    } catch (error) {
      log(error); // waiting requests continue to wait; the next poll may reach the database again
    }
  };

  const wait = (beside: Set<Waiter>, who: Asker, aborted: AbortSignal, left: () => void) => {
    const told = waitAmong(beside, who, limits.next(), aborted, () => {
      left();
      if (isIdle()) plan();
    });
    if (!timer && !looking) {
      nextPoll = Date.now() + interval;
      plan();
    }
    return told;
  };

  return {
    stateOf: createStateOf(run),
    async forMember(member, isNews, aborted) {
      if (stopped || aborted.aborted) return false;
      const own = members.get(member) ?? new Set();
      members.set(member, own);
      return wait(own, { since: new Date(0), isNews }, aborted, () => {
        if (!own.size) members.delete(member);
      });
    },
    async forDesk(since, isNews, aborted) {
      if (stopped || aborted.aborted) return;
      await wait(desks, { since, isNews }, aborted, () => {});
    },
    written(member) {
      if (!desks.size && !members.has(member)) return;
      if (!written.size) nextLook = Date.now() + soon;
      written.add(member);
      plan();
    },
    leave(within) {
      limits.closesIn(within);
      for (const { end } of all()) setTimeout(end, limits.next()).unref();
    },
    async stop() {
      stopped = true;
      for (const { end } of all()) end();
      await looking;
    },
  };
}

const columns = ['member', 'newest', 'desk_read as deskRead', 'member_unread as unread', 'at'] as const;

async function statesOf(run: Executor, members: string[]): Promise<State[]> {
  if (!members.length) return [];
  return run
    .selectFrom('conversation')
    .select(columns)
    .where(sql<boolean>`member = any(${members})`)
    .execute();
}

const statesSince = (run: Executor, since: Date): Promise<State[]> =>
  run.selectFrom('conversation').select(columns).where('at', '>=', since).execute();
