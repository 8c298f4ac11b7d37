import { isRisky } from '../../contract/rules/fields';
import { lowerAscii } from '../kernel/ascii';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { isLeaked } from '../kernel/leaked-passwords';
import { attempt, attemptFrom, forgive, giveBackFrom, type Limit } from '../kernel/rate-limit';
import type { Requester } from '../kernel/services';
import { contactOf } from './contacts';
import { invalid } from './invalid';
import { isKnownDevice } from './known-devices';
import type { Member } from './members';

const minute = 60_000;
/**
 * Limits of guesses: at one account from one address, so that a stranger locks out only themselves; at one account from all addresses;
 * and at any account from one address.
 */
export const guessesAtAccount: Limit = { max: 8, window: 15 * minute };
const guessesFromEverywhere: Limit = { max: 60, window: 15 * minute };
const guessesFromAddress: Limit = { max: 300, window: 15 * minute };

const tooMany = (wait: number) => new DomainError('tooManyAttempts', { minutes: Math.ceil(wait / minute) });

/** Counts an attempt, and refuses once there were too many. */
export async function reserve({ db, now }: RequestContext, key: string, limit: Limit): Promise<void> {
  const { allowed, wait } = await attempt(db.run, key, limit, now);
  if (!allowed) throw tooMany(wait);
}

/** The same for the client's address and its networks. */
export async function reserveFrom({ db, now, ip }: RequestContext, key: string, limit: Limit): Promise<void> {
  const { allowed, wait } = await attemptFrom(db.run, key, ip, limit, now);
  if (!allowed) throw tooMany(wait);
}

/** The lane of a costly request: a member's, or a stranger's. `shown`: the stranger has shown a code that was sent to them. */
export const requesterOf = (
  { member, session, neighbourhood, worked, aborted }: RequestContext,
  shown?: 'code',
): Requester => ({
  aborted,
  ...(member
    ? { trust: 'session', turn: session ?? member }
    : { trust: shown || worked ? 'proven' : 'stranger', turn: neighbourhood }),
});

interface Share {
  /** The keys of the quotas that the guess counts against, each with its limit. */
  counted: readonly (readonly [key: string, limit: Limit])[];
  /** Whether the guess is a stranger's, and therefore counts against the address too. */
  byAddress: boolean;
  by: Requester;
}

/**
 * The quota that a guess counts against: the one of a place where the member is or was signed in, otherwise a stranger's. Strangers
 * therefore cannot lock a member out on the member's own phone, nor delay it by a flood from the same address.
 */
async function shareOf(ctx: RequestContext, member: Member | undefined, account: string): Promise<Share> {
  const { db, network, device, session, aborted } = ctx;
  const trusted = (trust: 'session' | 'device', turn: string): Share => ({
    counted: [[`login:member:${member?.id}:${trust}:${turn}`, guessesAtAccount]],
    byAddress: false,
    by: { trust, turn, aborted },
  });
  if (member && session && ctx.member === member.id) return trusted('session', session);
  if (member && device.id && (await isKnownDevice(db.run, member.id, device)))
    return trusted('device', device.id);
  const typed = spelling(account);
  return {
    counted: [
      [`login:account:${typed}:${network}`, guessesAtAccount],
      [`login:account:${typed}`, guessesFromEverywhere],
    ],
    byAddress: true,
    by: requesterOf({ ...ctx, member: '' }),
  };
}

/**
 * The normalized spelling under which a stranger's guesses are counted. Not the member's id, because counting two names together would
 * reveal that they belong to one account.
 */
const spelling = (account: string) => lowerAscii(contactOf(account).key);

/** The key of the quota for a stranger's guesses at any account. */
const anyAccount = 'login:ip';

/** Resets the guesses at the account, but not those that the address has made at other accounts. */
const forgiveShare = (ctx: RequestContext, { counted }: Share) =>
  forgive(ctx.db.run, ...counted.map(([key]) => key));

/**
 * Checks that `password` is the member's. Without a member it takes as long and answers the same, so that nobody learns which accounts
 * exist. Attempts are counted before anything is hashed. While the lane is full nothing is counted, because each count is a write that a
 * flood would make others wait for.
 */
export async function provePassword(
  ctx: RequestContext,
  member: Member | undefined,
  { account, password }: { account: string; password: string },
): Promise<Member> {
  const { passwords } = ctx;
  const share = await shareOf(ctx, member, account);
  const { by, byAddress } = share;
  passwords.assertNotFull(by);
  if (byAddress) await reserveFrom(ctx, anyAccount, guessesFromAddress);
  for (const [key, limit] of share.counted) await reserve(ctx, key, limit);
  const { right, rehash } = await passwords.check(password, member?.password, by);
  if (!right || !member) throw new DomainError('wrongPassword');
  await forgiveShare(ctx, share);
  // a whole town may sign in behind one address, so only wrong guesses count against it
  if (byAddress) await giveBackFrom(ctx.db.run, anyAccount, ctx.ip);
  if (rehash) await keepRehashed(ctx, member, await passwords.hash(password, by));
  return member;
}

/** Stores the new hash unless the member has chosen another password in the meantime. */
const keepRehashed = ({ db }: RequestContext, member: Member, password: string) =>
  db.run
    .updateTable('member')
    .set({ password })
    .where('id', '=', member.id)
    .where('password', '=', member.password)
    .execute();

/** Lets a member who proved their identity by other means guess again, by any of their names. */
export async function forgiveGuesses(ctx: RequestContext, member: Member): Promise<void> {
  for (const name of [member.username, member.phone, member.email])
    if (name) await forgiveShare(ctx, await shareOf(ctx, member, name));
}

/** Refuses a new password that is the member's own name or contact, one such as 123456 (spec §5), or one of public leaks. */
export async function refuseRisky(password: string, ...ownTexts: (string | null)[]): Promise<void> {
  const lower = password.toLowerCase();
  const own = ownTexts.some(
    (one) => one && (one.toLowerCase() === lower || one.toLowerCase().split('@')[0] === lower),
  );
  if (own || isRisky(password) || isLeaked(password)) throw invalid('password', 'risky');
}
