import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '../db/database';
import type { Services } from '../kernel/services';

/** Milliseconds that a session lives after it was last used. */
const sessionTtl = 30 * 86_400_000;
const day = 86_400_000;

export interface Session {
  /** SHA-256 of the token, hex: what `RequestContext.session` carries. */
  hash: string;
  member: string;
}

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');

/** Opens a session and gives its token: 32 random bytes, of which the database keeps only the hash. */
export async function openSession(
  run: Executor,
  member: string,
  appid: string,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await run
    .insertInto('session')
    .values({
      hash: sha256(token),
      member,
      appid,
      issued_at: new Date(now),
      expires_at: new Date(now + sessionTtl),
    })
    .execute();
  return token;
}

/** Whose session the token opens, if any. Pushes its end back at most once a day, so that most requests only read. */
export async function findSession(run: Executor, token: string, now: number): Promise<Session | undefined> {
  if (!token) return;
  const hash = sha256(token);
  const found = await run
    .selectFrom('session')
    .select(['member', 'expires_at'])
    .where('hash', '=', hash)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!found) return;
  if (found.expires_at.getTime() < now + sessionTtl - day)
    await run
      .updateTable('session')
      .set({ expires_at: new Date(now + sessionTtl) })
      .where('hash', '=', hash)
      .execute();
  return { hash, member: found.member };
}

/** Ends one session, by the hash in `RequestContext.session`. */
async function revokeSession(run: Executor, hash: string): Promise<void> {
  await run.deleteFrom('session').where('hash', '=', hash).execute();
}

/** Ends one session and what was opened on the strength of the member's sessions. */
export async function signOut(
  { sessionsEnded }: Pick<Services, 'sessionsEnded'>,
  run: Executor,
  { hash, member }: Session,
): Promise<void> {
  await revokeSession(run, hash);
  await sessionsEnded(run, member);
}

/** Ends every session of a member, but the one given (a new password keeps the place it was chosen in). */
export async function revokeSessionsOf(
  { sessionsEnded }: Pick<Services, 'sessionsEnded'>,
  run: Executor,
  member: string,
  except?: string,
): Promise<void> {
  await run
    .deleteFrom('session')
    .where('member', '=', member)
    .where((is) => is.and(except ? [is('hash', '<>', except)] : []))
    .execute();
  await sessionsEnded(run, member);
}
