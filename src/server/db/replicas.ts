import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Db } from './database';
import { type Moment, Progress } from './progress';
import { isUnavailable } from './unavailable';

/** Milliseconds between two looks at a server, and after one that failed. */
const every = 100;
const pause = 1000;

/** Why a replica is not asked. */
type Out =
  /** It does not answer. */
  | 'down'
  /** It is the primary: in a cluster that changes its roles, all nodes are listed. */
  | 'primary'
  /** It is a copy of another database. */
  | 'wrong'
  /** It receives nothing from the primary. */
  | 'cut-off';

/** A copy of the database that may answer. */
interface Replica {
  /** Its host and port. */
  name: string;
  /** Refuses to write. */
  db: Db;
  looks: pg.Pool;
  out: Out | undefined;
  /** The newest moment of the primary that it contains. */
  reached: Moment | undefined;
  /** Calls that it is answering. */
  busy: number;
}

/** A replica for one answer. */
interface Chosen {
  db: Db;
  /** Milliseconds: an upper bound of its answer's age. */
  age: number;
  /** The answer is complete, or it failed. */
  end(error?: unknown): void;
}

/** Why no replica answers: all are left out, older than the answer may be, or lack what the member has seen. */
export type NoReplica = 'left-out' | 'behind' | 'seen';

/** The answerer of a read that a replica may answer: a replica, with the age of its answer in milliseconds at most, or the primary, and why. */
export type Source = { age: number } | { why: NoReplica | 'failed' | 'no-cookie' };

export interface Replicas {
  /**
   * A replica whose answer is at most `oldest` milliseconds old and contains everything until `seen`, a time by the primary's clock.
   */
  choose(oldest: number, seen: number | undefined): Chosen | NoReplica;
  /** The time by the primary's clock: a member may have seen everything until now. Undefined until the primary was asked once. */
  primaryTime(): number | undefined;
  /** Each replica, its age in milliseconds if it is known, and why it is left out. */
  state(): { name: string; age: number | undefined; out: Out | undefined }[];
  close(): Promise<void>;
}

/** The same on all copies of one database. */
const identity = `(select system_identifier::text from pg_control_system()) || ' ' || current_database()`;

/**
 * The clock is read before the log, so that the log contains what was committed until then. A commit is seen once it is flushed, unless all
 * commits are late: then others see it before it is written.
 */
const momentQuery = `select (extract(epoch from clock_timestamp()) * 1000)::float8 as time,
  pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end, '0/0')::float8 as lsn,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`;

const lookQuery = `select pg_is_in_recovery() as standby, ${identity} as identity,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as lsn,
  exists (select from pg_stat_wal_receiver where pid is not null) as receiving`;

interface Look {
  standby: boolean;
  identity: string;
  lsn: number;
  receiving: boolean;
}

interface Server {
  name: string;
  db: Db;
  /** A connection of its own, so that it is asked while all others are busy. */
  looks: pg.Pool;
}

/**
 * Follows the primary and its replicas: ten times a second it asks the primary how far its log is, and each replica how much of it is
 * replayed. That bounds the age of a replica without writing anything, also while nothing is written or the replay is paused.
 */
export async function followReplicas(
  primary: pg.Pool,
  servers: readonly Server[],
  log: (error: Error) => void,
): Promise<Replicas> {
  const progress = new Progress();
  const closing = new AbortController();
  const { rows } = await primary.query<{ identity: string }>(`select ${identity} as identity`);
  const own = rows[0]?.identity;

  async function askPrimary(): Promise<void> {
    const asked = performance.now();
    const answer = await primary.query<Omit<Moment, 'asked'>>(momentQuery);
    for (const row of answer.rows) progress.note({ asked, ...row });
  }

  async function look(replica: Replica): Promise<void> {
    const answer = await replica.looks.query<Look>(lookQuery);
    for (const { standby, identity: its, lsn, receiving } of answer.rows) {
      if (its !== own) replica.out = 'wrong';
      else if (standby) replica.out = receiving ? undefined : 'cut-off';
      else replica.out = 'primary';
      replica.reached = replica.out ? undefined : progress.reached(lsn);
    }
  }

  /** Repeats `work` until the end. The first failure of each outage is logged. */
  async function repeat(work: () => Promise<void>, failed: (error: Error) => void): Promise<void> {
    let isFailing = false;
    while (!closing.signal.aborted) {
      const error = await work().then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (closing.signal.aborted) return;
      if (error) failed(error);
      if (error && !isFailing) log(error);
      isFailing = error !== undefined;
      await delay(error ? pause : every, undefined, { signal: closing.signal, ref: false }).catch(() => {
        // it ends
      });
    }
  }

  const replicas = servers.map(
    (server): Replica => ({ ...server, out: 'down', reached: undefined, busy: 0 }),
  );
  const leave = (replica: Replica) => Object.assign(replica, { out: 'down', reached: undefined });
  await askPrimary();
  const loops = [
    repeat(askPrimary, () => {}), // every answer of a replica gets too old meanwhile
    ...replicas.map((replica) =>
      repeat(
        () => look(replica),
        () => leave(replica),
      ),
    ),
  ];

  function chosen(replica: Replica, age: number): Chosen {
    replica.busy++;
    return {
      db: replica.db,
      age,
      end(error) {
        replica.busy--;
        // until its next look succeeds
        if (error && isUnavailable(error)) leave(replica);
      },
    };
  }

  return {
    choose(oldest, seen) {
      const now = performance.now();
      let why: NoReplica = 'left-out';
      let best: { replica: Replica; age: number } | undefined;
      for (const replica of replicas) {
        if (!replica.reached) continue;
        const age = now - replica.reached.asked;
        if (age > oldest) why = 'behind';
        else if (seen !== undefined && replica.reached.time < seen) why = 'seen';
        else if (!best || replica.busy < best.replica.busy) best = { replica, age };
      }
      return best ? chosen(best.replica, best.age) : why;
    },
    primaryTime: () => progress.primaryTime(performance.now()),
    state: () =>
      replicas.map(({ name, out, reached }) => ({
        name,
        out,
        age: reached && performance.now() - reached.asked,
      })),
    async close() {
      closing.abort();
      await Promise.all(replicas.flatMap(({ db, looks }) => [db.close(), looks.end()]));
      await Promise.all(loops);
    },
  };
}
