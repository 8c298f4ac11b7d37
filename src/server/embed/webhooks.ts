import { createHmac, randomUUID } from 'node:crypto';
import type { PartnerEventType } from '../../contract/embed/partner-events';
import type { Db, Executor, Tx } from '../db/database';
import {
  type DatabaseKind,
  enqueue,
  enqueueAll,
  type Job,
  type Performed,
  type SeriesKind,
} from '../jobs/jobs';
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

/** The job that delivers a message. Each webhook is a destination: a server that hangs delays no other partner. */
const sendingOf = ({ id, webhook }: { id: string; webhook: string }) => ({
  id: `webhook:${id}`,
  kind: 'send-webhook',
  destination: webhook,
  payload: { id },
});

/** Queues the delivery of a message once more, unless it is queued already. */
export const enqueueSending = (
  tx: Tx,
  message: { id: string; webhook: string },
  now: number,
): Promise<string> => enqueue(tx, { ...sendingOf(message), again: true }, now);

interface NewMessage {
  webhook: { id: string; partner: string };
  type: string;
  data: object;
}

/** Rows of one statement, so that a notice to all partners stays within the parameters of a statement. */
const rowsAtOnce = 500;

/** The sequence numbers of new messages of a webhook: the number before the first one. */
async function takeNumbers(tx: Tx, webhook: string, count: number): Promise<number> {
  const { sent } = await tx
    .updateTable('partner_hook')
    .set((is) => ({ sent: is('sent', '+', count) }))
    .where('id', '=', webhook)
    .returning('sent')
    .executeTakeFirstOrThrow();
  return Number(sent) - count;
}

/** Stores messages, and queues their delivery; messages for the same webhook get their numbers in this order. Returns their ids. */
export async function writeMessages(tx: Tx, messages: readonly NewMessage[], now: number): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { webhook } of messages) counts.set(webhook.id, (counts.get(webhook.id) ?? 0) + 1);
  const numbers = new Map<string, number>();
  // in one order, because each number is locked until the commit
  for (const [id, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    numbers.set(id, await takeNumbers(tx, id, count));
  const at = new Date(now);
  const rows = messages.map(({ webhook, type, data }) => {
    const sequence = (numbers.get(webhook.id) ?? 0) + 1;
    numbers.set(webhook.id, sequence);
    return {
      id: `msg_${randomUUID().replace(/-/g, '')}`,
      partner: webhook.partner,
      webhook: webhook.id,
      sequence,
      type,
      body: JSON.stringify({ type, timestamp: at.toISOString(), sequence, data }),
      at,
      attempts: 0,
      delivered_at: null,
      last_result: null,
    };
  });
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    await tx.insertInto('partner_message').values(some).execute();
    await enqueueAll(tx, some.map(sendingOf), now);
  }
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

/** Milliseconds after which a series ends: a gateway that is killed repeats about so many of its messages. */
const seriesMs = 1000;

/** The messages of jobs by the id of the job, without those that were delivered, or whose webhook was removed. */
async function unsentOf(run: Executor, jobs: readonly Job[]) {
  const byMessage = new Map(jobs.map((job) => [(job.payload as { id: string }).id, job]));
  const rows = await run
    .selectFrom('partner_message as m')
    .innerJoin('partner_hook as w', 'w.id', 'm.webhook')
    .select(['m.id as message', 'm.body', 'm.attempts', 'm.partner', 'w.id', 'w.url', 'w.mode'])
    .select(['w.secret', 'w.secret_before', 'w.before_until'])
    .where('m.id', 'in', [...byMessage.keys()])
    .where('m.delivered_at', 'is', null)
    .where('w.off_at', 'is', null)
    .orderBy('m.sequence')
    .execute();
  return rows.flatMap((row) => {
    const job = byMessage.get(row.message);
    return job ? { ...row, job } : [];
  });
}
type Unsent = Awaited<ReturnType<typeof unsentOf>>[number];

/** The response of a partner's server to a message. */
interface Answer {
  message: Unsent;
  at: number;
  ms: number;
  isDelivered: boolean;
  /** The status, or the error. */
  result: string;
  text: string;
}

async function send(message: Unsent, settings: Settings, at: number): Promise<Answer> {
  const timestamp = String(Math.floor(at / 1000));
  const secrets = secretsOf(settings, message, at);
  if (!secrets.length)
    throw new Error(`${message.message}: SECRETS_KEY does not open the secret of ${message.id}`);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': message.message,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => webhookSignature(secret, message.message, timestamp, message.body))
      .join(' '),
  };
  const started = Date.now();
  const answer = await post(message.url, message.body, headers, {
    anywhere: !settings.production,
    timeoutMs,
  }).catch((error: Error) => error);
  const failed = answer instanceof Error;
  return {
    message,
    at,
    ms: Date.now() - started,
    isDelivered: !failed && answer.status >= 200 && answer.status < 300,
    result: (failed ? answer.message : String(answer.status)).slice(0, 200),
    text: failed ? '' : withoutNul(answer.answer),
  };
}

/** Records the answers of one partner's server. */
async function record(tx: Tx, settings: Settings, answers: readonly Answer[], now: number): Promise<void> {
  const [first] = answers;
  if (!first) return;
  for (const result of new Set(answers.map((one) => one.result))) {
    const some = answers.filter((one) => one.result === result);
    await tx
      .updateTable('partner_message')
      .set((is) => ({
        attempts: is('attempts', '+', 1),
        last_result: result,
        ...(some[0]?.isDelivered && { delivered_at: new Date(now) }),
      }))
      .where(
        'id',
        'in',
        some.map(({ message }) => message.message),
      )
      .execute();
  }
  await tx
    .insertInto('partner_delivery')
    .values(
      answers.map(({ message, at, result, text, ms }) => ({
        message: message.message,
        attempt: message.attempts + 1,
        at: new Date(at),
        result,
        answer: text,
        ms,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { partner, mode } = first.message;
  const use = { partner, mode: mode ?? modesOf(settings)[0] ?? 'live' };
  const delivered = answers.filter(({ isDelivered }) => isDelivered).length;
  if (delivered) await countUse(tx, { ...use, what: 'delivered' }, delivered, now);
  if (delivered < answers.length)
    await countUse(tx, { ...use, what: 'undelivered' }, answers.length - delivered, now);
}

/**
 * The job that sends a message. Messages to a webhook are sent one after the other, until one fails: any response other than 2xx leads to
 * another attempt, with growing delays.
 */
export const sendWebhook = (db: Db, settings: Settings, now: () => number): SeriesKind => ({
  places: 32,
  series: 50,
  async outside(jobs) {
    const unsent = await unsentOf(db.run, jobs);
    const waiting = new Set(unsent.map(({ job }) => job));
    const done = jobs.filter((job) => !waiting.has(job)); // delivered, or the webhook was removed
    const answers: Answer[] = [];
    let failed: Performed['failed'];
    const began = Date.now();
    for (const message of unsent) {
      const { job } = message;
      try {
        const answer = await send(message, settings, now());
        answers.push(answer);
        if (!answer.isDelivered) throw new Error(`${message.message} was not taken: ${answer.result}`);
        done.push(job);
      } catch (error) {
        failed = { job, error };
      }
      if (failed || Date.now() - began > seriesMs) break;
    }
    await db.tx((tx) => record(tx, settings, answers, now()));
    return { done, ...(failed && { failed }) };
  },
});
