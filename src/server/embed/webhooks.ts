import { createHmac, randomUUID } from 'node:crypto';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import type { Db, Tx } from '../db/database';
import { enqueue, type Job, type JobKind } from '../jobs/jobs';
import { post } from '../kernel/destination';
import { open } from '../kernel/seal';
import { withoutNul } from '../kernel/without-nul';
import { modesOf } from '../partners/records';
import type { Settings } from '../settings/settings';
import { countUse } from './request-log';

/** An event that other rooms report and that may interest a partner. It contains ids and states, never amounts or names. */
interface PartnerEvent {
  /** The recipients: one partner, or all partners that the member is linked to, or, with neither, all partners. */
  partner?: string;
  member?: string;
  type: PartnerEventType;
  data: Record<string, string>;
}

/** Milliseconds to wait for a partner's server. */
const timeoutMs = 10_000;

/** `webhook-signature` as in standardwebhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. */
export function webhookSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The context in which a webhook's secret is sealed. */
export const webhookSeal = (id: string): string => `webhook ${id}`;

/** The secrets that sign for a webhook now: its own, and for some time the previous one. */
function secretsOf(
  settings: Settings,
  row: { id: string; secret: string; secret_before: string | null; before_until: Date | null },
  now: number,
): string[] {
  const before = row.before_until && row.before_until.getTime() > now ? row.secret_before : null;
  return [row.secret, before].flatMap((sealed) =>
    sealed === null ? [] : (open(settings, webhookSeal(row.id), sealed) ?? []),
  );
}

/** Queues the delivery of a message, unless it is queued already. Each webhook is a destination: a server that hangs delays no other partner. */
export const enqueueSending = (
  tx: Tx,
  { id, webhook }: { id: string; webhook: string | null },
  now: number,
): Promise<string> =>
  enqueue(
    tx,
    {
      id: `webhook:${id}`,
      again: true,
      kind: 'send-webhook',
      destination: webhook ?? '',
      payload: { id },
    },
    now,
  );

/** Stores a message for a webhook, and queues its delivery. */
export async function writeMessage(
  tx: Tx,
  webhook: { id: string; partner: string },
  { type, data }: { type: string; data: object },
  now: number,
): Promise<string> {
  const id = `msg_${randomUUID().replace(/-/g, '')}`;
  const at = new Date(now);
  const { sent: sequence } = await tx
    .updateTable('partner_hook')
    .set((is) => ({ sent: is('sent', '+', 1) }))
    .where('id', '=', webhook.id)
    .returning('sent')
    .executeTakeFirstOrThrow();
  const body = JSON.stringify({ type, timestamp: at.toISOString(), sequence, data });
  await tx
    .insertInto('partner_message')
    .values({
      id,
      partner: webhook.partner,
      webhook: webhook.id,
      sequence,
      type,
      body,
      at,
      attempts: 0,
      delivered_at: null,
      last_result: null,
    })
    .execute();
  await enqueueSending(tx, { id, webhook: webhook.id }, now);
  return id;
}

const wants = (types: string, type: string): boolean => {
  const chosen: string[] = JSON.parse(types);
  return !chosen.length || chosen.includes(type);
};

/** The job of a `PartnerEvent`: writes a message for each webhook of each recipient that subscribes to it. */
export const tellPartner = (settings: Settings): JobKind => ({
  async inside(tx, { payload }, now) {
    const { partner, member, type, data } = payload as PartnerEvent;
    const links =
      member === undefined
        ? undefined
        : await tx
            .selectFrom('partner_member')
            .select(['partner', 'reference'])
            .where('member', '=', member)
            .execute();
    let webhooks = tx
      .selectFrom('partner_hook')
      .select(['id', 'partner', 'types', 'mode'])
      .where('off_at', 'is', null)
      .orderBy('id');
    if (links)
      webhooks = webhooks.where('partner', 'in', links.length ? links.map((link) => link.partner) : ['']);
    else if (partner !== undefined) webhooks = webhooks.where('partner', '=', partner);
    const modes = modesOf(settings);
    for (const webhook of await webhooks.execute()) {
      if (!wants(webhook.types, type) || (webhook.mode && !modes.includes(webhook.mode))) continue;
      const link = links?.find((one) => one.partner === webhook.partner);
      await writeMessage(tx, webhook, { type, data: link ? { member: link.reference, ...data } : data }, now);
    }
  },
});

/** The job that sends a message. Any response other than 2xx leads to another attempt, with growing delays. */
export const sendWebhook = (db: Db, settings: Settings, now: () => number): JobKind => ({
  places: 8,
  async outside({ payload }: Job) {
    const { id } = payload as { id: string };
    const found = await db.run
      .selectFrom('partner_message as m')
      .innerJoin('partner_hook as w', 'w.id', 'm.webhook')
      .select(['m.body', 'm.attempts', 'm.partner', 'w.id', 'w.url', 'w.mode'])
      .select(['w.secret', 'w.secret_before', 'w.before_until'])
      .where('m.id', '=', id)
      .where('m.delivered_at', 'is', null)
      .where('w.off_at', 'is', null)
      .executeTakeFirst();
    if (!found) return; // delivered, or the webhook was removed
    const at = now();
    const timestamp = String(Math.floor(at / 1000));
    const secrets = secretsOf(settings, found, at);
    if (!secrets.length) throw new Error(`${id}: SECRETS_KEY does not open the secret of ${found.id}`);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets
        .map((secret) => webhookSignature(secret, id, timestamp, found.body))
        .join(' '),
    };
    const started = Date.now();
    const result = await post(found.url, found.body, headers, {
      anywhere: !settings.production,
      timeoutMs,
    }).catch((error: Error) => error);
    const failed = result instanceof Error;
    const delivered = !failed && result.status >= 200 && result.status < 300;
    const outcome = (failed ? result.message : String(result.status)).slice(0, 200);
    await db.tx(async (tx) => {
      await tx
        .updateTable('partner_message')
        .set((is) => ({
          attempts: is('attempts', '+', 1),
          last_result: outcome,
          ...(delivered && { delivered_at: new Date(at) }),
        }))
        .where('id', '=', id)
        .execute();
      await tx
        .insertInto('partner_delivery')
        .values({
          message: id,
          attempt: found.attempts + 1,
          at: new Date(at),
          result: outcome,
          answer: failed ? '' : withoutNul(result.answer),
          ms: Date.now() - started,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await countUse(
        tx,
        {
          partner: found.partner,
          mode: found.mode ?? modesOf(settings)[0] ?? 'live',
          what: delivered ? 'delivered' : 'undelivered',
        },
        1,
        at,
      );
    });
    if (!delivered) throw new Error(`${id} was not taken: ${outcome}`);
  },
});
