import * as v from 'valibot';
import { resume } from '../jobs/leases';
import type { Gateway } from '../kernel/gateway';
import { attempt } from '../kernel/rate-limit';
import type { Partner } from '../settings/partners';
import { endpoint, operation, pageSize, requestId } from './partner-api';
import { PartnerRefused } from './refusals';
import { enqueueSendings } from './webhooks';

const id = v.pipe(v.string(), v.maxLength(60), v.description('The id of a message, also its webhook-id'));

/** A message to the partner's server, and its delivery. */
export const deliveredMessage = v.strictObject({
  id,
  type: v.string(),
  body: v.pipe(v.looseObject({}), v.description('As it is sent: type, timestamp, data')),
  attempts: v.pipe(v.number(), v.integer()),
  deliveredAt: v.optional(v.pipe(v.string(), v.description('ISO 8601; absent until a 2xx'))),
  lastResult: v.optional(
    v.pipe(
      v.string(),
      v.description('The HTTP status of the last attempt, or the reason why there was none'),
    ),
  ),
});

const listing = operation({
  id: 'listMessages',
  summary: 'The webhook messages of the last 30 days, newest first, with the result of each delivery',
  input: v.strictObject({ act: v.literal('list'), from: v.optional(id), pageSize }),
  answer: v.strictObject({ items: v.array(deliveredMessage), next: v.optional(id), requestId }),
  refusals: [],
});
const replaying = operation({
  id: 'replayMessage',
  summary: 'Sends a message once more',
  input: v.strictObject({ act: v.literal('replay'), id }),
  answer: v.strictObject({ id, requestId }),
  refusals: ['message_unknown'],
  once: true,
});
const rules = v.variant('act', [listing.input, replaying.input]);
const perPartner = { max: 600, window: 60_000 };

/** Lists the messages to the partner, or sends one of them again. */
async function answerMessages(
  { id: partner }: Partner,
  input: v.InferOutput<typeof rules>,
  gateway: Gateway,
): Promise<object> {
  const { db } = gateway;
  const now = gateway.now();
  if (!(await attempt(db.run, `messages:${partner}`, perPartner, now)).allowed)
    throw new PartnerRefused('rate_limited', 'Too many calls, please wait a minute');
  if (input.act === 'list') {
    const { items, ...page } = await listMessages(partner, input, gateway);
    return { items: items.map(({ webhook: _, sequence: __, at: ___, ...message }) => message), ...page };
  }
  const again = await replayMessage(gateway, partner, input.id);
  if (!again) throw new PartnerRefused('message_unknown', `There is no message ${input.id}`);
  return { id: input.id };
}

/** Sends a message once more. Returns whether it was delivered. */
export const replayMessage = (
  { db, now }: Pick<Gateway, 'db' | 'now'>,
  partner: string,
  id: string,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const again = await tx
      .updateTable('partner_message')
      .set({ delivered_at: null })
      .where('id', '=', id)
      .where('partner', '=', partner)
      .returning(['id', 'webhook'])
      .executeTakeFirst();
    if (!again) return false;
    const { id: message, webhook } = again;
    if (webhook === null) return true; // it was removed, and nobody receives the message any more
    await resume(tx, webhook); // the partner asks for it, so the server works again
    await enqueueSendings(tx, [{ id: message, webhook }], now());
    return true;
  });

interface Listing {
  from?: string | undefined;
  webhook?: string | undefined;
  pageSize: number;
}

/** A page of the messages to a partner, newest first. */
export async function listMessages(
  partner: string,
  { from, webhook, pageSize }: Listing,
  { db }: Pick<Gateway, 'db'>,
) {
  let rows = db.run
    .selectFrom('partner_message')
    .selectAll()
    .where('partner', '=', partner)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (webhook !== undefined) rows = rows.where('webhook', '=', webhook);
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
    webhook: row.webhook ?? undefined,
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
    body: JSON.parse(row.body) as object,
    attempts: row.attempts,
    deliveredAt: row.delivered_at?.toISOString(),
    lastResult: row.last_result ?? undefined,
  }));
  return { items, ...(found.length > pageSize && { next: items.at(-1)?.id }) };
}

/** Every attempt to deliver a message, oldest first; `undefined` if the partner has no such message. */
export async function deliveriesOf({ db }: Pick<Gateway, 'db'>, partner: string, id: string) {
  const message = await db.run
    .selectFrom('partner_message')
    .select(['id', 'type', 'body', 'webhook', 'at'])
    .where('id', '=', id)
    .where('partner', '=', partner)
    .executeTakeFirst();
  if (!message) return;
  const rows = await db.run
    .selectFrom('partner_delivery')
    .select(['attempt', 'at', 'result', 'answer', 'ms'])
    .where('message', '=', id)
    .orderBy('at')
    .orderBy('attempt')
    .limit(100)
    .execute();
  return {
    id,
    type: message.type,
    webhook: message.webhook ?? undefined,
    at: message.at.toISOString(),
    body: JSON.parse(message.body) as object,
    attempts: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  };
}

export const messages = endpoint({
  path: 'messages',
  rules,
  operations: [listing, replaying],
  handle: answerMessages,
});
