import { sql } from 'kysely';
import { TaskState } from '../../contract/buying/devices';
import type { Db, Executor, Tx } from '../db/database';
import { byShard } from '../db/shards';
import { enqueue, type OutsideKind } from '../jobs/jobs';
import type { Schedule } from '../jobs/worker';
import { dayLength } from '../kernel/dates';
import type { MachineProvider, ReportedMachine, WantedMachine } from './provider';
import { putToWork } from './run-tasks';

const everyMs = 300_000;
const batch = 500;
/** Milliseconds for which the provider receives the state of a released machine. */
const letGoForMs = dayLength;

const { running, paused } = TaskState;

/** Queues a job that sends the changed machines of these device orders to the provider. */
export async function enqueueSync(
  tx: Tx,
  serialNumbers: readonly string[],
  now: number,
  runAt = now,
): Promise<void> {
  for (const serialNumber of serialNumbers)
    await enqueue(tx, { kind: 'sync-machines', payload: { serialNumber }, runAt }, now);
}

/** Some machines: those of an order, or some of a member's. */
type Only = { serialNumber: string } | { member: string; machines: readonly string[] };

interface Owned {
  id: string;
  member: string;
}

/** Desired states by machine id, and whose each machine is: `only` some, or all machines that the provider should know. */
async function wantedOf(
  run: Executor,
  after: string,
  now: number,
  only?: Only,
): Promise<{ owned: Owned[]; machines: WantedMachine[] }> {
  const rows = await run
    .selectFrom('machine as m')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .leftJoinLateral(
      (is) =>
        is
          .selectFrom('task as one')
          .select(['one.id as task', 'one.name', 'one.state'])
          .whereRef('one.member', '=', 'm.member')
          .whereRef('one.machine', '=', 'm.id')
          .where('one.state', 'in', [running, paused])
          .orderBy('one.state')
          .orderBy('one.created_at')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .select([
      'm.member',
      'm.id',
      'm.serial_number',
      'm.restart_at',
      'o.days_left',
      't.task',
      't.name',
      't.state',
    ])
    .where('m.id', '>', after)
    .where((is) => {
      if (!only)
        return is.or([
          is('o.days_left', '>', 0),
          is('o.expired_at', '>', new Date(now - letGoForMs)),
          is('o.refunded_at', '>', new Date(now - letGoForMs)),
        ]);
      if ('serialNumber' in only) return is('o.serial_number', '=', only.serialNumber);
      return is.and([is('m.member', '=', only.member), is('m.id', 'in', only.machines)]);
    })
    .orderBy('m.id')
    .limit(batch)
    .execute();
  const machines = rows.map(({ id, serial_number, restart_at, days_left, task, name, state }) => ({
    id,
    serialNumber: serial_number,
    wanted: days_left > 0,
    ...(restart_at && { restart: restart_at.getTime() }),
    ...(task !== null &&
      name !== null && {
        task: { id: task, name, state: state === paused ? ('paused' as const) : ('running' as const) },
      }),
  }));
  return { owned: rows, machines };
}

/** Stores why machines are not online, and what their provider can do with them; most reports say the same as before. */
async function noteReports(
  tx: Tx,
  members: readonly string[],
  reports: readonly ReportedMachine[],
): Promise<void> {
  const noted = reports.map(({ id, state, reason, ...able }) => ({
    id,
    reason: state === 'online' ? null : state === 'offline' ? (reason ?? null) : 'starting',
    restartable: !!able.restartable,
    screenshots: !!able.screenshots,
    streams: !!able.streams,
    files: !!able.files,
  }));
  await sql`
    update machine set reason = r.reason, restartable = r.restartable, screenshots = r.screenshots, streams = r.streams,
      files = r.files
    from json_to_recordset(${JSON.stringify(noted)}::json)
      as r (id text, reason text, restartable boolean, screenshots boolean, streams boolean, files boolean)
    where machine.member = any(${members}) and machine.id = r.id
      and (machine.reason is distinct from r.reason or machine.restartable <> r.restartable
        or machine.screenshots <> r.screenshots or machine.streams <> r.streams
        or machine.files <> r.files)`.execute(tx);
}

/**
 * Stores the provider's reports about machines of these members, who are in one shard (`db/shards.ts`), and starts tasks on machines that
 * have come online.
 */
export async function applyReports(
  tx: Tx,
  members: readonly string[],
  reports: readonly ReportedMachine[],
  now: number,
): Promise<void> {
  const at = new Date(now);
  const ids = reports.map(({ id }) => id);
  if (!ids.length || !members.length) return;
  const machines = await tx
    .selectFrom('machine as m')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .select(['m.member', 'm.id', 'm.serial_number', 'm.online', 'm.prepared_at', 'o.started_at'])
    .where('m.member', 'in', members)
    .where('o.member', 'in', members) // follows from the join, but nodes find the shard of each table by a list of its own
    .where('m.id', 'in', ids)
    .where('o.days_left', '>', 0)
    .orderBy('m.id')
    .forUpdate()
    .execute();
  const reportsById = new Map(reports.map((report) => [report.id, report]));
  const those = (rule: (machine: (typeof machines)[number], state: ReportedMachine['state']) => boolean) =>
    machines.filter((machine) => {
      const report = reportsById.get(machine.id);
      return report && rule(machine, report.state);
    });
  const idsOf = (some: typeof machines) => some.map(({ id }) => id);

  const ready = idsOf(those((machine, state) => !machine.prepared_at && state !== 'preparing'));
  if (ready.length)
    await tx
      .updateTable('machine')
      .set({ prepared_at: at })
      .where('member', 'in', members)
      .where('id', 'in', ready)
      .execute();

  const up = those((machine, state) => !machine.online && state === 'online');
  if (up.length) {
    await tx
      .updateTable('machine')
      .set({ online: true })
      .where('member', 'in', members)
      .where('id', 'in', idsOf(up))
      .execute();
    await tx
      .insertInto('machine_online')
      .values(up.map(({ member, id }) => ({ member, machine: id, since: at, until: null })))
      .onConflict((conflict) => conflict.constraint('machine_online_pkey').doUpdateSet({ until: null }))
      .execute();
    const orders = [...new Set(up.map(({ serial_number }) => serial_number))].sort();
    await tx
      .updateTable('device_order')
      .set({ started_at: sql<Date>`coalesce(started_at, ${at})` })
      .where('member', 'in', members)
      .where('serial_number', 'in', orders)
      .execute();
    await putToWork(tx, { members, serialNumbers: orders }, now);
  }

  await noteReports(tx, members, reports);

  const down = idsOf(those((machine, state) => machine.online && state !== 'online'));
  if (down.length) {
    await tx
      .updateTable('machine')
      .set({ online: false })
      .where('member', 'in', members)
      .where('id', 'in', down)
      .execute();
    await tx
      .updateTable('machine_online')
      .set({ until: at })
      .where('member', 'in', members)
      .where('machine', 'in', down)
      .where('until', 'is', null)
      .execute();
  }

  for (const { id, task } of reports)
    if (task)
      await tx
        .updateTable('task')
        .set({ progress: sql<number>`greatest(progress, ${Math.min(task.progress, 100)})` })
        .where('member', 'in', members)
        .where('id', '=', task.id)
        .where('machine', '=', id)
        .where('state', '=', running)
        .execute();
}

/** Tells the provider what is wanted of all machines, or of `only` some, and stores what it reports. */
export async function syncFrom(db: Db, provider: MachineProvider, now: number, only?: Only) {
  for (let after = ''; ; ) {
    const { owned, machines } = await wantedOf(db.run, after, now, only);
    const last = machines.at(-1);
    if (!last) return;
    const reports = await provider.sync(machines, now);
    for (const group of await byShard(db.run, owned, ({ member }) => member)) {
      const members = [...new Set(group.map(({ member }) => member))];
      const ids = new Set(group.map(({ id }) => id));
      const theirs = reports.filter(({ id }) => ids.has(id));
      await db.tx((tx) => applyReports(tx, members, theirs, now));
    }
    if (machines.length < batch) return;
    after = last.id;
  }
}

/** The job that `enqueueSync` creates. */
export const syncMachines = (
  db: Db,
  provider: MachineProvider | undefined,
  now: () => number,
): OutsideKind => ({
  places: 2,
  async outside({ payload }) {
    const { serialNumber } = payload as { serialNumber: string };
    if (provider) await syncFrom(db, provider, now(), { serialNumber });
  },
});

/** Synchronizes all machines with the provider every five minutes. */
export const machineSchedule = (provider: MachineProvider | undefined): Schedule => ({
  name: 'machines',
  every: everyMs,
  async run(db, now) {
    if (provider) await syncFrom(db, provider, now);
  },
});
