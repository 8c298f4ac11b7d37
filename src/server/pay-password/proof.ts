import { createHash, randomBytes } from 'node:crypto';
import { type PayNeeds, proofTtl } from '../../contract/money/pay-password';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Gives this session a proof that the payment password was typed, good for five minutes. */
export async function issueProof(executor: Executor, { member, session, now }: RequestContext) {
  const proof = randomBytes(24).toString('base64url');
  const validUntil = new Date(now + proofTtl);
  await executor
    .insertInto('pay_proof')
    .values({ hash: sha256(proof), member, session: session ?? '', expires_at: validUntil })
    .execute();
  return { proof, validUntil: validUntil.toISOString() };
}

const needs = (what: PayNeeds, amount: number) =>
  new DomainError(what, {}, { body: { needs: what, ...(Number.isFinite(amount) && { amount }) } });

/**
 * Refuses (500, `{needs}`) unless the member has typed the payment password in this session within five minutes. Called
 * inside the work that a request key guards, so that a repetition gets its answer without being asked again.
 * `amount` in fen; without one it is asked for whatever the setting says.
 */
export async function assertPayProof(
  executor: Executor,
  { member, session, now, settings, payConfirmed }: RequestContext,
  proof: string | undefined,
  amount = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { payPasswordFrom } = settings;
  if (payConfirmed || payPasswordFrom === undefined || amount < payPasswordFrom) return;
  const found =
    proof &&
    (await executor
      .selectFrom('pay_proof')
      .select('hash')
      .where('hash', '=', sha256(proof))
      .where('member', '=', member)
      .where('session', '=', session ?? '')
      .where('expires_at', '>', new Date(now))
      .executeTakeFirst());
  if (found) return;
  const password = await executor
    .selectFrom('pay_password')
    .select('member')
    .where('member', '=', member)
    .executeTakeFirst();
  throw needs(password ? 'payPassword' : 'setPayPassword', amount);
}
