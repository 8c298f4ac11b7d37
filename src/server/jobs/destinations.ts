import { sql } from 'kysely';
import { column } from '../db/column';
import type { Db, Tx } from '../db/database';
import type { Job, Performed } from './jobs';
import { afterFailure, type ClaimedRow, due, jobsOf, leaseTime } from './leases';

/** The destination is not paused, and no job for it is running. */
const isOpen = (name: ReturnType<typeof sql>, now: Date) => sql<boolean>`not (
  exists (select from job_destination as d where d.name = ${name} and d.paused_until > ${now})
  or exists (select from job as other where other.destination = ${name} and other.lease is not null
    and other.lease_until >= ${now} and other.state = 'ready'))`;

/**
 * Destinations that jobs of the kind may be sent to, in the order of their names: those that come after `after`, then the others. The index leads
 * from one destination to the next, so that a hundred thousand jobs for one that is paused cost nothing, and no further than needed.
 */
async function openDestinations(
  tx: Tx,
  { kind, places, failing, after = '' }: WantedOfDestinations,
  at: Date,
): Promise<string[]> {
  const failed = sql<boolean>`exists (select from job_destination as f where f.name = waiting.name and f.failures > 0)`;
  const between = async (from: string, until: string | undefined, most: number) => {
    const within = until === undefined ? sql`true` : sql`destination <= ${until}`;
    const { rows } = await sql<{ name: string }>`
      with recursive waiting as (
        (
          select destination as name from job where state = 'ready' and kind = ${kind} and destination > ${from} and ${within}
          order by destination limit 1
        )
        union all
        select (
          select destination from job where state = 'ready' and kind = ${kind} and destination > waiting.name and ${within}
          order by destination limit 1
        ) from waiting where waiting.name is not null
      )
      select name from waiting
      where name is not null and ${failing ? failed : sql`not ${failed}`} and ${isOpen(sql`waiting.name`, at)}
        and exists (select from job where kind = ${kind} and destination = waiting.name and ${due(at)})
      limit ${sql.lit(most)}`.execute(tx);
    return rows.map(({ name }) => name);
  };
  const next = await between(after, undefined, places);
  if (!after || next.length === places) return next;
  return [...next, ...(await between('', after, places - next.length))];
}

/**
 * Locks the rows of destinations, without those that another gateway has locked at this moment; if it has locked all of them, waits for it.
 * Returns their names.
 */
