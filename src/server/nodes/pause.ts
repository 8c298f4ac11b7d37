import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { knowsPause } from '../db/pause';

/** Seconds after which a process that does not look for a pause any more has ended: longer than its last answer is good. */
const goneAfter = 30;
/** Seconds for which a pause lasts if nobody makes it last, and milliseconds for which `holdGateways` waits for all gateways. */
const [announcedFor, patientFor] = [60, 45_000];
/** Looks at who is connected, and milliseconds between two: an older gateway asks for jobs each second, also behind a pooler. */
const [looks, between] = [16, 150];

/** Refused: the gateways cannot be held, and nothing has changed. */
const refused = (reasons: readonly string[]) => new Error(reasons.join('\n'));

/** Connections of others that do not know a pause, each in a sentence. */
async function strangers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    `select pid, usename as role, coalesce(nullif(application_name, ''), 'without a name') as name,
       coalesce(host(client_addr), 'this machine') as at
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
     and application_name not like 'citus%' and application_name <> $1 order by pid`,
    [knowsPause],
  );
  return rows.map(
    ({ pid, role, name, at }) =>
      `The connection ${name} of ${role} from ${at} (process ${pid} of the database) does not know the pause: end it, ` +
      'or replace it by a gateway of this version.',
  );
}

/** Processes that use the database and know a pause. */
async function gateways(client: pg.ClientBase, pause: string) {
  const { rows } = await client.query<{ name: string; isIdle: boolean; hasReplicas: boolean }>(
    `select name, coalesce(idle_in = $1, false) as "isIdle", has_replicas as "hasReplicas" from running_gateway
     where seen_at > clock_timestamp() - make_interval(secs => ${goneAfter}) order by name`,
    [pause],
  );
  return rows;
}

/** Why the gateways cannot be held, each in a sentence. */
async function obstacles(client: pg.ClientBase): Promise<string[]> {
  for (let look = 0; look < looks; look++) {
    const found = await strangers(client);
    if (found.length) return found;
    await delay(between);
  }
  return (await gateways(client, ''))
    .filter(({ hasReplicas }) => hasReplicas)
    .map(({ name }) => `The gateway ${name} reads from replicas: start it without DATABASE_REPLICAS.`);
}

const end = (client: pg.ClientBase) => client.query('delete from pause');

/** Waits until no gateway holds a connection. */
async function untilIdle(client: pg.ClientBase, pause: string, longest: number): Promise<void> {
  const until = Date.now() + longest;
  for (;;) {
    const busy = (await gateways(client, pause)).filter(({ isIdle }) => !isIdle);
    if (!busy.length) break;
    if (Date.now() > until)
      throw refused(busy.map(({ name }) => `The gateway ${name} did not end what it was doing in time.`));
    await delay(50);
  }
  const found = await strangers(client);
  if (found.length) throw refused(found);
}

/** Whether gateways wait until somebody ends the pause. */
export async function areHeld(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select 1 from pause where until is null');
  return rows.length > 0;
}

/**
 * Holds all gateways, and returns the time from which they began to wait. From now on the pause ends only by `releaseGateways`. Throws if one of
 * them cannot be held; those that were not held before go on then.
 */
export async function holdGateways(
  client: pg.ClientBase,
  why: string,
  longest = patientFor,
): Promise<number> {
  const found = await obstacles(client);
  if (found.length) throw refused(found);
  const wasHeld = await areHeld(client);
  const id = randomUUID();
  const since = Date.now();
  await client.query(
    `with gone as (delete from pause) insert into pause (id, why, began_at, until)
     values ($1, $2, now(), now() + case when $3 then null else make_interval(secs => ${announcedFor}) end)`,
    [id, why, wasHeld],
  );
  try {
    await untilIdle(client, id, longest);
    const lasting = await client.query(
      'update pause set until = null where id = $1 and (until is null or until > now())',
      [id],
    );
    if (!lasting.rowCount) throw refused(['The pause was over before all gateways were idle.']);
    await untilIdle(client, id, longest); // one may have started meanwhile
    return since;
  } catch (error) {
    if (!wasHeld) await end(client);
    throw error;
  }
}

/** Ends the pause. Connections that gateways keep are closed before, because settings and plans of the old layout belong to them. */
export async function releaseGateways(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`,
    [knowsPause],
  );
  await end(client);
}

/**
 * Works while all gateways wait; returns the milliseconds for which they did. If `work` fails and leaves the tables half changed, they go
 * on waiting: half of the changes may answer members wrongly.
 */
export async function whileHeld(
  client: pg.ClientBase,
  why: string,
  work: () => Promise<void>,
  isWhole: () => Promise<boolean>,
): Promise<number> {
  const since = await holdGateways(client, why);
  try {
    await work();
  } catch (error) {
    if (await isWhole()) await releaseGateways(client);
    throw error;
  }
  await releaseGateways(client);
  return Date.now() - since;
}
