import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { TaskState } from '../../contract/buying/devices';
import type { Db, Executor } from '../db/database';
import type { Schedule } from '../jobs/worker';
import type { MachineProvider } from './provider';

/** Tasks of cloud phones, in the order in which they repeat. */
const taskNames = [
  'Watch live room',
  'Like and comment',
  'Publish video',
  'Follow shops',
  'Warm up account',
] as const;

/** The task of a cloud phone after a number of other tasks. */
export const taskName = (done: number): string => taskNames[done % taskNames.length] ?? taskNames[0];

const everyMs = 600_000;
/** Percent of a task per step: a task takes a little more than eight hours. */
const step = 2;
const batch = 500;

const { waiting, running, paused, finished } = TaskState;

interface Machine {
  member: string;
  id: string;
  serial_number: string;
}

/** Device orders of these members. */
interface Orders {
  members: readonly string[];
  serialNumbers: readonly string[];
}

/** Starts a task on cloud phones. `done`: the number of tasks they had before. */
async function startTasks(
  run: Executor,
  machines: readonly (Machine & { done?: number })[],
  now: number,
): Promise<void> {
  for (let at = 0; at < machines.length; at += batch)
    await run
      .insertInto('task')
      .values(
        machines.slice(at, at + batch).map(({ member, id, serial_number, done = 0 }) => ({
          member,
          id: randomUUID(),
          serial_number,
          machine: id,
          name: taskName(done),
          state: running,
          progress: 0,
          created_at: new Date(now),
          changed_at: new Date(now),
        })),
      )
      .execute();
}

/** Cloud phones that are online and have days left. */
const atWork = (run: Executor) =>
  run
    .selectFrom('machine as m')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .where('m.online', '=', true)
    .where('o.days_left', '>', 0);

/** Phones that neither run a task nor are paused resume a waiting task or start a new one. */
async function goOn(run: Executor, now: number, orders?: Orders): Promise<void> {
  for (let after = ''; ; ) {
    const idle = await atWork(run)
      .where((is) =>
        is.and(
          orders
            ? [is('o.member', 'in', orders.members), is('o.serial_number', 'in', orders.serialNumbers)]
            : [],
        ),
      )
      .where('m.id', '>', after) // so that no batch looks again at phones that the one before made busy
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('task')
              .select('task.id')
              .whereRef('task.member', '=', 'm.member')
              .whereRef('task.machine', '=', 'm.id')
              .where('task.state', 'in', [running, paused]),
          ),
        ),
      )
      .select((is) => [
        'm.member',
        'm.id',
        'm.serial_number',
        is
          .selectFrom('task')
          .whereRef('task.member', '=', 'm.member')
          .whereRef('task.machine', '=', 'm.id')
          .where('task.state', '=', waiting)
          .orderBy('task.created_at')
          .orderBy('task.id')
          .limit(1)
          .select('task.id')
          .as('next'),
        is
          .selectFrom('task')
          .whereRef('task.member', '=', 'm.member')
          .whereRef('task.machine', '=', 'm.id')
          .select((one) => one.fn.countAll<number>().as('n'))
          .as('done'),
      ])
      .orderBy('m.id')
      .limit(batch)
      .execute();
    const next = idle.flatMap((machine) => machine.next ?? []);
    if (next.length)
      await run
        .updateTable('task')
        .set({ state: running, changed_at: new Date(now) })
        .where('member', 'in', [...new Set(idle.map(({ member }) => member))])
        .where('id', 'in', next)
        .where('state', '=', waiting)
        .execute();
    const without = idle.filter((machine) => machine.next === null);
    await startTasks(
      run,
      without.map(({ done, ...machine }) => ({ ...machine, done: Number(done) })),
      now,
    );
    if (idle.length < batch) return;
    after = idle.at(-1)?.id ?? after;
  }
}

/** Gives a task to the cloud phones of device orders that have just come online. */
export async function putToWork(run: Executor, orders: Orders, now: number): Promise<void> {
  if (orders.serialNumbers.length) await goOn(run, now, orders);
}

/** The source of progress reports: the sandbox, which simulates it, a provider, or nobody if people bring machines online by hand. */
type ToldBy = 'sandbox' | 'provider' | 'nobody';

/**
 * Advances tasks in the sandbox, ends completed tasks, and makes sure that every working cloud phone has a task. Called every ten
 * minutes.
 */
export async function runTasks({ run }: Db, now: number, toldBy: ToldBy = 'sandbox'): Promise<void> {
  if (toldBy === 'sandbox')
    await run
      .updateTable('task')
      .set({ progress: sql<number>`least(progress + ${step}, 100)` })
      .where('state', '=', running)
      .where('machine', 'in', atWork(run).select('m.id'))
      .execute();
  if (toldBy !== 'nobody')
    await run
      .updateTable('task')
      .set({ state: finished, changed_at: new Date(now) })
      .where('state', '=', running)
      .where('progress', '>=', 100)
      .execute();
  await goOn(run, now);
}

export const taskSchedule = (provider: MachineProvider | undefined): Schedule => ({
  name: 'tasks',
  every: everyMs,
  run: (db, now) => runTasks(db, now, !provider ? 'nobody' : provider.sandbox ? 'sandbox' : 'provider'),
});
