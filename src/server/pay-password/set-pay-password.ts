import type { InferOutput } from 'valibot';
import * as calls from '../../contract/money/pay-password';
import type * as rules from '../../contract/money/pay-password.rules';
import { codeWait, makeCode, proveCode } from '../auth/codes';
import { masked, type Recipient } from '../auth/contacts';
import { invalid } from '../auth/invalid';
import { type Member, me } from '../auth/members';
import { provePassword, requesterOf, reserve } from '../auth/password';
import { sendToAll, sendToContact } from '../auth/send-to-contact';
import { countText } from '../auth/text-budget';
import { timeFor } from '../auth/time-zone';
import type { Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { notifyMember } from '../notices/notify-member';
import { proofsOf } from './after-reset';
import { forgiveTries, provePayPassword } from './verify-pay';

const day = 86_400_000;
const codesToMember = { max: 20, window: day };
/** Each replacement writes to all of the member's contacts. */
const replacements = { max: 10, window: day };

export async function setPayPassword(
  input: InferOutput<typeof rules.setPayPassword>,
  ctx: RequestContext,
): Promise<object> {
  const { db, member: id, now, passwords } = ctx;
  const member = await me(db.run, ctx);
  const { isReplaced, consume, byCode } = await proveOwner(ctx, member, input);
  if (isReplaced) await reserve(ctx, `pay:replace:${id}`, replacements);
  const hash = await passwords.hash(input.payPassword, requesterOf(ctx));
  // The password itself is never part of the data that a request key compares or stores.
  const keyed = { requestKey: input.requestKey };
  await db.tx((tx) =>
    idempotent(tx, ctx, calls.setPayPassword, keyed, async () => {
      await consume(tx);
      await tx
        .insertInto('pay_password')
        .values({ member: id, hash, set_at: new Date(now) })
        .onConflict((conflict) => conflict.column('member').doUpdateSet({ hash, set_at: new Date(now) }))
        .execute();
      await tx.deleteFrom('pay_proof').where('member', '=', id).execute();
      if (isReplaced) await sendToAll(tx, ctx, member, 'payPasswordChangedNote');
      if (isReplaced && byCode) await ctx.waysInReset(tx, id, { by: 'payCode' }, now);
      await notifyMember(tx, id, { kind: 'payPasswordSet', values: {} }, now);
      return {};
    }),
  );
  await forgiveTries(ctx);
  return {};
}

interface Proved {
  isReplaced: boolean;
  byCode: boolean;
  /** Consumes the code. */
  consume(tx: Tx): Promise<void>;
}

/**
 * Verifies the member. The sign-in password is accepted only for the first payment password: a payment password that it replaced would
 * be no second factor.
 */
async function proveOwner(
  ctx: RequestContext,
  member: Member,
  {
    password,
    current,
    code,
  }: Pick<InferOutput<typeof rules.setPayPassword>, 'password' | 'current' | 'code'>,
): Promise<Proved> {
  const { isSet: isReplaced, codeTo, guardedUntil } = await proofsOf(ctx.db.run, member, ctx.now);
  const proved = { isReplaced, byCode: false, consume: async () => {} };
  if (isReplaced && current) {
    await provePayPassword(ctx, current);
    return proved;
  }
  if (guardedUntil && !code) throw await guarded(ctx, guardedUntil, codeTo);
  if (password && !isReplaced) {
    await provePassword(ctx, member, { account: member.username, password });
    return proved;
  }
  if (password && !code) throw new DomainError('payPasswordNeedsCurrent');
  if (!code || !codeTo)
    throw guardedUntil
      ? await guarded(ctx, guardedUntil, codeTo)
      : invalid(isReplaced ? 'current' : 'password', 'required');
  const proof = await proveCode(ctx, 'pay', codeTo, code);
  return { isReplaced, byCode: true, consume: (tx) => proof.consume(tx) };
}

/** The sign-in password was reset recently, so it does not prove the member's identity now. */
async function guarded(
  ctx: RequestContext,
  until: Date,
  codeTo: Recipient | undefined,
): Promise<DomainError> {
  const time = await timeFor(ctx.db.run, ctx, until);
  return codeTo
    ? new DomainError('payPasswordByCode', { time, to: masked(codeTo.address) })
    : new DomainError('payPasswordGuarded', { time });
}

/** Sends a code to the member's own contact. It can go nowhere else, so no captcha is needed. */
export async function sendPayCode(_: object, ctx: RequestContext): Promise<{ wait: number; to: string }> {
  const { db } = ctx;
  const { codeTo, guardedUntil } = await proofsOf(db.run, await me(db.run, ctx), ctx.now);
  if (!codeTo) throw guardedUntil ? await guarded(ctx, guardedUntil, codeTo) : invalid('code', 'wrong');
  await reserve(ctx, `code:pay:${ctx.member}`, codesToMember);
  await countText(ctx, codeTo);
  await db.tx(async (tx) => {
    const code = await makeCode(tx, 'pay', codeTo, ctx);
    await sendToContact(tx, ctx, codeTo, 'payCodeNote', { code });
  });
  return { wait: codeWait / 1000, to: masked(codeTo.address) };
}