async function lockDestinations(tx: Tx, names: readonly string[], now: number): Promise<string[]> {
  const some = tx
    .selectFrom('job_destination')
    .select('name')
    .where(sql<boolean>`name = any(${names})`)
    .orderBy('name');
  const free = await some.forUpdate().skipLocked().execute();
  if (free.length === names.length) return names.slice();
  const known = new Set((await some.execute()).map(({ name }) => name));
  const fresh = names.filter((name) => !known.has(name));
  if (fresh.length)
    await tx
      .insertInto('job_destination')
      .values(fresh.map((name) => ({ name, failures: 0, paused_until: new Date(now) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  // those of another gateway that has just inserted them too may still be locked
  const own = fresh.length ? await some.forUpdate().skipLocked().execute() : free;
  return (own.length ? own : await some.forUpdate().execute()).map(({ name }) => name);
}

interface WantedOfDestinations {
  kind: string;
  /** Jobs of each destination at most. */
  most: number;
  /** Destinations at most. */
  places: number;
  /** Only those whose last job failed, or only the others. */
  failing: boolean;
  /** The destination that was taken last, so that each has its turn. */
  after?: string;
}

/**
 * Takes due jobs for some destinations, in groups by destination; none if every destination is paused, or has a job that is running. The rows
 * of the destinations are locked meanwhile, so that two gateways do not both begin. Only the first job of a group is leased: it keeps the
 * others too, because nothing else is taken for its destination.
 */
export const claimForDestinations = (
  db: Db,
  owner: string,
  wanted: WantedOfDestinations,
  now: number,
): Promise<Job[][]> =>
  db.tx(async (tx) => {
    const at = new Date(now);
    const open = await openDestinations(tx, wanted, at);
    const names = open.length ? await lockDestinations(tx, open, now) : [];
    if (!names.length) return [];
    // Whether they are open is asked again, because another gateway may have begun before their rows were locked. `lost`: a gateway whose time for a
    // destination is over, and which still works on it, then ends nothing.
    const { rows } = await sql<ClaimedRow>`
      with due as materialized (
        select due.* from unnest(${names}::text[]) as one (name), lateral (
          select id, kind, payload, attempts + 1 as attempts, destination, run_at,
            row_number() over (order by run_at) as nth
          from (
            select * from job where kind = ${wanted.kind} and destination = one.name and ${due(at)} and ${isOpen(sql`one.name`, at)}
            order by run_at limit ${sql.lit(wanted.most)}
            ) as waiting
        ) as due
      ), held as (
        update job set lease = ${owner}, lease_until = ${new Date(now + leaseTime)}, attempts = due.attempts
        from due where job.id = due.id and due.nth = 1 and job.state = 'ready'
        returning job.destination
      ), lost as (
        update job set lease = null, lease_until = null
        where destination = any(${names}) and lease is not null and lease_until < ${at} and state = 'ready'
          and id not in (select id from due where nth = 1)
      )
      select id, kind, payload, attempts, destination, run_at from due join held using (destination) order by nth`.execute(
      tx,
    );
    const jobs = jobsOf(rows);
    return names
      .map((name) => jobs.filter(({ destination }) => destination === name))
      .filter(({ length }) => length);
  });

/** A series, and its outcome. Its first job holds the lease. */
export interface Series extends Performed {
  jobs: readonly [Job, ...Job[]];
}

/** A job after its series. */
interface After {
  id: string;
  /** The first job of the series. */
  first: string;
  state: 'ready' | 'done' | 'dead';
  attempts: number;
  /** null: as before. */
  last_error: string | null;
  run_at: Date | null;
}

/** The rows of jobs that change: without those that were not begun and are not leased. */
function rowsOf({ jobs, done, failed }: Series, now: number): After[] {
  const [first] = jobs;
  const ended = new Set(done);
  return jobs.flatMap((job): After[] => {
    const row = { id: job.id, first: first.id, attempts: job.attempt, last_error: null, run_at: null };
    if (ended.has(job)) return [{ ...row, state: 'done' }];
    if (failed?.job === job) return [{ ...row, ...afterFailure(job, failed.error, now) }];
    return job === first ? [{ ...row, state: 'ready', attempts: job.attempt - 1 }] : [];
  });
}

/**
 * Ends series: their jobs are done, go back to the queue, or are due as before with the attempts that they had. Returns the series whose lease
 * the worker still has; nothing changes for the others.
 */
export async function endSeries(
  tx: Tx,
  owner: string,
  series: readonly Series[],
  now: number,
): Promise<Series[]> {
  const firsts = series.map(({ jobs: [first] }) => first);
  const rows = series.flatMap((one) => rowsOf(one, now));
  const { rows: held } = await sql<{ id: string }>`
    with held as materialized (
      select job.id from job
      join unnest(${column(firsts, 'id')}::text[], ${column(firsts, 'attempt')}::int[]) as first (id, attempts)
        on job.id = first.id and job.attempts = first.attempts
      where job.lease = ${owner} and job.state = 'ready' for update of job
    ), ended as (
      update job set state = one.state, attempts = one.attempts, lease = null, lease_until = null,
        last_error = coalesce(one.last_error, job.last_error), run_at = coalesce(one.run_at, job.run_at)
      from unnest(
        ${column(rows, 'id')}::text[], ${column(rows, 'first')}::text[],
        ${column(rows, 'state')}::text[], ${column(rows, 'attempts')}::int[],
        ${column(rows, 'last_error')}::text[], ${column(rows, 'run_at')}::timestamptz[]
      ) as one (id, first, state, attempts, last_error, run_at)
      join held on held.id = one.first
      where job.id = one.id and job.state = 'ready'
    )
    select id from held`.execute(tx);
  const ids = new Set(held.map(({ id }) => id));
  return series.filter(({ jobs: [first] }) => ids.has(first.id));
}
