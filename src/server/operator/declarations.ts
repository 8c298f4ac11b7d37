import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { DeclarationStatus } from '../../contract/member/declarations';
import { decideDeclaration } from '../declarations/decide-declaration';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { addressOf } from '../pictures/address';
import { body, words } from './body';

const rules = {
  approve: v.object({ result: v.optional(words()) }),
  reject: v.object({ reason: words() }),
};

/** Declarations of a status, what has waited longest first; attachments as addresses that are good for an hour. */
async function list({ db, settings, fileSecret, now }: Gateway, name: string) {
  const status = (DeclarationStatus as Record<string, DeclarationStatus>)[name];
  if (!status) throw new RequestRejected('shape');
  const rows = await db.run
    .selectFrom('declaration as d')
    .innerJoin('member as m', 'm.id', 'd.member')
    .selectAll('d')
    .select('m.username')
    .where('d.status', '=', status)
    .orderBy('d.submitted_at')
    .orderBy('d.id')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    member: row.username,
    customer: row.customer_name,
    phone: row.customer_phone,
    quantity: row.quantity,
    amount: row.order_amount,
    paidAt: row.paid_at,
    submittedAt: row.submitted_at,
    ...(row.remark && { remark: row.remark }),
    ...(row.audit_result && { result: row.audit_result }),
    attachment: (JSON.parse(row.attachment) as string[]).map(
      (id) => `${settings.publicUrl}${addressOf(fileSecret, id, now())}`,
    ),
  }));
}

type Params = { Params: { id: string } };

/** `/operator/declarations`: orders made offline, to be confirmed or rejected. */
export function serveDeclarations(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.get<{ Querystring: { status?: string } }>('/declarations', async ({ query }) => ({
    items: await list(gateway, query.status ?? 'submitted'),
  }));
  desk.post<Params>('/declarations/:id/approve', (request) =>
    decideDeclaration(
      db,
      request.params.id,
      { status: DeclarationStatus.confirmed, text: body(rules.approve, request).result ?? null },
      now(),
    ),
  );
  desk.post<Params>('/declarations/:id/reject', (request) =>
    decideDeclaration(
      db,
      request.params.id,
      { status: DeclarationStatus.rejected, text: body(rules.reject, request).reason },
      now(),
    ),
  );
}
