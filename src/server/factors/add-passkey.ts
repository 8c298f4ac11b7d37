import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import * as calls from '../../contract/member/passkeys';
import type * as rules from '../../contract/member/passkeys.rules';
import { invalid } from '../auth/invalid';
import { me } from '../auth/members';
import { provesMember } from '../auth/own-code';
import { challengeTtl, consumeChallenge, issueChallenge } from '../auth/passkeys/challenges';
import { assertRelyingParty } from '../auth/passkeys/relying-party';
import { webauthn } from '../auth/passkeys/webauthn';
import { sendToAll } from '../auth/send-to-contact';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { asksPayPassword } from '../pay-password/proof';
import { provePayPassword } from '../pay-password/verify-pay';

const mostPasskeys = 10;
/** COSE: Ed25519, ES256, RS256. Every authenticator has one of them. */
const algorithms = [-8, -7, -257];

/** The credentials that the member has at this relying party. */
const credentialsOf = (run: Executor, member: string, rp: string) =>
  run
    .selectFrom('passkey')
    .select(['credential', 'transports'])
    .where('member', '=', member)
    .where('rp', '=', rp)
    .execute();

/**
 * Proves the member, and returns the options with which their browser makes a passkey. It will confirm payments, so a payment password is
 * required too if there is one.
 */
export async function makePasskey(input: InferOutput<typeof rules.makePasskey>, ctx: RequestContext) {
  const { db, settings } = ctx;
  const { id: rpID } = assertRelyingParty(settings);
  const member = await me(db.run, ctx);
  const asksPay = await asksPayPassword(ctx);
  if (asksPay && !input.payPassword) throw invalid('payPassword', 'required');
  const { consume } = await provesMember(ctx, member, input);
  if (asksPay) await provePayPassword(ctx, input.payPassword ?? '');
  const known = await credentialsOf(db.run, member.id, rpID);
  if (known.length >= mostPasskeys) throw new DomainError('passkeysMost', { most: mostPasskeys });
  const challenge = await db.tx(async (tx) => {
    await consume(tx);
    return issueChallenge(tx, ctx, 'add');
  });
  const { generateRegistrationOptions } = webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Cloudphone',
    rpID,
    userName: member.username,
    userDisplayName: member.nickname,
    userID: new TextEncoder().encode(member.id),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeTtl,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { options };
}

/** Checks a new passkey against the challenge and our addresses, and that it verifies its user. */
async function verified(
  { settings }: RequestContext,
  challenge: string,
  { id, rawId, type, response }: InferOutput<typeof rules.addPasskey>['credential'],
) {
  const { id: rpID, origins } = assertRelyingParty(settings);
  const { verifyRegistrationResponse } = webauthn();
  const { verified: right, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    throw new DomainError('passkeyWrong');
  });
  if (!right) throw new DomainError('passkeyWrong');
  return { rp: rpID, ...registrationInfo.credential };
}

/** Adds a passkey. Every contact receives a message; payouts rest, because a thief may have added it. */
export async function addPasskey(
  { credential: made, ...keyed }: InferOutput<typeof rules.addPasskey>,
  ctx: RequestContext,
): Promise<{ id: string }> {
  const { db, now } = ctx;
  const { name } = keyed;
  const member = await me(db.run, ctx);
  return db.tx((tx) =>
    idempotent(tx, ctx, calls.addPasskey, keyed, async () => {
      const { challenge } = await consumeChallenge(tx, ctx, 'add', made.response.clientDataJSON);
      const { rp, id: credential, publicKey, counter } = await verified(ctx, challenge, made);
      const id = randomUUID();
      const added = await tx
        .insertInto('passkey')
        .values({
          id,
          member: member.id,
          rp,
          credential,
          public_key: Buffer.from(publicKey).toString('base64url'),
          counter,
          name,
          transports: (made.response.transports ?? []).join(' '),
          created_at: new Date(now),
        })
        .onConflict((conflict) => conflict.constraint('passkey_credential_key').doNothing())
        .executeTakeFirst();
      if (!added.numInsertedOrUpdatedRows) throw new DomainError('passkeyWrong');
      await sendToAll(tx, ctx, member, 'passkeyAddedNote', { name });
      await ctx.waysInReset(tx, member.id, { by: 'factor' }, now);
      await ctx.tell(tx, member.id, { kind: 'passkeyAdded', values: { name } }, now);
      return { id };
    }),
  );
}
