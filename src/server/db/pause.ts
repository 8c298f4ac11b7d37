import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Driver } from 'kysely';
import type pg from 'pg';

// `operator spread` announces a pause in the database (`nodes/pause.ts`) while it moves tables. Every process that uses the database asks
// for one each second, and says whether it still holds a connection. In a pause it gives out none, as if the database were lost.

/** The name of connections of processes that know the pause. One for all of them: a pooler would set another name before each transaction. */
export const knowsPause = 'cloudphone gateway';

/** Milliseconds between two looks, without a pause and in one. */
const [every, inPause] = [1000, 250];
/** Milliseconds for which an answer is good. A process that was frozen asks again before it goes on. */
const goodFor = 15_000;

/** `$3`: the pause for which this process holds no connection. */
const lookQuery = `insert into running_gateway (id, name, idle_in, has_replicas, seen_at)
  values ($1, $2, $3, $4, clock_timestamp())
  on conflict (id) do update set idle_in = excluded.idle_in, seen_at = excluded.seen_at
  returning (select json_build_object('id', id, 'why', why) from pause where until is null or until > clock_timestamp()) as pause`;

/** Rows of processes that were killed, and so did not remove their own. */
const forgetQuery = `delete from running_gateway where seen_at < clock_timestamp() - interval '1 day'`;

interface Announced {
  id: string;
  why: string;
}

/** The schema of this version is not there yet, or the role or the server may only read: such a process cannot do harm. */
const isNobody = (error: unknown) =>
  ['42P01', '42501', '25006'].includes((error as { code?: string }).code ?? '');

/** PostgreSQL's own code for a server that takes no connections at the moment. */
const refusal = (why: string) => Object.assign(new Error(`The database pauses: ${why}`), { code: '57P03' });

export interface Pause {
  /** Why no connections are given out; `undefined` without a pause. */
  why(): string | undefined;
  /** The driver that gives out connections only without a pause. */
  around(driver: Driver): Driver;
  /** Resolves when there is no pause. */
  over(): Promise<void>;
  /** Looks no more. */
  end(): Promise<void>;
}

/** Follows pauses of a database. `looks`: a connection apart from those that are given out. */
export async function followPauses(
  looks: pg.Pool,
  hasReplicas: boolean,
  log: (error: Error) => void,
): Promise<Pause> {
  const id = randomUUID();
  const name = `${hostname()}, process ${process.pid}`;
  let announced: Announced | undefined;
  let known = Number.NEGATIVE_INFINITY;
  let held = 0;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function note(now: Announced | undefined): void {
    if (now && !announced) log(refusal(now.why));
    if (!now && announced) log(new Error('The pause of the database is over'));
    announced = now;
  }

  async function ask(): Promise<void> {
    const asked = performance.now();
    const idle = announced && !held ? announced.id : null;
    const { rows } = await looks.query<{ pause: Announced | null }>(lookQuery, [id, name, idle, hasReplicas]);
    known = asked;
    note(rows[0]?.pause ?? undefined);
  }

  const look = (): Promise<void> =>
    (looking ??= ask()
      .catch((error) => {
        if (!isNobody(error)) throw error;
        known = performance.now();
      })
      .finally(() => {
        looking = undefined;
      }));

  function plan(): void {
    clearTimeout(timer);
    if (ended) return;
    const again = () =>
      look()
        .catch(() => {}) // anyone who needs the database reports it
        .finally(plan);
    timer = setTimeout(again, announced ? inPause : every).unref();
  }

  async function enter(): Promise<void> {
    if (performance.now() - known > goodFor) await look();
    if (announced) throw refusal(announced.why);
    held++;
  }
  const leave = () => void held--;

  await look();
  await looks.query(forgetQuery).catch((error) => {
    if (!isNobody(error)) throw error;
  });
  plan();
  return {
    why: () => announced?.why,
    around: (driver) => ({
      init: () => driver.init(),
      async acquireConnection() {
        await enter();
        try {
          return await driver.acquireConnection();
        } catch (error) {
          leave();
          throw error;
        }
      },
      beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection) => driver.commitTransaction(connection),
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      releaseConnection: (connection) => driver.releaseConnection(connection).finally(leave),
      destroy: () => driver.destroy(),
    }),
    async over() {
      while (announced) await delay(inPause);
    },
    async end() {
      ended = true;
      clearTimeout(timer);
      await looking?.catch(() => {});
      await looks.query('delete from running_gateway where id = $1', [id]).catch(() => {}); // it is known as gone half a minute later
    },
  };
}
