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
  scopes: readonly string[];
  /** The page that will use it. */
  origin: string;
}

/** Why there is no token: handed on to the page as it is, which leads the shopper on. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: { error: string; message: string; connectUrl?: string },
  ) {
    super(`no token: ${body.error} (${body.message})`);
  }
}

/** Asks the gateway for a token. Answers what the page's `fetchToken` has to. Throws `Refused` with what the gateway said. */
export async function mintToken(
  { gateway, id, secret }: Account,
  wanted: Wanted,
): Promise<{ token: string; expiresIn: number }> {
  const body = JSON.stringify(wanted);
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const response = await fetch(`${gateway}/embed/v1/tokens`, {
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
  const { token, expiresIn } = answer.data;
  return { token, expiresIn };
}
