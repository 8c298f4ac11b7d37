import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { WorkOrderStatus } from '../../contract/work-orders';
import type { Db, Executor } from '../db/database';
import { RequestRejected } from '../http/wire';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { tell } from '../notices/notify-member';
import { addressOf } from '../pictures/pictures';
import { lockWorkOrder, say } from '../work-orders/status';
import { workOrderView } from '../work-orders/view';
import { body, words } from './body';

const answering = v.object({ text: words(2000), requestKey: v.pipe(v.string(), v.uuid()) });
/** What the list may be asked for. */
const statuses = new Map<string, WorkOrderStatus[]>([
  ['open', [0, 1]],
  ['0', [0]],
  ['1', [1]],
  ['2', [2]],
]);

/** Of a status, or all that are open; what has waited longest comes first. */
async function list({ run }: Db, status: string) {
  const wanted = statuses.get(status);
  if (!wanted) throw new RequestRejected('shape');
  const rows = await run
    .selectFrom('work_order as w')
    .innerJoin('member as m', 'm.id', 'w.member')
    .select(['w.number', 'm.username as member', 'w.title', 'w.status', 'w.changed_at', 'w.solved_at'])
    .where('w.status', 'in', wanted)
    .orderBy('w.changed_at')
    .limit(200)
    .execute();
  return rows.map(({ changed_at, solved_at, ...row }) => ({
    ...row,
    since: changed_at,
    ...(solved_at && { solvedAt: solved_at }),
  }));
}

/** All of it, its pictures as addresses that are good for an hour. */
async function show({ db, settings, fileSecret, now }: Gateway, number: string) {
  const row = await byNumber(db.run, number);
  const view = await workOrderView(db.run, row);
  const addresses = (annex: string[]) =>
    annex.map((id) => `${settings.publicUrl}${addressOf(fileSecret, id, now())}`);
  return {
    ...view,
    member: row.username,
    annex: addresses(view.annex),
    entries: view.entries.map((entry) => ({ ...entry, annex: addresses(entry.annex) })),
  };
}

async function byNumber(run: Executor, number: string) {
  const row = await run
    .selectFrom('work_order as w')
    .innerJoin('member as m', 'm.id', 'w.member')
    .selectAll('w')
    .select('m.username')
    .where('w.number', '=', number)
    .executeTakeFirst();
  return row ?? missing();
}

function missing(): never {
  throw new DomainError('workOrderMissing');
}

/** 0 → 1; one that is being processed stays so, and one that was answered is refused. */
const take = (db: Db, number: string) =>
  db.tx(async (tx) => {
    const order = (await lockWorkOrder(tx, 'number', number)) ?? missing();
    if (order.status === 2) throw new DomainError('workOrderAnswered');
    await tx.updateTable('work_order').set({ status: 1 }).where('id', '=', order.id).execute();
    return { number, status: 1 };
  });

/** Answers, and tells the member; once a key. Refused when the member has said that it is solved. */
const answer = (db: Db, number: string, { text, requestKey }: v.InferOutput<typeof answering>, now: number) =>
  db.tx(async (tx) => {
    const order = (await lockWorkOrder(tx, 'number', number)) ?? missing();
    const id = requestKey.toLowerCase();
    const said = await tx
      .selectFrom('work_order_entry')
      .select('work_order')
      .where('id', '=', id)
      .executeTakeFirst();
    if (said && said.work_order !== order.id) throw new DomainError('keyReused');
    if (said) return { number, status: order.status };
    if (order.solved_at) throw new DomainError('workOrderSolved');
    await say(tx, order, { id, by: 'operator', kind: 'text', text }, 2, now);
    const { member, title } = order;
    const link = `pages/mine/workOrderDetail?id=${order.id}`;
    await tell(tx, member, { kind: 'workOrderAnswered', values: { number, title }, link }, now);
    return { number, status: 2 };
  });

type Params = { Params: { number: string } };

/** `/operator/workorders`: the questions of members. */
export function serveWorkOrders(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.get<{ Querystring: { status?: string } }>('/workorders', async ({ query }) => ({
    items: await list(db, query.status ?? 'open'),
  }));
  desk.get<Params>('/workorders/:number', ({ params }) => show(gateway, params.number));
  desk.post<Params>('/workorders/:number/take', ({ params }) => take(db, params.number));
  desk.post<Params>('/workorders/:number/answer', (request) =>
    answer(db, request.params.number, body(answering, request), now()),
  );
}
