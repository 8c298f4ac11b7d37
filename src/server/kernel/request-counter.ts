import { sql } from 'kysely';
import type { Db } from '../db/database';
import { type Limits, networksOf } from './rate-limit';
import { RequestRejected } from './request-rejected';

/**
 * Counts requests by client address. The count is in the database, so instances share it. The commit is not waited for: a crash forgets
 * some requests of its last second, and a flood from many addresses makes nobody wait for the disk.
 */
export interface RequestCounter {
  /** Admits a request, or rejects it (`rate`). `door`: counts separately from all other requests; `kind` selects the limit. */
  count(ip: string, kind: keyof Limits, now: number, entrance?: string): Promise<void>;
}

/** Requests of an address that this instance may admit without asking the database: `left` of them, until the window ends. */
interface Reserved {
  left: number;
  until: number;
  /** The limit of this window is used up. */
  over: boolean;
}

/** A quota. */
interface Counted {
  key: string;
  kind: keyof Limits;
  /** Its limit, as a multiple of the limit of the kind. */
  times: number;
}

/** Maximum number of networks in memory. */
const mostAddresses = 20_000;

/**
 * If every request updated the row of its address, all of them would wait for that row. Therefore an instance reserves a hundredth of the
 * limit at a time and admits that many itself. Reserved requests count at once: together the instances never exceed the limit, and at
 * worst admit some hundredths less.
 */
export function createRequestCounter(
  { run, lateCommit }: Pick<Db, 'run' | 'lateCommit'>,
  limits: Limits,
): RequestCounter {
  const reserved = new Map<string, Reserved>();
  const counting = new Map<string, { waiting: number; answer: Promise<void> }>();

  async function reserve({ key, kind, times }: Counted, waiting: () => number, now: number): Promise<void> {
    const { window } = limits[kind];
    const max = limits[kind].max * times;
    await Promise.resolve(); // concurrent requests are counted too
    const size = Math.max(Math.floor(max / 100), waiting());
    const fresh = new Date(now + window);
    const over = sql<boolean>`throttle.until <= ${new Date(now)}`;
    const { count, until } = await run
      .with('late', () => sql<{ done: string }>`(${sql.raw(lateCommit)})`)
      .insertInto('throttle')
      .columns(['key', 'count', 'until'])
      .expression((of) =>
        of
          .selectFrom('late')
          .select([
            sql<string>`${key}::text`.as('key'),
            sql<number>`${size}::integer`.as('count'),
            sql<Date>`${fresh}::timestamptz`.as('until'),
          ]),
      )
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
  function ask(counted: Counted, now: number): Promise<void> {
    const { key } = counted;
    const under = counting.get(key);
    if (under) {
      under.waiting++;
      return under.answer;
    }
    const question = { waiting: 1, answer: Promise.resolve() };
    question.answer = reserve(counted, () => question.waiting, now).finally(() => counting.delete(key));
    counting.set(key, question);
    return question.answer;
  }

  async function countOne(counted: Counted, now: number): Promise<void> {
    for (;;) {
      const here = reserved.get(counted.key);
      if (here && here.until > now) {
        if (here.over) throw new RequestRejected('rate');
        if (here.left-- > 0) return;
      }
      await ask(counted, now);
    }
  }

  return {
    async count(ip, kind, now, entrance = kind) {
      for (const { name, times } of networksOf(ip))
        await countOne({ key: `requests:${entrance}:${name}`, kind, times }, now);
    },
  };
}
