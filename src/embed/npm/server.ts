import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { embedFeatures } from '../../contract/embed/features';
import type { Feature, Scope } from '../api';

// For a partner's server: tokens for its pages, members for its customers, and whether a message is ours. Node 18 and later.

/** Who asks. */
export interface Account {
  /** `https://embed.cloudphone.example`. */
  gateway: string;
  /** Your public id, `p_…`. */
  partner: string;
  /** Of one of your keys. Never in a page. */
  secret: string;
  /** Milliseconds that an answer may take; 10,000 if you do not say. */
  timeoutMs?: number;
}

/** What a token is to be for. */
export interface TokenOrder {
  /** What you call your customer, up to 100 characters. */
  member: string;
  feature: string;
  /** `all` that the feature has, or some of them; those that only read, if you do not say. */
  scopes?: 'all' | readonly Scope[];
  /** Of the page that asks: `https://shop.example`. */
  origin: string;
  /** Seconds, 30 to 900; 300 if you do not say. */
  ttl?: number;
  /** Where a customer who is not connected yet comes back to with a code; `<origin>/cp/connected` if you do not say. */
  returnTo?: string;
}

/** All that a token of each feature may allow. */
export const scopes: Readonly<Record<Feature, readonly Scope[]>> = Object.fromEntries(
  Object.entries(embedFeatures).map(([feature, about]) => [feature, about.scopes]),
) as object as Record<Feature, readonly Scope[]>;

/** Why our server refused. Hand `status` and `body` on to your page as they are: the embed knows what to do. */
export class CloudphoneRefusal extends Error {
  readonly status: number;
  /** `member_not_linked`, `signature_wrong`, … */
  readonly error: string;
  readonly body: { error: string; message: string; connectUrl?: string; requestId?: string };

  constructor(status: number, body: CloudphoneRefusal['body']) {
    super(`${body.error}: ${body.message}`);
    this.name = 'CloudphoneRefusal';
    this.status = status;
    this.error = body.error;
    this.body = body;
  }
}

async function call<T>(
  { gateway, partner, secret, timeoutMs = 10_000 }: Account,
  path: string,
  input: object,
): Promise<T> {
  const body = JSON.stringify(input);
  const [time, nonce] = [String(Date.now()), randomUUID()];
  const response = await fetch(`${new URL(gateway).origin}/embed/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-partner-id': partner,
      'x-timestamp': time,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', secret).update(`${time}.${nonce}.${body}`).digest('hex'),
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await response.json();
  if (answer.code === 0) return answer.data;
  throw new CloudphoneRefusal(response.status, answer);
}

/** What the page needs of a token. `expiresIn` in seconds; `subject`: the same for the same customer, and nothing else is to be read from it. */
export interface TokenAnswer {
  token: string;
  expiresIn: number;
  subject: string;
}

/** A token, as your endpoint answers it. Throws a `CloudphoneRefusal`, or what `fetch` throws. */
export async function mintToken(account: Account, order: TokenOrder): Promise<TokenAnswer> {
  const { token, expiresIn, subject } = await call<TokenAnswer>(account, 'tokens', order);
  return { token, expiresIn, subject };
}

/** What becomes of a customer. `connect`: with the `cloudphone_code` of your address `returnTo`, and whose session the request has. */
export type MemberAct =
  | { act: 'link'; member: string; origin: string; returnTo?: string }
  | { act: 'connect'; member: string; code: string }
  | {
      act: 'create';
      member: string;
      origin: string;
      contact: string;
      locale?: 'en' | 'zh';
      returnTo?: string;
      /** Test mode only: the account gets this password, and this balance in fen. */
      test?: { password: string; balance?: number };
    }
  | { act: 'unlink'; member: string };
export interface MemberState {
  member: string;
  linked: boolean;
  created?: boolean;
  /** In test mode, the user name of an account that was created with `test`. */
  account?: string;
  /** Where your customer connects their account. */
  connectUrl?: string;
}

/** Links, connects, creates or unlinks; doing it again does nothing, but for `connect`: a code is good once. Throws a `CloudphoneRefusal`. */
export const member = (account: Account, act: MemberAct): Promise<MemberState> =>
  call<MemberState>(account, 'members', act);

/** Your links, by what you call your customers; `next` goes into `from`. */
export const listMembers = (
  account: Account,
  page: { from?: string; pageSize?: number } = {},
): Promise<{ items: { member: string; since: string }[]; next?: string }> =>
  call(account, 'members', { act: 'list', ...page });

/** What the platform or a payment provider does in production. `number` of a withdrawal or a work order. */
export type TestAct = { member: string } & (
  | { act: 'approve' | 'remit'; number: string }
  | { act: 'reject'; number: string; reason?: string }
  | { act: 'pay' | 'refund'; orderNo: string }
  | { act: 'answer'; number: string; text?: string }
  | { act: 'publish'; title?: string; text?: string; locale?: string }
  | { act: 'unlink' }
);
export interface TestActResult {
  act: TestAct['act'];
  member: string;
  number?: string;
  orderNo?: string;
  /** Of a withdrawal: `approved`, `rejected` or `remitted`. */
  state?: string;
  paid?: boolean;
  /** Of the notice that was published. */
  id?: string;
  linked?: boolean;
}

/** Makes something happen to a customer in test mode; your webhook hears of it as in production. Throws a `CloudphoneRefusal`. */
export const testAct = (account: Account, act: TestAct): Promise<TestActResult> =>
  call<TestActResult>(account, 'test', act);

/** A message of ours to your server. */
export interface WebhookMessage {
  type: string;
  /** ISO 8601. */
  timestamp: string;
  /** Ids and states; `member` is what you call your customer. */
  data: Record<string, string>;
}

/**
 * What a request to your server says, if it is ours (standardwebhooks) and not older than five minutes. Throws otherwise. `body`: its
 * very text. Answer with a 2xx once you have it; the same `webhook-id` may come again.
 */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
  now: number = Date.now(),
): WebhookMessage {
  const header = (name: string) => String(headers[name] ?? '');
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= 300))
    throw new Error('webhook-timestamp is missing, or too old');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const fits = header('webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
    .some((one) => one.length === right.length && timingSafeEqual(one, right));
  if (!fits) throw new Error('webhook-signature is not ours');
  return JSON.parse(body);
}
