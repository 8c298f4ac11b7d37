import { sql } from 'kysely';
import type { Db, Executor, Tx } from '../db/database';
import type { Job } from './jobs';

/** Milliseconds that a worker has for a job before another may take it. */
const leaseTime = 60_000;
const maxAttempts = 12;

/** Jobs to claim: `most` of one kind. */
interface Wanted {
  kind: string;
  most: number;
}

const due = (now: Date) =>
  sql<boolean>`state = 'ready' and run_at <= ${now} and (lease_until is null or lease_until < ${now})`;

/** The destination is not paused, and no job for it is running. */
const isOpen = (name: ReturnType<typeof sql>, now: Date) => sql<boolean>`not (
  exists (select from job_destination as d where d.name = ${name} and d.paused_until > ${now})
  or exists (select from job as other where other.destination = ${name} and other.lease is not null
    and other.lease_until >= ${now} and other.state = 'ready'))`;

interface ClaimedRow {
  id: string;
  kind: string;
  payload: string;
  attempts: number;
  destination: string;
  run_at: Date;
}

const jobsOf = (rows: readonly ClaimedRow[]): Job[] =>
  [...rows]
    .sort((a, b) => a.run_at.getTime() - b.run_at.getTime())
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      payload: JSON.parse(row.payload),
      attempt: row.attempts,
      destination: row.destination,
    }));

/** Takes the jobs of a list `taken` for `owner`. */
const take = (owner: string, now: number) => sql`
  update job set lease = ${owner}, lease_until = ${new Date(now + leaseTime)}, attempts = attempts + 1
  from taken where job.id = taken.id
  returning job.id, kind, payload, attempts, destination, run_at`;

/**
 * Takes due jobs without a destination for `owner`, the longest due first. Two workers never hold the same job at the same time.
 */
export async function claim(
  run: Executor,
  owner: string,
  { kind, most }: Wanted,
  now: number,
): Promise<Job[]> {
  // without `materialized`, the list may be evaluated more than once, and then takes more jobs
  const { rows } = await sql<ClaimedRow>`
    with taken as materialized (
      select id from job where kind = ${kind} and destination = '' and ${due(new Date(now))}
      order by run_at limit ${sql.lit(most)} for update skip locked
    ) ${take(owner, now)}`.execute(run);
  return jobsOf(rows);
}

/**
 * Destinations that jobs of the kind may be sent to. The index leads from one destination to the next, so that a hundred thousand jobs for one
 * that is paused cost nothing. Random ones, so that gateways rarely choose the same.
 */
