import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { enqueue } from '../jobs/jobs';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import { authenticate, bodyOf, PartnerRefused } from './signed-request';

const id = v.pipe(v.string(), v.maxLength(60));
const rules = v.variant('act', [
  v.strictObject({
    act: v.literal('list'),
    from: v.optional(id),
    pageSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 50),
  }),
  v.strictObject({ act: v.literal('replay'), id }),
]);
const perPartner = { max: 600, window: 60_000 };

/**
 * `POST /embed/v1/messages`, signed like a request for a token: lists the messages to the partner of the last 30 days, newest
 * first, with the result of each delivery; or sends one of them again.
 */
export async function messages(request: FastifyRequest, gateway: Gateway): Promise<object> {
  const { db } = gateway;
  const now = gateway.now();
  const { id: partner } = await authenticate(request, gateway);
  const input = bodyOf(rules, request);
  if (!(await attempt(db.run, `messages:${partner}`, perPartner, now)).allowed)
    throw new PartnerRefused('rate_limited', 'Too many calls, please wait a minute');
  if (input.act === 'list') return list(partner, input, gateway);
  return db.tx(async (tx) => {
    const again = await tx
      .updateTable('partner_message')
      .set({ delivered_at: null })
      .where('id', '=', input.id)
      .where('partner', '=', partner)
      .returning('id')
      .executeTakeFirst();
    if (!again) throw new PartnerRefused('message_unknown', `There is no message ${input.id}`);
    await enqueue(tx, { kind: 'send-webhook', payload: { id: input.id } }, now);
    return { id: input.id };
  });
}

type Listing = Extract<v.InferOutput<typeof rules>, { act: 'list' }>;

async function list(partner: string, { from, pageSize }: Listing, { db }: Gateway) {
  let rows = db.run
    .selectFrom('partner_message')
    .selectAll()
    .where('partner', '=', partner)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (from !== undefined)
    rows = rows.where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('at', 'id'),
        '<',
        selectFrom('partner_message as f')
          .select(['f.at', 'f.id'])
          .where('f.id', '=', from)
          .where('f.partner', '=', partner)
          .$asTuple('at', 'id'),
      ),
    );
  const found = await rows.execute();
  const items = found.slice(0, pageSize).map((row) => ({
    id: row.id,
    type: row.type,
    body: JSON.parse(row.body) as object,
    attempts: row.attempts,
    deliveredAt: row.delivered_at?.toISOString(),
    lastResult: row.last_result ?? undefined,
  }));
  return { items, ...(found.length > pageSize && { next: items.at(-1)?.id }) };
}
