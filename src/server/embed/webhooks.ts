import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import type { Db, Tx } from '../db/database';
import { enqueue, type Job, type JobKind } from '../jobs/jobs';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { post, wrongDestination } from './destination';
import { partnerOf } from './state';

/** An event that other rooms report and that may interest a partner. It contains ids and states, never amounts or names. */
interface PartnerEvent {
  /** The recipients: one partner, or all partners that the member is linked to, or, with neither, all partners. */
  partner?: string;
  member?: string;
  type: PartnerEventType;
  data: Record<string, string>;
}

/** Milliseconds that a partner's server may take. */
const timeoutMs = 10_000;

/** `webhook-signature` as standardwebhooks has it: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. */
export function webhookSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Sets the URL for a partner's events from now on; without `url`, events go nowhere. Returns the secret, which the operator sees
 * only once.
 */
export async function setWebhook(
  { db, settings, now }: Pick<Gateway, 'db' | 'settings' | 'now'>,
  partner: string,
  url: string | undefined,
): Promise<{ id: string; url?: string; secret?: string }> {
  if (!partnerOf(settings, partner)) throw new DomainError('partnerMissing');
  if (!url) {
    await db.run.deleteFrom('partner_webhook').where('partner', '=', partner).execute();
    return { id: partner };
  }
  const problem = wrongDestination(url, settings.production);
  if (problem) throw new DomainError('webhookWrong', { problem });
  const row = { partner, url, secret: `whsec_${randomBytes(24).toString('base64')}`, at: new Date(now()) };
  await db.run
    .insertInto('partner_webhook')
    .values(row)
    .onConflict((conflict) => conflict.column('partner').doUpdateSet(row))
    .execute();
  return { id: partner, url, secret: row.secret };
}

/** Writes a message down for a partner, and what sends it. */
async function write(tx: Tx, partner: string, type: string, data: object, now: number): Promise<void> {
  const id = `msg_${randomUUID().replace(/-/g, '')}`;
  const at = new Date(now);
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  await tx
    .insertInto('partner_message')
    .values({ id, partner, type, body, at, attempts: 0, delivered_at: null, last_result: null })
    .execute();
  await enqueue(tx, { kind: 'send-webhook', payload: { id } }, now);
}

/** The job of a `PartnerEvent`: writes a message for each recipient that has a webhook. */
export const tellPartner: JobKind = {
  async inside(tx, { payload }, now) {
    const { partner, member, type, data } = payload as PartnerEvent;
    if (member === undefined) {
      let webhooks = tx.selectFrom('partner_webhook').select('partner');
      if (partner !== undefined) webhooks = webhooks.where('partner', '=', partner);
      for (const one of await webhooks.execute()) await write(tx, one.partner, type, data, now);
      return;
    }
    const links = await tx
      .selectFrom('partner_member as m')
      .innerJoin('partner_webhook as w', 'w.partner', 'm.partner')
      .select(['m.partner', 'm.reference'])
      .where('m.member', '=', member)
      .execute();
    for (const one of links) await write(tx, one.partner, type, { member: one.reference, ...data }, now);
  },
};

/** The job that sends a message. Any answer other than 2xx leads to another attempt, each after a longer time. */
export const sendWebhook = (db: Db, { production }: { production: boolean }, now: () => number): JobKind => ({
  slow: true,
  async outside({ payload }: Job) {
    const { id } = payload as { id: string };
    const found = await db.run
      .selectFrom('partner_message as m')
      .innerJoin('partner_webhook as w', 'w.partner', 'm.partner')
      .select(['m.body', 'w.url', 'w.secret'])
      .where('m.id', '=', id)
      .where('m.delivered_at', 'is', null)
      .executeTakeFirst();
    if (!found) return; // delivered, or the partner wants none any more
    const timestamp = String(Math.floor(now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': webhookSignature(found.secret, id, timestamp, found.body),
    };
    const result = await post(found.url, found.body, headers, { anywhere: !production, timeoutMs }).catch(
      (error: Error) => error.message,
    );
    const delivered = typeof result === 'number' && result >= 200 && result < 300;
    await db.run
      .updateTable('partner_message')
      .set((is) => ({
        attempts: is('attempts', '+', 1),
        last_result: String(result).slice(0, 200),
        ...(delivered && { delivered_at: new Date(now()) }),
      }))
      .where('id', '=', id)
      .execute();
    if (!delivered) throw new Error(`${id} was not taken: ${result}`);
  },
});
