import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { decideRemittance, listRemittances } from '../checkout/audit-remittance';
import { assertNewRefund, refundOrder } from '../checkout/refund-order';
import { listUnfitPayments, settleUnfitPayment } from '../checkout/review-payment';
import { listTransfers, settleTransfer } from '../checkout/settle-transfer';
import { listOrdersForDesk, orderForDesk } from '../checkout/view-order';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { translate } from '../kernel/messages';
import { audit } from '../ledger/audit';
import { listUnsent, shipOrder } from '../orders/ship-order';
import { body, Unusable, words } from './body';
import { serveConfiguration } from './configuration';
import { serveConversations } from './conversations';
import { dayForDesk } from './day';
import { serveDeclarations } from './declarations';
import { followActions } from './follow-actions';
import { assertOperator, Forbidden } from './guard';
import { serveLists } from './lists';
import { serveMembers } from './members';
import { serveNotices } from './notices';
import { servePartners } from './partners';
import { servePosts } from './posts';
import { serveProducts } from './products';
import { serveRunning } from './running';
import { serveDeskPage } from './serve-page';
import { servePeople, serveSignIn } from './serve-people';
import { serveSupply } from './supply';
import { serveWithdrawals } from './withdrawals';
import { serveWorkOrders } from './work-orders';

const rules = {
  reject: v.object({ reason: words() }),
  refund: v.object({
    amount: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    reason: words(),
    requestKey: v.pipe(v.string(), v.uuid()),
    again: v.optional(v.boolean()),
  }),
  ship: v.object({ shipment: words(120) }),
  note: v.object({ note: words() }),
  settle: v.object({ address: words(64), orderNo: words(64) }),
};

type Params = { Params: { id: string } };

/**
 * `/operator/…`, for people who answer: `npm run operator` and the desk in the browser talk to it. JSON; 409 with `message` when it
 * is refused, 403 when somebody else has to do it, 202 when a second person has to.
 */
export async function serveOperator(door: FastifyInstance, gateway: Gateway, files: string): Promise<void> {
  door.decorateRequest('person', null);
  door.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  sayRefusals(door);
  serveDeskPage(door, gateway, files);
  await door.register(async (open) => serveSignIn(open, gateway));
  await door.register(async (desk) => serveDesk(desk, gateway));
}

function sayRefusals(desk: FastifyInstance): void {
  const above = desk.errorHandler;
  desk.setErrorHandler((error: FastifyError, request, reply: FastifyReply) => {
    if (error instanceof Forbidden) return reply.code(403).send({ message: error.message });
    if (error instanceof Unusable) return reply.code(400).send({ message: error.message });
    if (!(error instanceof DomainError)) return above.call(desk, error, request, reply);
    const message = translate('en', error.key, error.values);
    return reply.code(409).send({ message, ...error.more.body });
  });
}

/** What is behind the guard. */
async function serveDesk(desk: FastifyInstance, gateway: Gateway): Promise<void> {
  const { db, settings, now } = gateway;
  desk.addHook('onRequest', async (request) => {
    await assertOperator(request, gateway);
  });
  followActions(desk, gateway);
  servePeople(desk, gateway);
  desk.get('/day', ({ person }) => dayForDesk(gateway, person?.role ?? 'support'));

  desk.get<{ Querystring: { state?: string } }>('/remittances', async ({ query }) => ({
    items: await listRemittances(gateway, query.state ?? 'auditing'),
  }));
  desk.post<Params>('/remittances/:id/approve', ({ params }) =>
    decideRemittance(db, params.id, { state: 'approved', reason: null }, now()),
  );
  desk.post<Params>('/remittances/:id/reject', (request) =>
    decideRemittance(
      db,
      request.params.id,
      { state: 'rejected', reason: body(rules.reject, request).reason },
      now(),
    ),
  );

  desk.get<{ Querystring: { state?: string } }>('/orders', async ({ query }) => ({
    items: await listOrdersForDesk(db.run, query.state),
  }));
  desk.get('/orders/unsent', async () => ({ items: await listUnsent(db) }));
  desk.get<Params>('/orders/:id', ({ params }) => orderForDesk(db.run, params.id));
  desk.post<Params>('/orders/:id/refund', async (request) => {
    const { again, ...input } = body(rules.refund, request);
    const refund = { orderNo: request.params.id, ...input };
    if (!again) await assertNewRefund(db.run, refund);
    return refundOrder(db, refund, now());
  });
  desk.post<Params>('/orders/:id/ship', (request) =>
    shipOrder(db, request.params.id, body(rules.ship, request).shipment, now()),
  );

  desk.get('/payments', async () => ({ items: await listUnfitPayments(db) }));
  desk.post<Params>('/payments/:id/settle', (request) =>
    settleUnfitPayment(db, request.params.id, body(rules.note, request).note, now()),
  );

  desk.get('/transfers', async () => ({ items: await listTransfers(db) }));
  desk.post<Params>('/transfers/:id/settle', (request) =>
    settleTransfer(db, settings, { txid: request.params.id, ...body(rules.settle, request) }, now()),
  );

  serveWithdrawals(desk, gateway);

  serveSupply(desk, gateway);

  serveProducts(desk, gateway);

  serveMembers(desk, gateway);

  serveRunning(desk, gateway);

  serveConfiguration(desk, gateway);
  serveLists(desk, gateway);

  serveWorkOrders(desk, gateway);

  serveConversations(desk, gateway);

  serveNotices(desk, gateway);

  serveDeclarations(desk, gateway);

  servePartners(desk, gateway);

  servePosts(desk, gateway);

  desk.get('/ledger', async () => {
    const broken = await audit(db.run);
    return { inOrder: !Object.keys(broken).length, broken };
  });
}
