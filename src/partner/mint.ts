import { createHmac, randomUUID } from 'node:crypto';

/** What the shop's server knows of the gateway: where it is, and what they agreed on. */
export interface Account {
  gateway: string;
  id: string;
  secret: string;
}

/** What a token is to be for. */
export interface Wanted {
  /** The shopper, by the shop's own name for them. */
  member: string;
  feature: string;
  scopes: 'all' | readonly string[];
  /** The page that will use it. */
  origin: string;
}

/** Why the gateway does not do it: handed on to the page as it is, which leads the shopper on. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: { error: string; message: string; connectUrl?: string },
  ) {
    super(`refused: ${body.error} (${body.message})`);
  }
}

/** Calls what is signed, and answers its `data`. Throws `Refused` with what the gateway said. */
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

/** Asks the gateway for a token. Answers what the page's `fetchToken` has to. Throws `Refused`. */
export async function mintToken(
  account: Account,
  wanted: Wanted,
): Promise<{ token: string; expiresIn: number; subject: string }> {
  const { token, expiresIn, subject } = await call(account, 'tokens', wanted);
  return { token, expiresIn, subject };
}

/** Connects a shopper with the code that their browser came back with. Throws `Refused`. */
export async function connectMember(
  account: Account,
  { member, code }: { member: string; code: string },
): Promise<void> {
  await call(account, 'members', { act: 'connect', member, code });
}
