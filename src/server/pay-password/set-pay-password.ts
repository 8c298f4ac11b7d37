import type { InferOutput } from 'valibot';
import * as calls from '../../contract/money/pay-password';
import type * as rules from '../../contract/money/pay-password.rules';
import { codeWait, makeCode, proveCode } from '../auth/codes';
import { masked, type Recipient } from '../auth/contacts';
import { invalid } from '../auth/invalid';
import { type Member, me } from '../auth/members';
import { provePassword, reserve } from '../auth/password';
import { sendToContact } from '../auth/send-to-contact';
import { countText } from '../auth/text-budget';
import type { Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { chinaTime } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { notifyMember } from '../notices/notify-member';
import { proofsOf } from './after-reset';
import { forgiveTries } from './verify-pay';

const codesToMember = { max: 20, window: 86_400_000 };

export async function setPayPassword(
  input: InferOutput<typeof rules.setPayPassword>,
  ctx: RequestContext,
): Promise<object> {
  const { db, member: id, now, passwords } = ctx;
  const member = await me(db.run, ctx);
  const consume = await proveOwner(ctx, member, input);
  const hash = await passwords.hash(input.payPassword, { turn: ctx.network, aborted: ctx.aborted });
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
      await notifyMember(tx, id, { kind: 'payPasswordSet', values: {} }, now);
      return {};
    }),
  );
  await forgiveTries(ctx);
  return {};
}

/** Verifies the member by the sign-in password or a code. Returns a function that consumes the code. */
async function proveOwner(
  ctx: RequestContext,
  member: Member,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<(tx: Tx) => Promise<void>> {
  const { byPassword, codeTo, guardedUntil } = await proofsOf(ctx.db.run, member, ctx.now);
  if (guardedUntil && !code) throw guarded(guardedUntil, codeTo);
  if (password && byPassword) {
    await provePassword(ctx, member, { account: member.username, password });
    return async () => {};
  }
  if (!code || !codeTo) throw guardedUntil ? guarded(guardedUntil, codeTo) : invalid('password', 'required');
  const proof = await proveCode(ctx, 'pay', codeTo, code);
  return (tx) => proof.consume(tx);
}

/** The sign-in password was reset recently, so it does not prove the member's identity now. */
const guarded = (until: Date, codeTo: Recipient | undefined) =>
  codeTo
    ? new DomainError('payPasswordByCode', { time: chinaTime(until.getTime()), to: masked(codeTo.address) })
    : new DomainError('payPasswordGuarded', { time: chinaTime(until.getTime()) });

/** Sends a code to the member's own contact. It can go nowhere else, so no captcha is needed. */
export async function sendPayCode(_: object, ctx: RequestContext): Promise<{ wait: number; to: string }> {
  const { db } = ctx;
  const { codeTo, guardedUntil } = await proofsOf(db.run, await me(db.run, ctx), ctx.now);
  if (!codeTo) throw guardedUntil ? guarded(guardedUntil, codeTo) : invalid('code', 'wrong');
  await reserve(ctx, `code:pay:${ctx.member}`, codesToMember);
  await countText(ctx, codeTo);
  await db.tx(async (tx) => {
    const code = await makeCode(tx, 'pay', codeTo, ctx);
    await sendToContact(tx, ctx, codeTo, 'payCodeNote', { code });
  });
  return { wait: codeWait / 1000, to: masked(codeTo.address) };
}
