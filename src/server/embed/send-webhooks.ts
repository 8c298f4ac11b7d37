import { createHmac } from 'node:crypto';
import type { Db, Executor, Tx } from '../db/database';
import type { Job, Performed, SeriesKind } from '../jobs/jobs';
import { post } from '../kernel/destination';
import { open } from '../kernel/seal';
import { withoutNul } from '../kernel/without-nul';
import { modesOf } from '../partners/records';
import type { Settings } from '../settings/settings';
import { countUse } from './request-log';
import { webhookSeal } from './webhooks';

/** Milliseconds to wait for a partner's server. */
const timeoutMs = 10_000;

/** `webhook-signature` as in standardwebhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. */
export function webhookSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

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
