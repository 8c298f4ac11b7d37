import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import { column } from '../db/column';
import type { Tx } from '../db/database';
import { type DatabaseKind, enqueueAll } from '../jobs/jobs';
import { modesOf } from '../partners/records';
import type { Settings } from '../settings/settings';

/** An event that other rooms report and that may interest a partner. It contains ids and states, never amounts or names. */
interface PartnerEvent {
  /** The recipients: one partner, or all partners that the member is linked to, or, with neither, all partners. */
  partner?: string;
  member?: string;
  type: PartnerEventType;
  data: Record<string, string>;
}

/** The context in which a webhook's secret is sealed. */
export const webhookSeal = (id: string): string => `webhook ${id}`;

/** The job that delivers a message. Each webhook is a destination: a server that hangs delays no other partner. */
const sendingOf = ({ id, webhook }: { id: string; webhook: string }) => ({
  id: `webhook:${id}`,
  kind: 'send-webhook',
  destination: webhook,
  payload: { id },
});

/** Queues the delivery of messages once more, of each unless it is queued already. */
export const enqueueSendings = (
  tx: Tx,
  messages: readonly { id: string; webhook: string }[],
  now: number,
): Promise<void> => enqueueAll(tx, messages.map(sendingOf), now, { again: true });

interface NewMessage {
  webhook: { id: string; partner: string };
  type: string;
  data: object;
}

/** The sequence numbers of new messages of webhooks: the number before the first one of each. */
async function takeNumbers(tx: Tx, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  // in one order, because each number is locked until the commit
  const { rows } = await sql<{ id: string; before: number }>`
    with locked as materialized (
      select id, one.count from partner_hook join unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as one (hook, count)
        on id = one.hook order by id for update of partner_hook
    )
    update partner_hook set sent = sent + locked.count from locked where partner_hook.id = locked.id
    returning partner_hook.id, sent - locked.count as before`.execute(tx);
  return new Map(rows.map(({ id, before }) => [id, Number(before)]));
}

/** Stores messages, and queues their delivery; messages for the same webhook get their numbers in this order. Returns their ids. */
export async function writeMessages(tx: Tx, messages: readonly NewMessage[], now: number): Promise<string[]> {
  if (!messages.length) return [];
  const counts = new Map<string, number>();
  for (const { webhook } of messages) counts.set(webhook.id, (counts.get(webhook.id) ?? 0) + 1);
  const numbers = await takeNumbers(tx, counts);
  const at = new Date(now);
  const rows = messages.map(({ webhook, type, data }) => {
    const before = numbers.get(webhook.id);
    if (before === undefined) throw new Error(`The webhook ${webhook.id} is gone`);
    const sequence = before + 1;
    numbers.set(webhook.id, sequence);
    return {
      id: `msg_${randomUUID().replace(/-/g, '')}`,
      partner: webhook.partner,
      webhook: webhook.id,
      sequence,
      type,
      body: JSON.stringify({ type, timestamp: at.toISOString(), sequence, data }),
    };
  });
  await sql`
    insert into partner_message (id, partner, webhook, sequence, type, body, at, attempts)
    select id, partner, webhook, sequence, type, body, ${at}::timestamptz, 0
    from unnest(
      ${column(rows, 'id')}::text[], ${column(rows, 'partner')}::text[], ${column(rows, 'webhook')}::text[],
      ${column(rows, 'sequence')}::bigint[], ${column(rows, 'type')}::text[], ${column(rows, 'body')}::text[]
    ) as one (id, partner, webhook, sequence, type, body)`.execute(tx);
  await enqueueAll(tx, rows.map(sendingOf), now);
  return rows.map(({ id }) => id);
}

const wants = (types: string, type: string): boolean => {
  const chosen: string[] = JSON.parse(types);
  return !chosen.length || chosen.includes(type);
};

/** The job of a `PartnerEvent`: writes a message for each webhook of each recipient that subscribes to it. */
export const tellPartner = (settings: Settings): DatabaseKind => ({
  together: 100,
  async inside(tx, jobs, now) {
    const events = jobs.map(({ payload }) => payload as PartnerEvent);
    const links = await linksOf(tx, events);
    const webhooks = await webhooksFor(tx, events, links);
    const modes = modesOf(settings);
    const messages: NewMessage[] = [];
    for (const { partner, member, type, data } of events)
      for (const webhook of webhooks) {
        const link = links.find((one) => one.member === member && one.partner === webhook.partner);
        const isRecipient =
          member === undefined ? partner === undefined || partner === webhook.partner : link !== undefined;
        if (!isRecipient || !wants(webhook.types, type)) continue;
        if (webhook.mode && !modes.includes(webhook.mode)) continue;
        messages.push({ webhook, type, data: link ? { member: link.reference, ...data } : data });
      }
    await writeMessages(tx, messages, now);
  },
});

/** The partners of the members that events are about, and how they call them. */
async function linksOf(tx: Tx, events: readonly PartnerEvent[]) {
  const members = [...new Set(events.flatMap(({ member }) => member ?? []))];
  if (!members.length) return [];
  return tx
    .selectFrom('partner_member')
    .select(['partner', 'member', 'reference'])
    .where('member', 'in', members)
    .execute();
}

/** The webhooks that may want one of the events: of all partners, if one is for all of them. */
async function webhooksFor(tx: Tx, events: readonly PartnerEvent[], links: readonly { partner: string }[]) {
  const webhooks = tx
    .selectFrom('partner_hook')
    .select(['id', 'partner', 'types', 'mode'])
    .where('off_at', 'is', null)
    .orderBy('id');
  if (events.some(({ member, partner }) => member === undefined && partner === undefined))
    return webhooks.execute();
  const partners = new Set([
    ...links.map(({ partner }) => partner),
    ...events.flatMap(({ member, partner }) => (member === undefined ? (partner ?? []) : [])),
  ]);
  return partners.size ? webhooks.where('partner', 'in', [...partners]).execute() : [];
}
