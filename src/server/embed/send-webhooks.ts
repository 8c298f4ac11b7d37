import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Executor, Tx } from '../db/database';
import type { Job, Performed, SeriesKind } from '../jobs/jobs';
import { post } from '../kernel/destination';
import { open } from '../kernel/seal';
import { withoutNul } from '../kernel/without-nul';
import { modesOf } from '../partners/records';
import type { Settings } from '../settings/settings';
import { countUses } from './request-log';
import { webhookSeal } from './webhooks';

/** Milliseconds to wait for a partner's server. */
const timeoutMs = 10_000;

/** `webhook-signature` as in standardwebhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. */
export function webhookSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Milliseconds after which a series ends: a gateway that is killed repeats about so many of its messages. */
const seriesMs = 1000;

const mostOpened = 5000;

/**
 * The secrets that sign for a webhook now: its own, and for some time the previous one. They are remembered: to open one costs as much as two
 * signatures, and a busy webhook has the same one for months.
 */
function createSecrets(settings: Settings) {
  const opened = new Map<string, string>();
  const openOnce = (id: string, sealed: string): string | undefined => {
    const key = `${id} ${sealed}`;
    const secret = opened.get(key) ?? open(settings, webhookSeal(id), sealed);
    if (opened.size >= mostOpened) opened.clear();
    if (secret !== undefined) opened.set(key, secret);
    return secret;
  };
  return (
    row: { id: string; secret: string; secret_before: string | null; before_until: Date | null },
    now: number,
  ): string[] => {
    const before = row.before_until && row.before_until.getTime() > now ? row.secret_before : null;
    return [row.secret, before].flatMap((sealed) =>
      sealed === null ? [] : (openOnce(row.id, sealed) ?? []),
    );
  };
}

/** The messages of jobs by their ids, without those that were delivered, or whose webhook was removed. */
async function unsentOf(run: Executor, jobs: readonly Job[]) {
  const rows = await run
    .selectFrom('partner_message as m')
    .innerJoin('partner_hook as w', 'w.id', 'm.webhook')
    .select(['m.id as message', 'm.body', 'm.attempts', 'm.partner', 'm.sequence', 'w.id', 'w.url', 'w.mode'])
    .select(['w.secret', 'w.secret_before', 'w.before_until'])
    .where(sql<boolean>`m.id = any(${jobs.map(messageOf)})`)
    .where('m.delivered_at', 'is', null)
    .where('w.off_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.message, row]));
}
const messageOf = ({ payload }: Job): string => (payload as { id: string }).id;
type UnsentOfAll = Awaited<ReturnType<typeof unsentOf>>;
type Unsent = UnsentOfAll extends Map<string, infer Row> ? Row : never;

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

async function send(
  message: Unsent,
  { settings, secrets }: { settings: Settings; secrets: readonly string[] },
  at: number,
): Promise<Answer> {
  const timestamp = String(Math.floor(at / 1000));
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

/** How often partners' servers took messages, and did not. */
function usesOf(settings: Settings, answers: readonly Answer[], at: number) {
  const uses = new Map<string, Parameters<typeof countUses>[1][number]>();
  for (const { message, isDelivered } of answers) {
    const mode = message.mode ?? modesOf(settings)[0] ?? 'live';
    const what = isDelivered ? 'delivered' : 'undelivered';
    const key = [message.partner, mode, what].join(' ');
    uses.set(key, { partner: message.partner, mode, what, at, count: (uses.get(key)?.count ?? 0) + 1 });
  }
  return [...uses.values()];
}

/** Records the answers of partners' servers. */
async function record(tx: Tx, settings: Settings, answers: readonly Answer[], now: number): Promise<void> {
  const ids = answers.map(({ message }) => message.message);
  const results = answers.map(({ result }) => result);
  await sql`
    update partner_message set attempts = partner_message.attempts + 1, last_result = one.result,
      delivered_at = case when one.is_delivered then ${new Date(now)}::timestamptz else partner_message.delivered_at end
    from unnest(${ids}::text[], ${results}::text[], ${answers.map(({ isDelivered }) => isDelivered)}::boolean[])
      as one (id, result, is_delivered)
    where partner_message.id = one.id`.execute(tx);
  await sql`
    insert into partner_delivery (message, result, attempt, at, answer, ms)
    select * from unnest(
      ${ids}::text[], ${results}::text[], ${answers.map(({ message }) => message.attempts + 1)}::int[],
      ${answers.map(({ at }) => new Date(at))}::timestamptz[], ${answers.map(({ text }) => text)}::text[],
      ${answers.map(({ ms }) => ms)}::int[])
    on conflict do nothing`.execute(tx);
  await countUses(tx, usesOf(settings, answers, now));
}

/**
 * The job that sends a message. Messages to a webhook are sent one after the other, until one fails: any response other than 2xx leads to
 * another attempt, with growing delays.
 */
export function sendWebhook(db: Db, settings: Settings, now: () => number) {
  const secretsOf = createSecrets(settings);
  return {
    places: 32,
    series: 50,
    read: (jobs: readonly Job[]) => unsentOf(db.run, jobs),
    async outside(jobs: readonly Job[], read: unknown): Promise<Performed> {
      const unsent = jobs.flatMap((job) => {
        const message = (read as UnsentOfAll).get(messageOf(job));
        return message ? { job, message } : [];
      });
      unsent.sort((a, b) => Number(a.message.sequence) - Number(b.message.sequence));
      const waiting = new Set(unsent.map(({ job }) => job));
      const done = jobs.filter((job) => !waiting.has(job)); // delivered, or the webhook was removed
      const answers: Answer[] = [];
      let failed: Performed['failed'];
      const began = Date.now();
      for (const { job, message } of unsent) {
        try {
          const at = now();
          const answer = await send(message, { settings, secrets: secretsOf(message, at) }, at);
          answers.push(answer);
          if (!answer.isDelivered) throw new Error(`${message.message} was not taken: ${answer.result}`);
          done.push(job);
        } catch (error) {
          failed = { job, error };
        }
        if (failed || Date.now() - began > seriesMs) break;
      }
      return { done, ...(answers.length && { report: answers }), ...(failed && { failed }) };
    },
    inside: (tx: Tx, reports: readonly unknown[], at: number) =>
      record(tx, settings, (reports as Answer[][]).flat(), at),
  } satisfies SeriesKind;
}
