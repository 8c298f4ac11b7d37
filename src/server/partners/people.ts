import { randomBytes } from 'node:crypto';
import type { PartnerRole } from '../../contract/embed/partners';
import type { Executor, Tx } from '../db/database';
import { queueMessage } from '../delivery/outbox';
import { lowerAscii } from '../kernel/ascii';
import { DomainError } from '../kernel/domain-error';
import { type Locale, type MessageName, translate } from '../kernel/messages';
import { sha256 } from '../kernel/sha256';
import { partnerRow } from './change-partner';

/** Milliseconds that an invitation is valid. */
const inviteTtl = 7 * 24 * 3_600_000;
/** Maximum number of people of a partner, including invited ones. */
const mostPeople = 50;

export const newToken = (): string => randomBytes(32).toString('hex');
/** The form of an e-mail address used for comparison. */
export const emailKey = (email: string): string => lowerAscii(email.trim());

/** Sends a person an e-mail in their language. */
export const writeTo = (
  tx: Tx,
  { email, locale }: { email: string; locale: Locale },
  text: MessageName,
  values: Record<string, string | number>,
  now: number,
): Promise<void> =>
  queueMessage(
    tx,
    {
      channel: 'mail',
      address: email,
      subject: translate(locale, 'partnerMailSubject'),
      text: translate(locale, text, values),
    },
    now,
    { urgent: 'code' in values },
  );

interface Invitation {
  partner: string;
  email: string;
  role: PartnerRole;
}

/**
 * Invites a person to a partner; a new invitation replaces the previous one. The link is sent to their mailbox only, so following it
 * proves access to the mailbox. Returns the token of the link.
 */
export async function invite(
  tx: Tx,
  { partner, email, role }: Invitation,
  { publicUrl, locale }: { publicUrl: string; locale: Locale },
  now: number,
): Promise<string> {
  const { name } = await partnerRow(tx, partner);
  const key = emailKey(email);
  const people = await peopleOf(tx, partner);
  if (people.some((person) => person.email_key === key)) throw new DomainError('partnerPersonTaken');
  const { invited } = await tx
    .selectFrom('partner_invite')
    .select((is) => is.fn.countAll<number>().as('invited'))
    .where('partner', '=', partner)
    .where('email_key', '<>', key)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirstOrThrow();
  if (people.length + Number(invited) >= mostPeople)
    throw new DomainError('partnerPeopleMost', { most: mostPeople });
  const token = newToken();
  const row = { hash: sha256(token), email, role, expires_at: new Date(now + inviteTtl) };
  await tx
    .insertInto('partner_invite')
    .values({ partner, email_key: key, ...row })
    .onConflict((conflict) => conflict.columns(['partner', 'email_key']).doUpdateSet(row))
    .execute();
  const url = `${publicUrl}/partners/#/invitation/${token}`;
  await writeTo(tx, { email, locale }, 'partnerInvited', { name: JSON.parse(name).en, url }, now);
  return token;
}

const peopleOf = (run: Executor, partner: string) =>
  run
    .selectFrom('partner_role as r')
    .innerJoin('partner_person as p', 'p.id', 'r.person')
    .select(['p.id', 'p.email', 'p.email_key', 'r.role', 'r.at'])
    .where('r.partner', '=', partner)
    .orderBy('r.at')
    .orderBy('p.id')
    .execute();

/** The people of a partner, and open invitations. */
export async function listPeople(run: Executor, partner: string, now: number) {
  const people = await peopleOf(run, partner);
  const invited = await run
    .selectFrom('partner_invite')
    .select(['email', 'role', 'expires_at'])
    .where('partner', '=', partner)
    .where('expires_at', '>', new Date(now))
    .orderBy('expires_at')
    .execute();
  return [
    ...people.map(({ email, role, at }) => ({ email, role, since: at.toISOString() })),
    ...invited.map(({ email, role, expires_at }) => ({
      email,
      role,
      invitedUntil: expires_at.toISOString(),
    })),
  ];
}

/** Refuses to remove the last owner, because somebody must be able to invite others. */
async function assertAnotherOwner(tx: Tx, partner: string, person: string): Promise<void> {
  const owners = await tx
    .selectFrom('partner_role')
    .select('person')
    .where('partner', '=', partner)
    .where('role', '=', 'owner')
    .orderBy('person')
    .forUpdate()
    .execute();
  if (!owners.some((owner) => owner.person !== person)) throw new DomainError('partnerLastOwner');
}

/** Changes a person's role or, without one, removes them; also changes or withdraws an invitation. */
export async function changePerson(
  tx: Tx,
  { partner, email }: { partner: string; email: string },
  role: PartnerRole | undefined,
): Promise<void> {
  await partnerRow(tx, partner);
  const key = emailKey(email);
  const person = (await peopleOf(tx, partner)).find((one) => one.email_key === key);
  if (!person) {
    const invited = await tx
      .selectFrom('partner_invite')
      .select('hash')
      .where('partner', '=', partner)
      .where('email_key', '=', key)
      .executeTakeFirst();
    if (!invited) throw new DomainError('partnerPersonMissing');
    if (role) await tx.updateTable('partner_invite').set({ role }).where('hash', '=', invited.hash).execute();
    else await tx.deleteFrom('partner_invite').where('hash', '=', invited.hash).execute();
    return;
  }
  if (person.role === 'owner' && role !== 'owner') await assertAnotherOwner(tx, partner, person.id);
  if (role)
    await tx
      .updateTable('partner_role')
      .set({ role })
      .where('partner', '=', partner)
      .where('person', '=', person.id)
      .execute();
  else
    await tx
      .deleteFrom('partner_role')
      .where('partner', '=', partner)
      .where('person', '=', person.id)
      .execute();
}

/**
 * For a person who lost their phone, after the back office has verified their identity: deletes their account and invites them again with
 * the same roles.
 */
export async function resetPerson(
  tx: Tx,
  { partner, email }: { partner: string; email: string },
  publicUrl: string,
  now: number,
): Promise<{ email: string; partners: string[] }> {
  const person = await tx
    .selectFrom('partner_person')
    .select(['id', 'email', 'locale'])
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst();
  const mine = (await peopleOf(tx, partner)).some(({ id }) => id === person?.id);
  if (!person || !mine) throw new DomainError('partnerPersonMissing');
  const roles = await tx
    .deleteFrom('partner_role')
    .where('person', '=', person.id)
    .returning(['partner', 'role'])
    .execute();
  await tx.deleteFrom('partner_session').where('person', '=', person.id).execute();
  await tx.deleteFrom('partner_person').where('id', '=', person.id).execute();
  for (const { partner, role } of roles)
    await invite(tx, { partner, email: person.email, role }, { publicUrl, locale: person.locale }, now);
  return { email: person.email, partners: roles.map(({ partner }) => partner) };
}
