import { sql } from 'kysely';
import type { Executor } from '../db/database';
import { type Limits, networkOf } from './rate-limit';
import { RequestRejected } from './request-rejected';

/** Counts requests by the address that they come from. The count is in the database, so instances share it. */
export interface RequestCounter {
  /** Lets a request in, or rejects it (`rate`). `door`: what is counted apart from everything else; `kind` says by which limit. */
  count(ip: string, kind: keyof Limits, now: number, entrance?: string): Promise<void>;
}

/** Requests of an address that this instance may let in without asking the database: `left` of them, until the window ends. */
interface Reserved {
  left: number;
  until: number;
  /** Nothing is left for anybody in this window. */
  over: boolean;
}

/** Addresses that an instance remembers at a time. */
const mostAddresses = 20_000;

/**
 * A row that every request of an address writes would be where they all wait for each other. So an instance reserves a
 * hundredth of the limit at a time, and lets that many in by itself. What was reserved is counted already: together the
 * instances never let in more than the limit, and at worst some hundredths less.
 */
export function createRequestCounter(run: Executor, limits: Limits): RequestCounter {
  const reserved = new Map<string, Reserved>();
  const counting = new Map<string, { waiting: number; answer: Promise<void> }>();

  async function reserve(key: string, kind: keyof Limits, waiting: () => number, now: number): Promise<void> {
    const { max, window } = limits[kind];
    await Promise.resolve(); // whoever asks at the same moment is counted too
    const size = Math.max(Math.floor(max / 100), waiting());
    const fresh = new Date(now + window);
    const over = sql<boolean>`throttle.until <= ${new Date(now)}`;
    const { count, until } = await run
      .insertInto('throttle')
      .values({ key, count: size, until: fresh })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when ${over} then ${size} else least(throttle.count, ${max}) + ${size} end`,
          until: sql<Date>`case when ${over} then ${fresh} else throttle.until end`,
        }),
      )
      .returning(['count', 'until'])
      .executeTakeFirstOrThrow();
    const left = Math.max(0, size - Math.max(0, count - max));
    if (reserved.size >= mostAddresses) forget(now);
    reserved.set(key, { left, until: until.getTime(), over: left === 0 });
  }

  function forget(now: number): void {
    for (const [key, { until }] of reserved) if (until <= now) reserved.delete(key);
    for (const key of reserved.keys()) {
      if (reserved.size < mostAddresses) return;
      reserved.delete(key);
    }
  }

  /** One question for all who wait for the same answer. */
  function ask(key: string, kind: keyof Limits, now: number): Promise<void> {
    const under = counting.get(key);
    if (under) {
      under.waiting++;
      return under.answer;
    }
    const question = { waiting: 1, answer: Promise.resolve() };
    question.answer = reserve(key, kind, () => question.waiting, now).finally(() => counting.delete(key));
    counting.set(key, question);
    return question.answer;
  }

  return {
    async count(ip, kind, now, door = kind) {
      const key = `requests:${door}:${networkOf(ip)}`;
      for (;;) {
        const here = reserved.get(key);
        if (here && here.until > now) {
          if (here.over) throw new RequestRejected('rate');
          if (here.left-- > 0) return;
        }
        await ask(key, kind, now);
      }
    },
  };
}
