import type { Selectable } from 'kysely';
import * as calls from '../../contract/buying/devices';
import { type Task, TaskState } from '../../contract/buying/devices';
import type * as rules from '../../contract/buying/devices.rules';
import type { Executor } from '../db/database';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { type Locale, type MessageName, translate } from '../kernel/messages';
import { mapPage, newestFirst } from '../kernel/pagination';
import { ownOrder } from './own-order';
import { enqueueSync } from './sync-machines';
import type { TaskTable } from './tables';

const { waiting, running, paused, finished } = TaskState;

type Row = Selectable<TaskTable> & { machine_name: string };
type Reader = Pick<RequestContext, 'locale' | 'settings'>;

/** Names of tasks are stored in English; a name without a translation is shown as it is. */
const names: Record<string, MessageName> = {
  'Watch live room': 'task_watch',
  'Watch livestreams': 'task_watch',
  'Like and comment': 'task_like',
  'Publish video': 'task_publish',
  'Post videos': 'task_publish',
  'Follow shops': 'task_follow',
  'Warm up account': 'task_warmUp',
};

/** The name of a task in a language. */
export const taskName = (name: string, locale: Locale): string => {
  const message = names[name];
  return message ? translate(locale, message) : name;
};

/** `machines`: the provider. If people operate the machines, the progress of a task is unknown. */
const task = (row: Row, { locale, settings: { machines } }: Reader): Task => ({
  id: row.id,
  serialNumber: row.serial_number,
  machine: row.machine_name,
  name: taskName(row.name, locale),
  state: row.state as TaskState,
  ...(machines !== 'manual' && { progress: row.progress }),
  changedAt: row.changed_at.toISOString(),
});

const tasks = (run: Executor) =>
  run
    .selectFrom('task')
    .innerJoin('machine', (join) =>
      join.onRef('machine.id', '=', 'task.machine').onRef('machine.member', '=', 'task.member'),
    )
    .selectAll('task')
    .select('machine.name as machine_name');

const ofMember = (run: Executor, member: string, serialNumber: string | undefined) =>
  tasks(run)
    .where('task.member', '=', member)
    .where((is) => is.and(defined({ 'task.serial_number': serialNumber })));

/** The current task of each machine: a running one, else a paused one, else a waiting one. */
export async function currentTasks(
  run: Executor,
  reader: Reader & Pick<RequestContext, 'member'>,
  machines: readonly string[],
): Promise<Map<string, Task>> {
  if (!machines.length) return new Map();
  const rows = await tasks(run)
    .where('task.member', '=', reader.member)
    .where('task.machine', 'in', machines)
    .where('state', 'in', [waiting, running, paused])
    .orderBy('created_at')
    .execute();
  const order = [waiting, paused, running] as number[];
  rows.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return new Map(rows.map((row) => [row.machine, task(row, reader)]));
}

type Tasks = Pick<Handlers<typeof calls, typeof rules>, 'listTasks' | 'taskStat' | 'updateTaskState'>;

export const taskHandlers: Tasks = {
  async listTasks({ serialNumber, state, from }, ctx) {
    const { db, member } = ctx;
    if (serialNumber !== undefined) await ownOrder(db.run, member, serialNumber);
    const own = ofMember(db.run, member, serialNumber).where((is) => is.and(defined({ state })));
    const order = { table: 'task', at: 'created_at', id: 'id' } as const;
    return mapPage(await newestFirst(own, order, from), (row) => task(row, ctx));
  },

  async taskStat({ serialNumber }, { db, member }) {
    if (serialNumber !== undefined) await ownOrder(db.run, member, serialNumber);
    const rows = await ofMember(db.run, member, serialNumber)
      .clearSelect()
      .select((is) => ['state', is.fn.countAll<number>().as('n')])
      .groupBy('state')
      .execute();
    const of = (state: TaskState) => rows.find((row) => row.state === state)?.n ?? 0;
    return { waiting: of(waiting), running: of(running), paused: of(paused), finished: of(finished) };
  },

  async updateTaskState(input, ctx) {
    const { serialNumber, taskIds, state } = input;
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.updateTaskState, input, async () => {
        await ownOrder(tx, ctx.member, serialNumber);
        const { numUpdatedRows } = await tx
          .updateTable('task')
          .set({ state, changed_at: new Date(ctx.now) })
          .where('member', '=', ctx.member)
          .where('serial_number', '=', serialNumber)
          .where('state', 'in', state === paused ? [waiting, running] : [paused])
          // Without ids `''` is used, because an empty list is not valid SQL.
          .where((is) => (taskIds ? is('id', 'in', [...taskIds, '']) : is.and([])))
          .executeTakeFirst();
        if (!numUpdatedRows) throw new DomainError(state === paused ? 'nothingToPause' : 'nothingToResume');
        await enqueueSync(tx, [serialNumber], ctx.now);
        return { changed: Number(numUpdatedRows) };
      }),
    );
  },
};
