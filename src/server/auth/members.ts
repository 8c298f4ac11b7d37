import type { Selectable } from 'kysely';
import { ExamineState, type SignedIn, type UserInfo } from '../../contract/member/auth';
import { codes } from '../../contract/wire/codes';
import type { Executor, Tx } from '../db/database';
import { lowerAscii } from '../kernel/ascii';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { Settings } from '../settings/settings';
import { type Contact, contactOf, masked, maskedAddress } from './contacts';
import { rememberDevice } from './known-devices';
import type { Passed } from './second-step';
import { openSession } from './sessions';
import type { MemberTable } from './tables';

export type Member = Selectable<MemberTable>;

/** The columns of a profile. */
const profile = [
  'id',
  'username',
  'nickname',
  'name',
  'avatar',
  'phone',
  'email',
  'examine_state',
  'country',
  'team_leader',
  'invite_code',
  'time_zone',
  'currency',
  'leaving_at',
] as const;

/** The profile of a member as the app sees it: contacts are masked. */
export const userInfo = (member: Pick<Member, (typeof profile)[number]>): UserInfo => ({
  userId: member.id,
  username: member.username,
  nickname: member.nickname,
  ...(member.name && { name: member.name }),
  ...(member.avatar && { avatar: member.avatar }),
  ...(member.phone && { phone: masked(member.phone) }),
  ...(member.email && { email: masked(member.email) }),
  examineState: member.examine_state,
  country: member.country,
  teamLeader: member.team_leader,
  inviteCode: member.invite_code,
  ...(member.time_zone && { timeZone: member.time_zone }),
  ...(member.currency && { currency: member.currency }),
  ...(member.leaving_at && { leavingAt: member.leaving_at.toISOString() }),
});

/**
 * Opens a session for a member whose identity has been proved, by a second step too where there is one, and notifies the member if the device is new. Refused (500) while support
 * has locked the account.
 */
export async function signIn(tx: Tx, member: Passed, ctx: RequestContext): Promise<SignedIn> {
  if (member.locked_at) throw new DomainError('memberLocked');
  const { appid, now, ip } = ctx;
  const device = await rememberDevice(tx, member.id, ctx);
  if (device === 'news')
    await ctx.tell(tx, member.id, { kind: 'signedInElsewhere', values: { ip: maskedAddress(ip) } }, now);
  return { token: await openSession(tx, member.id, appid, now, ctx), userInfo: userInfo(member) };
}

/** Stores whether a member has a cloud phone, which decides the navigation features (spec §6). */
export async function setNavigable(tx: Tx, member: string, navigable: boolean): Promise<void> {
  const state = navigable ? ExamineState.open : ExamineState.closed;
  await tx
    .updateTable('member')
    .set({ examine_state: state })
    .where('id', '=', member)
    // most deliveries change nothing, and a member is stored on every node
    .where('examine_state', '<>', state)
    .execute();
}

/** The profile of the signed-in member; refused with 510 when the account is gone. */
export async function myInfo(run: Executor, { member }: Pick<RequestContext, 'member'>): Promise<UserInfo> {
  const found = await run.selectFrom('member').select(profile).where('id', '=', member).executeTakeFirst();
  if (!found) throw gone();
  return userInfo(found);
}

/** The refusal of a call by a member whose account is gone. */
export const gone = () => new DomainError('expired', {}, { code: codes.expired });

/** The signed-in member; refused with 510 when the account is gone. */
export async function me(run: Executor, { member }: Pick<RequestContext, 'member'>): Promise<Member> {
  const found = await run.selectFrom('member').selectAll().where('id', '=', member).executeTakeFirst();
  if (!found) throw gone();
  return found;
}

export function byContact(run: Executor, { kind, key }: Contact): Promise<Member | undefined> {
  const column = kind === 'email' ? 'email_key' : 'phone';
  return run.selectFrom('member').selectAll().where(column, '=', key).executeTakeFirst();
}

/**
 * Finds a member by username, phone number or e-mail address. If a number is one member's phone, it is not looked up as another member's
 * username.
 */
export async function byAccount(run: Executor, account: string): Promise<Member | undefined> {
  const owner = await byContact(run, contactOf(account));
  return owner ?? byUsername(run, account);
}

export const byUsername = (run: Executor, username: string): Promise<Member | undefined> =>
  run
    .selectFrom('member')
    .selectAll()
    .where('username_key', '=', lowerAscii(username.trim()))
    .executeTakeFirst();

/**
 * Members of the Chinese version must use that version; international members are redirected to theirs if its address is known (spec §6).
 */
export function refuseOtherCountry(member: Member, { country, addresses, publicUrl }: Settings): void {
  if (country === 'any' || country === member.country) return;
  if (member.country === 'cn') throw new DomainError('chineseVersionOnly');
  const body = addresses.intl === publicUrl ? {} : { redirect: addresses.intl };
  throw new DomainError('useInternational', {}, { body });
}
