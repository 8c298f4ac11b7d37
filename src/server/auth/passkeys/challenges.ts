import { randomBytes } from 'node:crypto';
import type { Executor } from '../../db/database';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import { sha256 } from '../../kernel/sha256';

/** Milliseconds that an authenticator may take to answer. */
export const challengeTtl = 5 * 60_000;

/** The purpose for which an authenticator signs: adding a passkey, signing in, confirming a payment. */
export type Ceremony = 'add' | 'signIn' | 'pay';

/** The action that a payment's challenge confirms: a call, and the digest of its input (see `verifyPay`). */
export interface ConfirmedAction {
  call: string | null;
  digest: string | null;
}

/** The session in which a challenge is valid; before there is one, the device. */
const placeOf = (session: string | undefined, device: string | undefined) =>
  session ?? `device:${device ?? ''}`;

/** Issues a challenge (base64url) that is valid once, for one purpose and action, in this session or on this device. */
export async function issueChallenge(
  run: Executor,
  ctx: RequestContext,
  ceremony: Ceremony,
  action: ConfirmedAction = { call: null, digest: null },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await run
    .insertInto('passkey_challenge')
    .values({
      hash: sha256(challenge),
      ceremony,
      ...action,
      // a device without a token gets one, which it sends with its answer
      place: placeOf(ctx.session, ctx.session ? undefined : ctx.device.give()),
      expires_at: new Date(ctx.now + challengeTtl),
    })
    .execute();
  return challenge;
}

/**
 * The challenge that an answer signs and its action, used up: refused if it was issued for another purpose or place, has expired, or was used. Outside of a
 * transaction, so that an answer that is refused later uses it up too.
 */
export async function consumeChallenge(
  run: Executor,
  ctx: RequestContext,
  ceremony: Ceremony,
  clientDataJSON: string,
): Promise<{ challenge: string; action: ConfirmedAction }> {
  const challenge = challengeIn(clientDataJSON);
  const found = await run
    .deleteFrom('passkey_challenge')
    .where('hash', '=', sha256(challenge))
    .where('ceremony', '=', ceremony)
    .where('place', '=', placeOf(ctx.session, ctx.device.id))
    .where('expires_at', '>', new Date(ctx.now))
    .returning(['call', 'digest'])
    .executeTakeFirst();
  if (!found) throw new DomainError('passkeyWrong');
  return { challenge, action: found };
}

/** `''` if the text is not client data (WebAuthn §5.8.1), so that no challenge is found. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
