import type { Selectable } from 'kysely';
import type { InferOutput } from 'valibot';
import type { passkeyLogin } from '../../../contract/member/passkeys.rules';
import type { RequestContext } from '../../kernel/context';
import { DomainError } from '../../kernel/domain-error';
import type { PasskeyTable } from '../tables';
import {
  type Ceremony,
  type ConfirmedAction,
  challengeTtl,
  consumeChallenge,
  issueChallenge,
} from './challenges';
import { assertRelyingParty } from './relying-party';
import { webauthn } from './webauthn';

type Assertion = InferOutput<typeof passkeyLogin>['credential'];
type Passkey = Selectable<PasskeyTable>;

/** The options with which a browser asks for a passkey; without `passkeys`, for any that it has for us. */
export async function optionsFor(
  ctx: RequestContext,
  ceremony: Ceremony,
  passkeys: readonly Pick<Passkey, 'credential'>[] = [],
  action?: ConfirmedAction,
) {
  const { id: rpID } = assertRelyingParty(ctx.settings);
  const challenge = await issueChallenge(ctx.db.run, ctx, ceremony, action);
  const { generateAuthenticationOptions } = webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeTtl,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credential }) => ({ id: credential })),
  });
  return { options };
}

/**
 * Checks the answer of an authenticator, and returns the passkey that gave it and the action of the challenge. The challenge is used up first, also by a wrong answer. Every
 * refusal is the same. `owner`: only a passkey of this member is accepted.
 */
export async function provePasskey(
  ctx: RequestContext,
  ceremony: Ceremony,
  { id, rawId, type, response }: Assertion,
  owner?: string,
): Promise<{ passkey: Passkey; action: ConfirmedAction }> {
  const { db, now, settings } = ctx;
  const { id: rpID, origins } = assertRelyingParty(settings);
  const wrong = new DomainError('passkeyWrong');
  const { challenge, action } = await consumeChallenge(db.run, ctx, ceremony, response.clientDataJSON);
  const passkey = await db.run
    .selectFrom('passkey')
    .selectAll()
    .where('credential', '=', id)
    .where('rp', '=', rpID)
    .executeTakeFirst();
  if (!passkey || (owner !== undefined && passkey.member !== owner)) throw wrong;
  const { userHandle } = response;
  // the handle is the member for whom the authenticator keeps the key
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== passkey.member) throw wrong;
  const { verifyAuthenticationResponse } = webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    credential: {
      id: passkey.credential,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => {
    throw wrong;
  });
  if (!verified) throw wrong;
  // of two answers with the same count one is a copy's; authenticators that do not count always send zero
  const { newCounter } = authenticationInfo;
  const counted = await db.run
    .updateTable('passkey')
    .set({ counter: newCounter, used_at: new Date(now) })
    .where('id', '=', passkey.id)
    .where((is) => (newCounter ? is('counter', '<', newCounter) : is('counter', '=', 0)))
    .executeTakeFirst();
  if (!counted.numUpdatedRows) throw wrong;
  return { passkey, action };
}
