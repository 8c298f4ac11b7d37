import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { WorkOrderStatus } from '../../contract/support/work-orders';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { answerWorkOrder, listForDesk, showToDesk, takeWorkOrder } from '../work-orders/desk';
import { body, words } from './body';

const answerRules = v.object({
  text: words(2000),
  requestKey: v.pipe(v.string(), v.uuid()),
  again: v.optional(v.boolean()),
});
/** What the list may be asked for. */
const statuses = new Map<string, WorkOrderStatus[]>([
  ['open', [WorkOrderStatus.pending, WorkOrderStatus.processing]],
  ['pending', [WorkOrderStatus.pending]],
  ['processing', [WorkOrderStatus.processing]],
  ['processed', [WorkOrderStatus.processed]],
  ['0', [WorkOrderStatus.pending]],
  ['1', [WorkOrderStatus.processing]],
  ['2', [WorkOrderStatus.processed]],
]);

function statusesOf(name: string): WorkOrderStatus[] {
  const found = statuses.get(name);
  if (!found) throw new RequestRejected('shape');
  return found;
}

type Params = { Params: { number: string } };

/** `/operator/workorders`: the questions of members. */
export function serveWorkOrders(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.get<{ Querystring: { status?: string } }>('/workorders', async ({ query }) => ({
    items: await listForDesk(db, statusesOf(query.status ?? 'open')),
  }));
  desk.get<Params>('/workorders/:number', ({ params }) => showToDesk(gateway, params.number));
  desk.post<Params>('/workorders/:number/take', ({ params }) => takeWorkOrder(db, params.number));
  desk.post<Params>('/workorders/:number/answer', (request) =>
    answerWorkOrder(db, request.params.number, body(answerRules, request), now()),
  );
}
