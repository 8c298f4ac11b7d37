import type { Gateway } from '../kernel/gateway';
import { sha256 } from '../kernel/sha256';
import { newToken } from '../partners/people';

/** Milliseconds: the lifetime of a session, the longest time without use, and the precision of its last use. */
const lasts = 12 * 3_600_000;
const idle = 2 * 3_600_000;
const seenEvery = 60_000;

export interface Person {
  id: string;
  email: string;
  /** SHA-256 of the session's token. */
  session: string;
}

export async function openSession({ db, now }: Gateway, person: string): Promise<{ token: string }> {
  const token = newToken();
  const at = new Date(now());
  await db.run
    .insertInto('partner_session')
    .values({
      hash: sha256(token),
      person,
      created_at: at,
      seen_at: at,
      expires_at: new Date(at.getTime() + lasts),
    })
    .execute();
  return { token };
}

/** The person who holds the token of a valid session. */
export async function findPerson({ db, now }: Gateway, token: string): Promise<Person | undefined> {
  const session = sha256(token);
  const at = now();
  const row = await db.run
    .selectFrom('partner_session as s')
    .innerJoin('partner_person as p', 'p.id', 's.person')
    .select(['p.id', 'p.email', 's.seen_at'])
    .where('s.hash', '=', session)
    .where('s.expires_at', '>', new Date(at))
    .where('s.seen_at', '>', new Date(at - idle))
    .executeTakeFirst();
  if (!row) return;
  if (row.seen_at.getTime() < at - seenEvery)
    await db.run
      .updateTable('partner_session')
      .set({ seen_at: new Date(at) })
      .where('hash', '=', session)
      .execute();
  return { id: row.id, email: row.email, session };
}

export const signOut = ({ db }: Gateway, session: string) =>
  db.run.deleteFrom('partner_session').where('hash', '=', session).execute();
