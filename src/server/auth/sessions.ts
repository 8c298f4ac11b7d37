import { randomBytes } from 'node:crypto';
import type { Executor, Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import type { Services } from '../kernel/services';
import { sha256 } from '../kernel/sha256';

/** Milliseconds that a session lives after its last use. */
const sessionTtl = 30 * 86_400_000;
/** Milliseconds that a session lives at most, even if it is used. */
const longestTtl = 180 * 86_400_000;
/** Milliseconds between two updates of a session's last use: most requests only read. */
const seenEvery = 10 * 60_000;
/** Sessions of one member. Opening one more ends the least recently used session. */
export const mostSessions = 50;

export interface Session {
  /** SHA-256 of the token, hex; the value of `RequestContext.session`. */
  hash: string;
  member: string;
}

/** The place where a session is opened or used. */
type Place = Pick<RequestContext, 'ip' | 'agent' | 'device'>;

/** Opens a session and returns its token: 32 random bytes. The database stores only the hash. */
export async function openSession(
  run: Executor,
  member: string,
  appid: string,
  now: number,
  { ip, agent, device }: Partial<Place> = {},
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
      seen_at: new Date(now),
      ...(ip && { ip }),
      ...(agent && { agent }),
      device: device?.give() ?? null,
    })
    .execute();
  await endOldest(run, member);
  return token;
}

async function endOldest(run: Executor, member: string): Promise<void> {
  const oldest = await run
    .selectFrom('session')
    .select('hash')
    .where('member', '=', member)
    .orderBy('expires_at', 'desc')
    .orderBy('hash')
    .offset(mostSessions)
    .execute();
  const hashes = oldest.map(({ hash }) => hash);
  if (hashes.length) await run.deleteFrom('session').where('hash', 'in', hashes).execute();
}

/** The key that finds a session; `''` if there is no token. */
export const hashOf = (token: string) => (token ? sha256(token) : '');

/** Whether this session (`hash`) of the member is still open. */
export async function isSessionOpen(
  run: Executor,
  { member, session }: { member: string; session: string },
  now: number,
): Promise<boolean> {
  const open = await run
    .selectFrom('session')
    .select('hash')
    .where('hash', '=', session)
    .where('member', '=', member)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Extends a session that is in use, up to its longest time, and records where it was used: every ten minutes. `seen`: the last recorded
 * use.
 */
export async function keepAlive(
  run: Executor,
  { hash, issued, seen }: { hash: string; issued: Date; seen: Date },
  now: number,
  { ip, agent }: Partial<Place>,
): Promise<void> {
  if (now - seen.getTime() <= seenEvery) return;
  await run
    .updateTable('session')
    .set({
      expires_at: new Date(Math.min(now + sessionTtl, issued.getTime() + longestTtl)),
      seen_at: new Date(now),
      ...(ip && { ip }),
      ...(agent && { agent }),
    })
    .where('hash', '=', hash)
    .execute();
}

/** Ends one session, by the hash in `RequestContext.session`. */
export async function revokeSession(run: Executor, hash: string): Promise<void> {
  await run.deleteFrom('session').where('hash', '=', hash).execute();
}

/** Ends one session and everything that was opened on the strength of the member's sessions. */
export async function signOut(
  { sessionsEnded }: Pick<Services, 'sessionsEnded'>,
  tx: Tx,
  { hash, member }: Session,
): Promise<void> {
  await revokeSession(tx, hash);
  await sessionsEnded(tx, member);
}

/** Ends every session of a member except the given one (a new password keeps the session that set it). */
export async function revokeSessionsOf(
  { sessionsEnded }: Pick<Services, 'sessionsEnded'>,
  tx: Tx,
  member: string,
  except?: string,
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('member', '=', member)
    .where((is) => is.and(except ? [is('hash', '<>', except)] : []))
    .execute();
  await sessionsEnded(tx, member);
}