async function openDestinations(
  tx: Tx,
  { kind, places, failing }: WantedOfDestinations,
  at: Date,
): Promise<string[]> {
  const failed = sql<boolean>`exists (select from job_destination as f where f.name = waiting.name and f.failures > 0)`;
  const { rows } = await sql<{ name: string }>`
    with recursive waiting as (
      (select destination as name from job where state = 'ready' and kind = ${kind} order by destination limit 1)
      union all
      select (
        select destination from job where state = 'ready' and kind = ${kind} and destination > waiting.name
        order by destination limit 1
      ) from waiting where waiting.name is not null
    )
    select name from waiting
    where name is not null and ${failing ? failed : sql`not ${failed}`} and ${isOpen(sql`waiting.name`, at)}
      and exists (select from job where kind = ${kind} and destination = waiting.name and ${due(at)})
    order by random() limit ${sql.lit(places)}`.execute(tx);
  return rows.map(({ name }) => name);
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
  const known = new Set((await some.execute()).map(({ name }) => name));
  const fresh = names.filter((name) => !known.has(name));
  if (fresh.length)
    await tx
      .insertInto('job_destination')
      .values(fresh.map((name) => ({ name, failures: 0, paused_until: new Date(now) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const free = await some.forUpdate().skipLocked().execute();
  return (free.length ? free : await some.forUpdate().execute()).map(({ name }) => name);
}

interface WantedOfDestinations {
  kind: string;
  /** Jobs of each destination at most. */
  most: number;
  /** Destinations at most. */
  places: number;
  /** Only those whose last job failed, or only the others. */
  failing: boolean;
}

/**
 * Takes due jobs for some destinations, in groups by destination; none if every destination is paused, or has a job that is running. The rows
 * of the destinations are locked meanwhile, so that two gateways do not both begin.
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
    // whether they are open is asked again, because another gateway may have begun before their rows were locked
    const { rows } = await sql<ClaimedRow>`
      with taken as materialized (
        select due.id from unnest(${names}::text[]) as one (name), lateral (
          select id from job where kind = ${wanted.kind} and destination = one.name and ${due(at)} and ${isOpen(sql`one.name`, at)}
          order by run_at limit ${sql.lit(wanted.most)} for update skip locked
        ) as due
      ) ${take(owner, now)}`.execute(tx);
    const jobs = jobsOf(rows);
    return names
      .map((name) => jobs.filter(({ destination }) => destination === name))
      .filter(({ length }) => length);
  });

/** The changes of the database that jobs make. */
export type Effect = (tx: Tx, jobs: readonly Job[], now: number) => Promise<void>;

/**
 * Ends jobs together with their effect, or does neither. A worker that has lost its lease changes nothing. Returns the number of jobs that
 * ended.
 */
export const complete = (
  db: Db,
  owner: string,
  jobs: readonly Job[],
  effect: Effect | undefined,
  now: number,
): Promise<number> =>
  db.tx(async (tx) => {
    const held = jobs.map(({ id, attempt }) => sql`(${id}, ${sql.lit(attempt)})`);
    const { rows } = await sql<{ id: string }>`
      update job set state = 'done', lease = null, lease_until = null
      where (id, attempts) in (${sql.join(held)}) and lease = ${owner} and state = 'ready'
      returning id`.execute(tx);
    const ended = new Set(rows.map(({ id }) => id));
    if (ended.size)
      await effect?.(
        tx,
        jobs.filter(({ id }) => ended.has(id)),
        now,
      );
    return ended.size;
  });

/** Returns a failed job to the queue with a delay; after the last attempt it stays as `dead` for review by a person. */
export async function giveBack(
  run: Executor,
  owner: string,
  job: Job,
  error: unknown,
  now: number,
): Promise<void> {
  const wait = Math.min(3_600_000, 1000 * 2 ** job.attempt);
  await run
    .updateTable('job')
    .set({
      state: job.attempt >= maxAttempts ? 'dead' : 'ready',
      lease: null,
      lease_until: null,
      last_error: String(error).slice(0, 500),
      run_at: new Date(now + wait),
    })
    .where('id', '=', job.id)
    .where('lease', '=', owner)
    .execute();
}

/** Returns jobs that were not begun: they are due as before, and keep their attempts. */
export async function release(run: Executor, owner: string, jobs: readonly Job[]): Promise<void> {
  if (!jobs.length) return;
  await run
    .updateTable('job')
    .set({ lease: null, lease_until: null, attempts: sql<number>`attempts - 1` })
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('lease', '=', owner)
    .execute();
}

/**
 * The pause of a destination in milliseconds, by consecutive failures: eight seconds from the third on, then twice as long each time, up to a
 * quarter of an hour. A single job waits as long between its own attempts.
 */
const pauseAfter = (failures: number) =>
  failures < 3 ? 0 : Math.min(900_000, 1000 * 2 ** Math.min(failures, 20));

/** Records that a destination failed. If it does so repeatedly it is paused: its jobs wait without losing attempts. */
export async function noteFailure(run: Executor, { destination: name }: Job, now: number): Promise<void> {
  if (!name) return;
  const { failures } = await run
    .insertInto('job_destination')
    .values({ name, failures: 1, paused_until: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ failures: sql<number>`least(job_destination.failures + 1, 1000)` }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  await run
    .updateTable('job_destination')
    .set({ paused_until: new Date(now + pauseAfter(failures)) })
    .where('name', '=', name)
    .execute();
}

/** Ends the pause of a destination. */
export async function resume(run: Executor, destination: string): Promise<void> {
  await run
    .updateTable('job_destination')
    .set({ failures: 0, paused_until: new Date(0) })
    .where('name', '=', destination)
    .where('failures', '>', 0)
    .execute();
}

/** Deletes what is known about a destination that no job names any more. */
export async function forgetDestination(run: Executor, destination: string): Promise<void> {
  await run.deleteFrom('job_destination').where('name', '=', destination).execute();
}

/** Whether this instance runs this slot of a schedule. */
export async function takeSlot(run: Executor, name: string, slot: number): Promise<boolean> {
  const taken = await run
    .insertInto('cron_slot')
    .values({ name, slot })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return !!taken.numInsertedOrUpdatedRows;
}
