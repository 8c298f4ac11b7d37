import { randomUUID } from 'node:crypto';
import { ExamineState } from '../../contract/member/auth';
import { agreeToTerms } from '../agreements/agree';
import type { Executor, Tx } from '../db/database';
import { lowerAscii, upperAscii } from '../kernel/ascii';
import type { RequestContext } from '../kernel/context';
import { randomCode } from '../kernel/numbers';
import { proveCode } from './codes';
import { type Contact, columnsOf, contactOf, countryOf } from './contacts';
import { invalid } from './invalid';
import { byUsername, type Member } from './members';
import { refuseRisky, requesterOf, reserveFrom } from './password';

const fromAddress = { max: 100, window: 3_600_000 };

export const newInviteCode = () => randomCode(8);

interface Registration {
  username: string;
  contact: string;
  password: string;
  code: string;
  inviteCode?: string | undefined;
}

export const byInviteCode = (run: Executor, code: string) =>
  run
    .selectFrom('member')
    .select(['id', 'nickname'])
    .where('invite_code', '=', upperAscii(code))
    .executeTakeFirst();

async function inviterOf(run: Executor, code: string | undefined): Promise<string | null> {
  if (!code) return null;
  const inviter = await byInviteCode(run, code);
  if (!inviter) throw invalid('inviteCode', 'wrong');
  return inviter.id;
}

/**
 * Creates the account of the person who holds the code sent to their contact. `work` (a session, WeChat) runs in the same transaction, so
 * either everything happens or nothing, and the code is used once.
 */
export async function register<T>(
  ctx: RequestContext,
  input: Registration,
  work: (tx: Tx, member: Member) => Promise<T>,
): Promise<T> {
  const { db, now, settings, passwords } = ctx;
  await reserveFrom(ctx, 'register:ip', fromAddress);
  const contact = contactOf(input.contact);
  await refuseRisky(input.password, input.username, contact.key);
  // Checked before the code, so that choosing another name costs none of its guesses. Names are public; contacts are not.
  if (await byUsername(db.run, input.username)) throw invalid('username', 'taken');
  const inviter = await inviterOf(db.run, input.inviteCode);
  const proof = await proveCode(ctx, 'register', contact, input.code);
  const password = await passwords.hash(input.password, requesterOf(ctx, 'code'));

  return db.tx(async (tx) => {
    await proof.consume(tx);
    const country = settings.country === 'any' ? countryOf(contact) : settings.country;
    const member = await addMember(
      tx,
      { username: input.username, contact, password, inviter, country },
      now,
    );
    await agreeToTerms(tx, member.id, 'register', ctx);
    await ctx.welcome(tx, member.id, now);
    return work(tx, member);
  });
}

interface NewMember extends Pick<Member, 'username' | 'password' | 'inviter' | 'country'> {
  contact: Contact;
}

/** Inserts an account. Refused with the field that somebody else took in the meantime. */
export function addMember(tx: Tx, { contact, ...given }: NewMember, now: number): Promise<Member> {
  return insert(tx, {
    id: randomUUID(),
    ...given,
    username_key: lowerAscii(given.username),
    nickname: given.username,
    name: null,
    avatar: null,
    time_zone: null,
    currency: null,
    phone: null,
    email: null,
    email_key: null,
    ...columnsOf(contact),
    examine_state: ExamineState.closed,
    team_leader: false,
    invite_code: newInviteCode(),
    created_at: new Date(now),
    locked_at: null,
    lock_reason: null,
    leaving_at: null,
    erased_at: null,
  });
}

/** If several requests insert at the same moment, the database accepts one; the others learn which field was taken. */
async function insert(tx: Tx, values: Member): Promise<Member> {
  const member = await tx
    .insertInto('member')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (member) return member;
  throw invalid((await byUsername(tx, values.username)) ? 'username' : 'contact', 'taken');
}
