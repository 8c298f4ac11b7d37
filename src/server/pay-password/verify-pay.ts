import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt, forgive, type Limit } from '../kernel/rate-limit';
import { notifyMember } from '../notices/notify-member';

const minute = 60_000;
/** Wrong ones in one session before it has to wait, and in all of the member's sessions together. */
const guessesInSession: Limit = { max: 5, window: 15 * minute };
const guessesAtMember: Limit = { max: 10, window: 24 * 60 * minute };

/** The secure page of an embed has no session: a challenge has its own five tries. */
const sessionKey = ({ member, session }: RequestContext) => `pay:session:${member}:${session ?? 'secure'}`;
const memberKey = ({ member }: RequestContext) => `pay:member:${member}`;

/**
 * Makes sure that it is the member's payment password. Tries are counted before anything is hashed, for the session first:
 * whoever holds one open phone cannot use up the tries of the member's others.
 */
export async function provePayPassword(ctx: RequestContext, payPassword: string): Promise<void> {
  const { db, member, now, passwords } = ctx;
  const stored = await db.run
    .selectFrom('pay_password')
    .select('hash')
    .where('member', '=', member)
    .executeTakeFirst();
  if (!stored) throw new DomainError('setPayPassword', {}, { body: { needs: 'setPayPassword' } });
  const here = await attempt(db.run, sessionKey(ctx), guessesInSession, now);
  if (!here.allowed) throw paused(here.wait, now);
  const anywhere = await attempt(db.run, memberKey(ctx), guessesAtMember, now);
  if (!anywhere.allowed) throw paused(anywhere.wait, now);
  const { right } = await passwords.check(payPassword, stored.hash, {
    turn: ctx.network,
    aborted: ctx.aborted,
  });
  if (right) return forgiveTries(ctx);
  const left = Math.min(guessesInSession.max - here.count, guessesAtMember.max - anywhere.count);
  if (left > 0) throw new DomainError('payPasswordWrong', { left }, { body: { left } });
  const wait = anywhere.count >= guessesAtMember.max ? anywhere.wait : here.wait;
  await db.tx((tx) => notifyMember(tx, member, { kind: 'payPasswordPaused', values: {} }, now));
  throw paused(wait, now);
}

const paused = (wait: number, now: number) =>
  new DomainError(
    'payPasswordPaused',
    { minutes: Math.max(1, Math.ceil(wait / minute)) },
    { body: { left: 0, pausedUntil: new Date(now + wait).toISOString() } },
  );

/** After the right one, or a new one: whoever proved who they are may guess again. */
export async function forgiveTries(ctx: RequestContext): Promise<void> {
  await forgive(ctx.db.run, sessionKey(ctx), memberKey(ctx));
}
