import { randomUUID } from 'node:crypto';
import * as calls from '../../../src/contract/member/auth';
import type { Member } from '../../../src/server/auth/members';
import { createPasswords } from '../../../src/server/auth/passwords';
import { newInviteCode } from '../../../src/server/auth/register';
import type { Sent, TestGateway } from './open';

export const password = 'secret2026';

/** Passwords at a thirtieth of what members' cost: nearly half of what the tests took was this. */
export const cheapPasswords = createPasswords({ N: 2 ** 10, r: 8, p: 3 });

let hashed: Promise<string> | undefined;
/** The hash of `password`, made once in a process. */
const passwordHash = () => (hashed ??= cheapPasswords.hash(password));

/** A member of a fresh kind, straight in the database; the password is `password`. */
export async function addMember({ db, clock }: TestGateway, values: Partial<Member> = {}): Promise<Member> {
  const username = values.username ?? `m${randomUUID().slice(0, 8)}`;
  const member: Member = {
    id: randomUUID(),
    username,
    username_key: username.toLowerCase(),
    nickname: username,
    name: null,
    avatar: null,
    phone: null,
    email: values.email ?? null,
    email_key: values.email?.toLowerCase() ?? null,
    password: values.password ?? (await passwordHash()),
    examine_state: 1,
    country: 'intl',
    team_leader: false,
    invite_code: newInviteCode(),
    inviter: null,
    time_zone: null,
    currency: null,
    created_at: new Date(Date.now() + clock.ahead),
    locked_at: null,
    lock_reason: null,
    leaving_at: null,
    erased_at: null,
    ...values,
  };
  await db.run.insertInto('member').values(member).execute();
  return member;
}

/** The newest message to an address, from the outbox page. */
export async function newestTo({ url }: TestGateway, address: string): Promise<string | undefined> {
  const { messages } = (await (await fetch(`${url}/dev/outbox.json`)).json()) as {
    messages: { address: string; text: string }[];
  };
  return messages.find((one) => one.address === address)?.text;
}

/** A random code that has been read: what `sendCode` wants besides purpose and destination. */
export async function readPicture(
  gateway: TestGateway,
): Promise<{ randomCodeId: string; randomCode: string }> {
  const { body } = await gateway.send(calls.randomCode, {});
  return { randomCodeId: body.id, randomCode: (await newestTo(gateway, `picture ${body.id}`))! };
}

/** Asks for a verification code, as a member does, and reads it from the message. */
export async function codeFor(gateway: TestGateway, purpose: string, to: string, as?: Sent): Promise<string> {
  const { code } = await gateway.send(calls.sendCode, { purpose, to, ...(await readPicture(gateway)) }, as);
  if (code !== '1') throw new Error(`no code was sent: ${code}`);
  return /\d{6}/.exec((await newestTo(gateway, to))!)![0];
}

/** The input of a registration form, with a code that has been sent. */
export async function registration(gateway: TestGateway, values: { username: string; contact: string }) {
  const code = await codeFor(gateway, 'register', values.contact);
  return { ...values, password, confirm: password, code, agreed: true };
}
