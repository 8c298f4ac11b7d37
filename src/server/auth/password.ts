import { isRisky } from '../../contract/rules/fields';
import { lowerAscii } from '../kernel/ascii';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt, forgive, giveBack, type Limit } from '../kernel/rate-limit';
import { contactOf } from './contacts';
import { invalid } from './invalid';
import { isKnownDevice } from './known-devices';
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

interface Share {
  /** What the guess is counted under, each with its limit. */
  counted: readonly (readonly [key: string, limit: Limit])[];
  /** Whose turn it is in the queue for hashing. */
  turn: string;
}

/**
 * Whose share of guesses an attempt uses up: that of a place where the member is, or was, signed in, or else a stranger's. So
 * strangers never lock out a member on a phone of theirs, nor make it wait behind a flood from the same address.
 */
async function shareOf(ctx: RequestContext, member: Member | undefined, account: string): Promise<Share> {
  const { db, network, device, session } = ctx;
  const own = member && session && ctx.member === member.id ? `session:${session}` : undefined;
  const knownDevice =
    member && (await isKnownDevice(db.run, member.id, device)) ? `device:${device.id}` : undefined;
  const trusted = own ?? knownDevice;
  if (trusted)
    return { counted: [[`login:member:${member?.id}:${trusted}`, guessesAtAccount]], turn: trusted };
  const typed = spelling(account);
  return {
    counted: [
      [addressKey(ctx), guessesFromAddress],
      [`login:account:${typed}:${network}`, guessesAtAccount],
      [`login:account:${typed}`, guessesFromEverywhere],
    ],
    turn: network,
  };
}

/**
 * The one spelling of what was typed that a stranger's guesses are counted under. Not the member's id: that two names are counted
 * together would tell that they are one account's.
 */
const spelling = (account: string) => lowerAscii(contactOf(account).key);

const addressKey = ({ network }: RequestContext) => `login:ip:${network}`;

/** Guesses at the account are forgiven; those that the address has made at others are not. */
const forgiveShare = (ctx: RequestContext, { counted }: Share) =>
  forgive(ctx.db.run, ...counted.map(([key]) => key).filter((key) => key !== addressKey(ctx)));

/**
 * Makes sure that `password` is the member's. Without a member it takes as long and says the same, so that nobody learns
 * which accounts exist. Attempts are counted before anything is hashed.
 */
export async function provePassword(
  ctx: RequestContext,
  member: Member | undefined,
  { account, password }: { account: string; password: string },
): Promise<Member> {
  const { passwords } = ctx;
  const share = await shareOf(ctx, member, account);
  for (const [key, limit] of share.counted) await reserve(ctx, key, limit);
  const by = { turn: share.turn, aborted: ctx.aborted };
  const { right, rehash } = await passwords.check(password, member?.password, by);
  if (!right || !member) throw new DomainError('wrongPassword');
  await forgiveShare(ctx, share);
  // a town behind one address signs in as often as it likes: only wrong guesses count there
  if (share.turn === ctx.network) await giveBack(ctx.db.run, addressKey(ctx));
  if (rehash) await keepRehashed(ctx, member, await passwords.hash(password, by));
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

/** A member who proved who they are by other means may guess again, by any of their names. */
export async function forgiveGuesses(ctx: RequestContext, member: Member): Promise<void> {
  for (const name of [member.username, member.phone, member.email])
    if (name) await forgiveShare(ctx, await shareOf(ctx, member, name));
}

/** Refuses a new password that is the member's own name or contact, or of the kind of 123456 (spec §5). */
export function refuseRisky(password: string, ...ownTexts: (string | null)[]): void {
  const lower = password.toLowerCase();
  const own = ownTexts.some(
    (one) => one && (one.toLowerCase() === lower || one.toLowerCase().split('@')[0] === lower),
  );
  if (own || isRisky(password)) throw invalid('password', 'risky');
}
