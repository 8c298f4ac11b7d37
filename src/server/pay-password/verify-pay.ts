import { requesterOf } from '../auth/password';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt, forgive, type Limit } from '../kernel/rate-limit';
import { notifyMember } from '../notices/notify-member';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Limits of wrong entries in one place: in a short period, and in a day. */
const guessesHere: Limit = { max: 5, window: 15 * minute };
const guessesHereToday: Limit = { max: 10, window: day };
/** Limit of wrong entries in all of the member's places per day. */
const guessesAtMember: Limit = { max: 30, window: day };
/** Attempts that a place always has per day, independent of other places. */
const ownShare = 5;

/** A session; or all secure pages of one partner's embeds, where each challenge has its own five attempts. */
const placeOf = ({ member, session, appid }: RequestContext) => `${member}:${session ?? `secure:${appid}`}`;
const hereKey = (ctx: RequestContext) => `pay:session:${placeOf(ctx)}`;
const todayKey = (ctx: RequestContext) => `pay:day:${placeOf(ctx)}`;
const memberKey = ({ member }: RequestContext) => `pay:member:${member}`;

/** Verifies the payment password. */
export async function provePayPassword(ctx: RequestContext, payPassword: string): Promise<void> {
  const { db, member, passwords } = ctx;
  const stored = await db.run
    .selectFrom('pay_password')
    .select('hash')
    .where('member', '=', member)
    .executeTakeFirst();
  if (!stored) throw new DomainError('setPayPassword', {}, { body: { needs: 'setPayPassword' } });
  await proveCounted(ctx, 'payPasswordWrong', async () => {
    const { right } = await passwords.check(payPassword, stored.hash, requesterOf(ctx));
    return right || undefined;
  });
}

/**
 * Performs a check of a payment password or a passkey, which gives undefined if it is wrong; `wrong` is the refusal. Attempts are counted
 * before the check, separately by place, so that somebody with access to one phone, or a partner's server, cannot use up the attempts of
 * the member's other places.
 */
export async function proveCounted<T>(
  ctx: RequestContext,
  wrong: 'payPasswordWrong' | 'payPasskeyWrong',
  check: () => Promise<T | undefined>,
): Promise<T> {
  const { db, member, now } = ctx;
  const here = await attempt(db.run, hereKey(ctx), guessesHere, now);
  if (!here.allowed) throw paused(here.wait, now);
  const today = await attempt(db.run, todayKey(ctx), guessesHereToday, now);
  if (!today.allowed) throw paused(today.wait, now);
  const anywhere = await attempt(db.run, memberKey(ctx), guessesAtMember, now);
  if (!anywhere.allowed && today.count > ownShare) throw paused(anywhere.wait, now);
  const right = await check();
  if (right !== undefined) {
    await forgiveTries(ctx);
    return right;
  }
  const share = Math.max(guessesAtMember.max - anywhere.count, ownShare - today.count);
  const left = Math.min(guessesHere.max - here.count, guessesHereToday.max - today.count, share);
  if (left > 0) throw new DomainError(wrong, { left }, { body: { left } });
  const wait = today.count >= guessesHereToday.max || share <= 0 ? today.wait : here.wait;
  await db.tx((tx) => notifyMember(tx, member, { kind: 'payPasswordPaused', values: {} }, now));
  throw paused(wait, now);
}

const paused = (wait: number, now: number) =>
  new DomainError(
    'payPasswordPaused',
    { minutes: Math.ceil(wait / minute) },
    { body: { left: 0, pausedUntil: new Date(now + wait).toISOString() } },
  );

/** Clears the count after a correct or a new password, because the member has proved their identity. */
export async function forgiveTries(ctx: RequestContext): Promise<void> {
  await forgive(ctx.db.run, hereKey(ctx), todayKey(ctx), memberKey(ctx));
}
