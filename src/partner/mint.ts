import { createHmac, randomUUID } from 'node:crypto';

/** The shop server's account at the gateway: its address, and the shared credentials. */
export interface Account {
  gateway: string;
  id: string;
  secret: string;
}

/** The purpose of a token. */
export interface TokenRequest {
  /** The shop's own id of the shopper. */
  member: string;
  feature: string;
  scopes: 'all' | readonly string[];
  /** The origin of the page that will use it. */
  origin: string;
}

/** A refusal of the gateway: passed on to the page unchanged, which shows the shopper what to do. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: { error: string; message: string; connectUrl?: string },
  ) {
    super(`refused: ${body.error} (${body.message})`);
  }
}

/** Sends a signed request, and returns its `data`. Throws `Refused` with the gateway's response. */
async function call({ gateway, id, secret }: Account, path: string, input: object) {
  const body = JSON.stringify(input);
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const response = await fetch(`${gateway}/embed/v1/${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-partner-id': id,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', secret).update(`${timestamp}.${nonce}.${body}`).digest('hex'),
    },
    signal: AbortSignal.timeout(10_000),
  });
  const answer = await response.json();
  if (answer.code !== 0) throw new Refused(response.status, answer);
  return answer.data;
}

/** Requests a token. Returns the result for the page's `fetchToken`. Throws `Refused`. */
export async function mintToken(
  account: Account,
  request: TokenRequest,
): Promise<{ token: string; expiresIn: number; subject: string }> {
  const { token, expiresIn, subject } = await call(account, 'tokens', request);
  return { token, expiresIn, subject };
}

/** Connects a shopper with the code that their browser brought back. Throws `Refused`. */
export async function connectMember(
  account: Account,
  { member, code }: { member: string; code: string },
): Promise<void> {
  await call(account, 'members', { act: 'connect', member, code });
}

/** Whether a shopper is connected; `origin`: one of the shop's. Throws `Refused`. */
export async function isLinked(
  account: Account,
  customer: { member: string; origin: string },
): Promise<boolean> {
  return (await call(account, 'members', { act: 'link', ...customer })).linked;
}

/** A question of the shop's support to a shopper, and how it stands. */
export interface Watch {
  id: string;
  state: 'asked' | 'declined' | 'expired' | 'allowed' | 'watching' | 'ended';
  /** ISO 8601. */
  until: string;
}

/** The words in which the support asks to watch a shopper's cloud phone. */
export interface WatchQuestion {
  member: string;
  phone: string;
  person: string;
  reason: string;
  minutes?: number;
  /** The origin of the shop's support page. */
  origin: string;
}

/** Asks a shopper whether the support may watch a cloud phone. Throws `Refused`. */
export const askToWatch = (account: Account, question: WatchQuestion): Promise<Watch> =>
  call(account, 'watches', { act: 'ask', ...question });

/** How a question stands; `end` takes it back, or ends the watching. Throws `Refused`. */
export const watchState = (
  account: Account,
  { act, ...watch }: { act: 'get' | 'end'; member: string; id: string },
): Promise<Watch> => call(account, 'watches', { act, ...watch });

/** The address of the frame, which opens once within a minute. Throws `Refused`. */
export const openWatch = (
  account: Account,
  watch: { member: string; id: string },
): Promise<{ url: string; until: string }> => call(account, 'watches', { act: 'open', ...watch });
