import { randomUUID } from 'node:crypto';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { forgive, neighbourhoodOf } from '../kernel/rate-limit';
import { open, seal } from '../kernel/seal';
import { sha256 } from '../kernel/sha256';
import { matchingCounter } from '../kernel/totp';
import { addPartner, note } from '../partners/change-partner';
import { applyPartners } from '../partners/follow-partners';
import { emailKey } from '../partners/people';
import { assertPassword, counterOf, type From, personBy, reserve, spendCode, totpSeal } from './guesses';
import { join } from './invitations';
import { openSession } from './session';

interface NewAccount {
  email: string;
  /** The ticket of a code, or the token of an invitation. */
  ticket: string;
  password: string;
  /** From the authenticator app. */
  code: string;
  /** The partner's name as members see it; ignored for an invited person. */
  company?: string | undefined;
}

/** Creates an account, and either a new partner or, for an invited person, their place at an existing one. The person is signed in. */
export async function signUp(gateway: Gateway, given: NewAccount, { ip, locale, aborted }: From) {
  const { db, settings, passwords, now } = gateway;
  const key = emailKey(given.email);
  const counted = await reserve(gateway, 'signIn', key, ip);
  await assertPassword(given.password, key);
  const row = await db.run
    .selectFrom('partner_code')
    .select('totp')
    .where('email_key', '=', key)
    .where('purpose', '=', 'sign-up')
    .where('ticket', '=', sha256(given.ticket))
    .where('expires_at', '>', new Date(now()))
    .executeTakeFirst();
  const totp = row?.totp && open(settings, totpSeal(key), row.totp);
  if (!totp) throw new DomainError('partnerTicketEnded');
  const counter = matchingCounter(totp, given.code, now(), 0);
  if (!counter) throw new DomainError('deskCodeWrong');
  const password = await passwords.hash(given.password, {
    trust: 'proven',
    turn: neighbourhoodOf(ip),
    aborted,
  });
  const id = randomUUID();
  const at = now();
  await db.tx(async (tx) => {
    const used = await tx
      .deleteFrom('partner_code')
      .where('email_key', '=', key)
      .where('ticket', '=', sha256(given.ticket))
      .returning('email_key')
      .executeTakeFirst();
    if (!used) throw new DomainError('partnerTicketEnded');
    const invited = await tx
      .selectFrom('partner_invite')
      .selectAll()
      .where('hash', '=', sha256(given.ticket))
      .where('expires_at', '>', new Date(at))
      .executeTakeFirst();
    const email = invited?.email ?? given.email.trim();
    const made = await tx
      .insertInto('partner_person')
      .values({
        id,
        email,
        email_key: key,
        password,
        totp: seal(settings, totpSeal(id), totp),
        totp_used: counter,
        locale,
        created_at: new Date(at),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new DomainError('partnerTicketEnded');
    if (invited) return join(tx, invited, { id, email }, at);
    if (!given.company) throw new DomainError('partnerCompanyMissing');
    const partner = await addPartner(tx, { en: given.company }, at);
    await tx
      .insertInto('partner_role')
      .values({ partner, person: id, role: 'owner', at: new Date(at) })
      .execute();
    await note(tx, { partner, who: email, what: 'signedUp', target: partner }, at);
    return partner;
  });
  await applyPartners(db, settings, at); // what they do next is done with the new partner
  await forgive(db.run, ...counted);
  return openSession(gateway, id);
}

/** Signs a person in with their password and a current code. Every failure has the same response. */
export async function signIn(
  gateway: Gateway,
  given: { email: string; password: string; code: string },
  { ip, aborted }: From,
) {
  const { db, passwords } = gateway;
  const key = emailKey(given.email);
  const counted = await reserve(gateway, 'signIn', key, ip);
  const row = await personBy(db.run, key);
  const { right } = await passwords.check(given.password, row?.password, {
    turn: neighbourhoodOf(ip),
    aborted,
  });
  const counter = row && counterOf(gateway, row, given.code);
  if (!row || !right || !counter) throw new DomainError('partnerSignInWrong');
  if (!(await spendCode(db.run, row.id, counter))) throw new DomainError('partnerSignInWrong');
  await forgive(db.run, ...counted);
  return openSession(gateway, row.id);
}

/** Sets a new password for a person who can read their mailbox and has their authenticator app. All their sessions end. */
export async function resetPassword(
  gateway: Gateway,
  given: { email: string; ticket: string; password: string; code: string },
  { ip, aborted }: From,
) {
  const { db, passwords, now } = gateway;
  const key = emailKey(given.email);
  const counted = await reserve(gateway, 'signIn', key, ip);
  await assertPassword(given.password, key);
  const person = await personBy(db.run, key);
  const ticket = db.run
    .selectFrom('partner_code')
    .select('email_key')
    .where('email_key', '=', key)
    .where('purpose', '=', 'reset')
    .where('ticket', '=', sha256(given.ticket))
    .where('expires_at', '>', new Date(now()));
  if (!person || !(await ticket.executeTakeFirst())) throw new DomainError('partnerTicketEnded');
  const counter = counterOf(gateway, person, given.code);
  if (!counter || !(await spendCode(db.run, person.id, counter))) throw new DomainError('deskCodeWrong');
  const password = await passwords.hash(given.password, {
    trust: 'proven',
    turn: neighbourhoodOf(ip),
    aborted,
  });
  await db.tx(async (tx) => {
    const used = await tx
      .deleteFrom('partner_code')
      .where('email_key', '=', key)
      .where('ticket', '=', sha256(given.ticket))
      .returning('email_key')
      .executeTakeFirst();
    if (!used) throw new DomainError('partnerTicketEnded');
    await tx.updateTable('partner_person').set({ password }).where('id', '=', person.id).execute();
    await tx.deleteFrom('partner_session').where('person', '=', person.id).execute();
  });
  await forgive(db.run, ...counted);
  return openSession(gateway, person.id);
}
