import { randomBytes } from 'node:crypto';
import { type PayNeeds, proofTtl } from '../../contract/money/pay-password';
import { passkeysThatPay } from '../auth/passkeys/paying';
import type { Executor, Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { sha256 } from '../kernel/sha256';
import type { Settings } from '../settings/settings';

/** The action for which a proof is valid; one action of any kind if both are absent. */
interface Action {
  call?: string | undefined;
  /** SHA-256 of the input's JSON text, in hex. */
  digest?: string | undefined;
}

/** The digest of a raw input, without its proof. */
function digestOf(data: object): string {
  const { proof: _, ...input } = data as { proof?: unknown };
  return sha256(JSON.stringify(input));
}

/** Issues a proof to this session that the payment password was entered or a passkey used; valid once within five minutes. */
export async function issueProof(
  executor: Executor,
  { member, session, now }: RequestContext,
  { call = null, digest = null }: { [K in keyof Action]: Action[K] | null },
) {
  const proof = randomBytes(24).toString('base64url');
  const validUntil = new Date(now + proofTtl);
  await executor
    .insertInto('pay_proof')
    .values({ hash: sha256(proof), member, session: session ?? '', call, digest, expires_at: validUntil })
    .execute();
  return { proof, validUntil: validUntil.toISOString() };
}

const passwordOf = (run: Executor, member: string) =>
  run.selectFrom('pay_password').select('member').where('member', '=', member);

/** Whether the member has set a payment password. */
export const hasPayPassword = async (run: Executor, member: string): Promise<boolean> =>
  !!(await passwordOf(run, member).executeTakeFirst());

/** Whether the member is asked for a payment password: one is set, and this deployment requires it. */
export const asksPayPassword = async ({ db, member, settings }: RequestContext): Promise<boolean> =>
  settings.payPasswordFrom !== undefined && (await hasPayPassword(db.run, member));

/** The refusal that names the next step. `passkey`: one of the member's may be used in its place. */
async function needs(tx: Tx, ctx: RequestContext, amount: number): Promise<DomainError> {
  const { isSet, passkey } = await tx
    .selectNoFrom(({ exists }) => [
      exists(passwordOf(tx, ctx.member)).as('isSet'),
      exists(passkeysThatPay(tx, ctx)).as('passkey'),
    ])
    .executeTakeFirstOrThrow();
  const what: PayNeeds = isSet ? 'payPassword' : 'setPayPassword';
  return new DomainError(
    what,
    {},
    { body: { needs: what, ...(Number.isFinite(amount) && { amount }), ...(passkey && { passkey }) } },
  );
}

/** Whether moving this amount in fen requires the payment password. */
export const asksProof = ({ payPasswordFrom }: Settings, amount: number): boolean =>
  payPasswordFrom !== undefined && amount >= payPasswordFrom;

/**
 * Consumes a proof that the member entered the payment password, or used a passkey, in this session for this action; refuses (500, `{needs}`) without one.
 * Call it inside the work that a request key guards, so that a repetition receives its answer without a new proof, and in its
 * transaction, so that a later refusal does not consume the proof. `amount` in fen; without an amount, a proof is always required.
 */
export async function assertPayProof(
  tx: Tx,
  ctx: RequestContext,
  proof: string | undefined,
  amount = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { member, session, now, settings, sent, payConfirmed } = ctx;
  if (payConfirmed || !asksProof(settings, amount)) return;
  const found =
    proof &&
    (await tx
      .deleteFrom('pay_proof')
      .where('hash', '=', sha256(proof))
      .where('member', '=', member)
      .where('session', '=', session ?? '')
      .where('expires_at', '>', new Date(now))
      .where((is) => is.or([is('call', 'is', null), is('call', '=', sent?.call ?? '')]))
      .where((is) => is.or([is('digest', 'is', null), is('digest', '=', sent ? digestOf(sent.data) : '')]))
      .returning('hash')
      .executeTakeFirst());
  if (found) return;
  throw await needs(tx, ctx, amount);
}
