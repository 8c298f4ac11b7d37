import { isRisky } from '../../contract/rules/fields';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt, forgive, type Limit } from '../kernel/rate-limit';
import { invalid } from './invalid';
import type { Member } from './members';

const minute = 60_000;
/**
 * Guesses at one account's password from one address, so that a stranger locks out only themselves; from all addresses; and
 * from one address at any account.
 */
export const guessesAtAccount: Limit = { max: 8, window: 15 * minute };
const guessesFromEverywhere: Limit = { max: 60, window: 15 * minute };
const guessesFromAddress: Limit = { max: 300, window: 15 * minute };

/** Counts an attempt, and refuses once there were too many. */
export async function reserve({ db, now }: RequestContext, key: string, limit: Limit): Promise<void> {
  const { allowed, wait } = await attempt(db.run, key, limit, now);
  if (!allowed) throw new DomainError('tooManyAttempts', { minutes: Math.max(1, Math.ceil(wait / minute)) });
}

/** What guesses at an account are counted under: here, and everywhere. */
const guesses = (id: string, ip: string) => [`login:account:${id}:${ip}`, `login:account:${id}`] as const;

const forgiveAll = ({ db, ip }: RequestContext, id: string) => forgive(db.run, ...guesses(id, ip));

/**
 * Makes sure that `password` is the member's. Without a member it takes as long and says the same, so that nobody learns
 * which accounts exist. Attempts are counted before anything is hashed, under `account` when there is no member.
 */
export async function provePassword(
  ctx: RequestContext,
  member: Member | undefined,
  { account, password }: { account: string; password: string },
): Promise<Member> {
  const { passwords } = ctx;
  const id = member?.id ?? account.trim().toLowerCase();
  const [here, everywhere] = guesses(id, ctx.ip);
  await reserve(ctx, `login:ip:${ctx.ip}`, guessesFromAddress);
  await reserve(ctx, here, guessesAtAccount);
  await reserve(ctx, everywhere, guessesFromEverywhere);
  const { right, rehash } = await passwords.check(password, member?.password, {
    ip: ctx.ip,
    aborted: ctx.aborted,
  });
  if (!right || !member) throw new DomainError('wrongPassword');
  await forgiveAll(ctx, id);
  if (rehash)
    await keepRehashed(ctx, member, await passwords.hash(password, { ip: ctx.ip, aborted: ctx.aborted }));
  return member;
}

/** Unless the member has chosen another password in the meantime. */
const keepRehashed = ({ db }: RequestContext, member: Member, password: string) =>
  db.run
    .updateTable('member')
    .set({ password })
    .where('id', '=', member.id)
    .where('password', '=', member.password)
    .execute();

/** A member who proved who they are by other means may guess again. */
export const forgiveGuesses = (ctx: RequestContext, member: Member) => forgiveAll(ctx, member.id);

/** Refuses a new password that is the member's own name or contact, or of the kind of 123456 (spec §5). */
export function refuseRisky(password: string, ...known: (string | null)[]): void {
  const lower = password.toLowerCase();
  const own = known.some(
    (one) => one && (one.toLowerCase() === lower || one.toLowerCase().split('@')[0] === lower),
  );
  if (own || isRisky(password)) throw invalid('password', 'risky');
}
