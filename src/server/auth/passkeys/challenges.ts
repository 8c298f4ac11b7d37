import { randomBytes } from 'node:crypto';
import type { Executor } from '../../db/database';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import { sha256 } from '../../kernel/sha256';

/** Milliseconds that an authenticator may take to answer. */
export const challengeTtl = 5 * 60_000;

/** The purpose for which an authenticator signs: adding a passkey, signing in. */
export type Ceremony = 'add' | 'signIn';

/** The session in which a challenge is valid; before there is one, the device. */
const placeOf = (session: string | undefined, device: string | undefined) =>
  session ?? `device:${device ?? ''}`;

/** Issues a challenge (base64url) that is valid once, for one purpose, in this session or on this device. */
export async function issueChallenge(
  run: Executor,
  ctx: RequestContext,
  ceremony: Ceremony,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await run
    .insertInto('passkey_challenge')
    .values({
      hash: sha256(challenge),
      ceremony,
      // a device without a token gets one, which it sends with its answer
      place: placeOf(ctx.session, ctx.session ? undefined : ctx.device.give()),
      expires_at: new Date(ctx.now + challengeTtl),
    })
    .execute();
  return challenge;
}

/**
 * The challenge that an answer signs, used up: refused if it was issued for another purpose or place, has expired, or was used. Outside of a
 * transaction, so that an answer that is refused later uses it up too.
 */
export async function consumeChallenge(
  run: Executor,
  ctx: RequestContext,
  ceremony: Ceremony,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const found = await run
    .deleteFrom('passkey_challenge')
    .where('hash', '=', sha256(challenge))
    .where('ceremony', '=', ceremony)
    .where('place', '=', placeOf(ctx.session, ctx.device.id))
    .where('expires_at', '>', new Date(ctx.now))
    .returning('hash')
    .executeTakeFirst();
  if (!found) throw new DomainError('passkeyWrong');
  return challenge;
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
