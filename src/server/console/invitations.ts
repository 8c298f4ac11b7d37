import type { Executor, Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { forgive } from '../kernel/rate-limit';
import { open, seal } from '../kernel/seal';
import { sha256 } from '../kernel/sha256';
import { newTotpKey } from '../kernel/totp';
import { note } from '../partners/change-partner';
import { emailKey } from '../partners/people';
import { codeTtl, enrolment } from './codes';
import { type From, personBy, reserve, totpSeal } from './guesses';
import type { Person } from './session';

/**
 * Returns an invitation by the token of its link: its address and partner. A person without an account receives the key for an
 * authenticator app.
 */
export async function showInvitation(gateway: Gateway, token: string, { ip }: From) {
  const { db, settings, now } = gateway;
  const counted = await reserve(gateway, 'signIn', `invitation:${sha256(token)}`, ip);
  const invited = await invitationOf(db.run, token, now());
  await forgive(db.run, ...counted);
  const { name } = await db.run
    .selectFrom('partner')
    .select('name')
    .where('id', '=', invited.partner)
    .executeTakeFirstOrThrow();
  const about = { email: invited.email, role: invited.role, partner: JSON.parse(name).en as string };
  if (await personBy(db.run, invited.email_key)) return { ...about, known: true };
  const row = {
    code: '',
    attempts: 0,
    sent_at: new Date(now()),
    expires_at: new Date(now() + codeTtl),
    ticket: sha256(token),
    totp: seal(settings, totpSeal(invited.email_key), newTotpKey()),
  };
  await db.run
    .insertInto('partner_code')
    .values({ email_key: invited.email_key, purpose: 'sign-up', ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['email_key', 'purpose'])
        .doUpdateSet(row)
        // the key stays the same if the invitation is opened again
        .where((is) =>
          is.or([is('partner_code.ticket', 'is', null), is('partner_code.ticket', '<>', row.ticket)]),
        ),
    )
    .execute();
  const { totp } = await db.run
    .updateTable('partner_code')
    .set({ expires_at: row.expires_at })
    .where('email_key', '=', invited.email_key)
    .where('purpose', '=', 'sign-up')
    .returning('totp')
    .executeTakeFirstOrThrow();
  const key = open(settings, totpSeal(invited.email_key), totp ?? '') ?? '';
  return { ...about, known: false, ...enrolment(invited.email, key) };
}

async function invitationOf(run: Executor, token: string, now: number) {
  const invited = await run
    .selectFrom('partner_invite')
    .selectAll()
    .where('hash', '=', sha256(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!invited) throw new DomainError('deskInviteEnded');
  return invited;
}

/** Accepts an invitation with the account that has its address. */
export const acceptInvitation = ({ db, now }: Gateway, { id, email }: Person, token: string) =>
  db.tx(async (tx) => {
    const invited = await invitationOf(tx, token, now());
    if (invited.email_key !== emailKey(email)) throw new DomainError('deskInviteEnded');
    return { partner: await join(tx, invited, { id, email }, now()) };
  });

type Invited = Awaited<ReturnType<typeof invitationOf>>;

export async function join(
  tx: Tx,
  { hash, partner, role }: Pick<Invited, 'hash' | 'partner' | 'role'>,
  { id, email }: { id: string; email: string },
  now: number,
): Promise<string> {
  const used = await tx
    .deleteFrom('partner_invite')
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  if (!used) throw new DomainError('deskInviteEnded');
  await tx
    .insertInto('partner_role')
    .values({ partner, person: id, role, at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['partner', 'person']).doUpdateSet({ role }))
    .execute();
  await note(tx, { partner, who: email, what: 'personJoined', target: role }, now);
  return partner;
}
