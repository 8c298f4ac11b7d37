import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { embedFeatures } from '../../contract/embed/features';
import type { Feature, Scope } from '../api';
import type { MintTokenInput, Token } from './models';
import { type Once, type Operations, operations } from './operations';

// For a partner's server: tokens for its pages, members for its customers, and verification of webhook messages. Node 18 and later.

export type * from './models';
export type { Once, Operations } from './operations';

/** Your account, and limits of requests. */
export interface Account {
  /** `https://embed.cloudphone.example`. */
  gateway: string;
  /** Your public id, `p_…`. */
  partner: string;
  /** Of one of your keys. Never put it into a page. */
  secret: string;
  /** Timeout of one attempt in milliseconds; default: 10,000. */
  timeoutMs?: number;
  /** Number of further attempts if there was no response or the status was 429 or 5xx; default: 2. */
  retries?: number;
  /** Milliseconds; a longer `Retry-After` is thrown at once. Default: 5,000. */
  longestWaitMs?: number;
}

/** The maximum scopes of a token, by feature. */
export const scopes: Readonly<Record<Feature, readonly Scope[]>> = Object.fromEntries(
  Object.entries(embedFeatures).map(([feature, about]) => [feature, about.scopes]),
) as object as Record<Feature, readonly Scope[]>;

/** A refusal by our server. Pass `status` and `body` on to your page unchanged: the embed handles them. */
export class CloudphoneRefusal extends Error {
  readonly status: number;
  /** `member_not_linked`, `signature_wrong`, … */
  readonly error: string;
  readonly body: { error: string; message: string; connectUrl?: string; requestId?: string };
  /** Milliseconds to wait before the next request, if our server sent them. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: CloudphoneRefusal['body'], retryAfterMs?: number) {
    super(`${body.error}: ${body.message}`);
    this.name = 'CloudphoneRefusal';
    this.status = status;
    this.error = body.error;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Signs and sends one request. Throws a `CloudphoneRefusal`, or an error of `fetch`. */
async function attempt<T>(
  { gateway, partner, secret, timeoutMs = 10_000 }: Account,
  path: string,
  body: string,
  key: string | undefined,
): Promise<T> {
  const [time, nonce] = [String(Date.now()), randomUUID()];
  const response = await fetch(`${new URL(gateway).origin}/embed/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-partner-id': partner,
      'x-timestamp': time,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', secret).update(`${time}.${nonce}.${body}`).digest('hex'),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await response.json().catch(() => ({}));
  if (answer.code === 0) return answer.data;
  const { status } = response;
  const after = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
  const message = `The gateway answered ${status} without a reason`;
  throw new CloudphoneRefusal(
    status,
    answer.error ? answer : { error: 'api_error', message },
    Number.isNaN(after) ? undefined : after,
  );
}

/** Sends until there is a response. With `once`, every attempt has the same `Idempotency-Key`. */
async function send<T>(account: Account, path: string, input: object, once?: Once): Promise<T> {
  const { retries = 2, longestWaitMs = 5000 } = account;
  const body = JSON.stringify(input);
  const key = once && (once.idempotencyKey ?? randomUUID());
  for (let tried = 0; ; tried++)
    try {
      return await attempt<T>(account, path, body, key);
    } catch (error) {
      const refusal = error instanceof CloudphoneRefusal ? error : undefined;
      const passes = !refusal || refusal.status === 429 || refusal.status >= 500;
      if (tried >= retries || !(passes || refusal?.error === 'request_in_progress')) throw error;
      const wait = refusal?.retryAfterMs;
      if (wait !== undefined && wait > longestWaitMs) throw error;
      // random, so that servers that failed together do not return together
      await sleep(wait ?? Math.random() * 500 * 2 ** tried);
    }
}

/**
 * All operations for your server, one method each. A refusal is thrown as a `CloudphoneRefusal`, a lost connection as the error of
 * `fetch`.
 */
export const client = (account: Account): Operations =>
  operations((path, input, once) => send(account, path, input, once));

/** The token and its data for the page. */
export type TokenAnswer = Pick<Token, 'token' | 'expiresIn' | 'subject'>;

/** A token in the format that your endpoint must return. Throws a `CloudphoneRefusal`, or an error of `fetch`. */
export async function mintToken(account: Account, order: MintTokenInput): Promise<TokenAnswer> {
  const { token, expiresIn, subject } = await client(account).mintToken(order);
  return { token, expiresIn, subject };
}

/** A message from us to your server. */
export interface WebhookMessage {
  type: string;
  /** ISO 8601. */
  timestamp: string;
  /** Ids and states; `member` is your own id of the customer. */
  data: Record<string, string>;
}

/**
 * Parses a webhook request if it is authentic (standardwebhooks) and not older than five minutes. Throws otherwise. `body`: its raw text.
 * Respond with a 2xx after you have stored it; the same `webhook-id` may arrive again.
 */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
  now: number = Date.now(),
): WebhookMessage {
  const header = (name: string) => String(headers[name] ?? '');
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  if (!timestamp || !(Math.abs(now / 1000 - Number(timestamp)) <= 300))
    throw new Error('webhook-timestamp is missing, or too old');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // during a rotation of the secret, a message is signed with both
  const fits = header('webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((one) => one.length === right.length && timingSafeEqual(one, right));
  if (!fits) throw new Error('webhook-signature is not ours');
  return JSON.parse(body);
}
