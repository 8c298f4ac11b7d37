import { randomUUID } from 'node:crypto';
import * as calls from '../../contract/support/work-orders';
import { WorkOrderStatus } from '../../contract/support/work-orders';
import type * as rules from '../../contract/support/work-orders.rules';
import type { Call } from '../../contract/wire/call';
import type { Tx } from '../db/database';
import { defined } from '../db/defined';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent, isRepeated } from '../kernel/idempotency';
import { newNumber } from '../kernel/numbers';
import { mapPage, newestFirst } from '../kernel/pagination';
import { assertRate } from '../kernel/rate-limit';
import { ownPictures } from '../pictures/own-pictures';
import { addEntry, lockWorkOrder, reopenedStatus, type WorkOrderRow } from './status';
import { summary, workOrderView } from './view';

/** Maximum number of entries by a member per hour, over all work orders. */
const perMember = { max: 60, window: 3_600_000 };

async function reserveEntry(ctx: RequestContext, call: Call, input: { requestKey: string }): Promise<void> {
  if (!(await isRepeated(ctx.db.run, ctx, call, input))) await assertRate(ctx, 'work-order', perMember);
}

/** The member's work order, locked. The refusal is the same for one that belongs to another member and one that does not exist. */
async function lockOwn(tx: Tx, { member }: RequestContext, id: string): Promise<WorkOrderRow> {
  const order = await lockWorkOrder(tx, 'id', id);
  return order?.member === member ? order : missing();
}

function missing(): never {
  throw new DomainError('workOrderMissing');
}

export const workOrderHandlers: Handlers<typeof calls, typeof rules> = {
  async addWorkOrder(input, ctx) {
    await reserveEntry(ctx, calls.addWorkOrder, input);
    const annex = await ownPictures(ctx, input.annex);
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.addWorkOrder, input, async () => {
        const id = randomUUID();
        const number = newNumber('Q', ctx.now, 8);
        const at = new Date(ctx.now);
        await tx
          .insertInto('work_order')
          .values({
            id,
            number,
            member: ctx.member,
            title: input.title,
            description: input.description,
            annex: JSON.stringify(annex),
            status: WorkOrderStatus.pending,
            answer: null,
            created_at: at,
            changed_at: at,
            solved_at: null,
          })
          .execute();
        return { id, number, status: WorkOrderStatus.pending };
      }),
    );
  },

  async listWorkOrders({ status, from }, { db, member }) {
    const own = db.run
      .selectFrom('work_order')
      .selectAll()
      .where('member', '=', member)
      .where((is) => is.and(defined({ status })));
    return mapPage(await newestFirst(own, { at: 'created_at', id: 'id' }, from), summary);
  },

  async getWorkOrder({ id }, { db, member }) {
    const own = await db.run
      .selectFrom('work_order')
      .selectAll()
      .where('id', '=', id)
      .where('member', '=', member)
      .executeTakeFirst();
    return workOrderView(db.run, own ?? missing());
  },

  async replyWorkOrder(input, ctx) {
    await reserveEntry(ctx, calls.replyWorkOrder, input);
    const annex = await ownPictures(ctx, input.annex);
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.replyWorkOrder, input, async () => {
        const order = await lockOwn(tx, ctx, input.id);
        const status = reopenedStatus(order);
        await addEntry(tx, order, { by: 'member', kind: 'text', text: input.text, annex }, status, ctx.now);
        return { status };
      }),
    );
  },

  // Without a request key, because the same choice again changes nothing.
  solveWorkOrder: ({ id, solved }, ctx) =>
    ctx.db.tx(async (tx) => {
      const order = await lockOwn(tx, ctx, id);
      if (solved && order.status !== WorkOrderStatus.processed) throw new DomainError('workOrderUnanswered');
      if (solved && order.solved_at)
        return { status: WorkOrderStatus.processed, solvedAt: order.solved_at.toISOString() };
      if (!solved && order.status !== WorkOrderStatus.processed) return { status: order.status };
      const status = solved ? WorkOrderStatus.processed : reopenedStatus(order);
      const kind = solved ? 'solved' : 'unsolved';
      await addEntry(tx, order, { by: 'member', kind, text: '' }, status, ctx.now);
      return { status, ...(solved && { solvedAt: new Date(ctx.now).toISOString() }) };
    }),
};
