import { sql } from 'kysely';
import { type Header, replayWindow } from '../../contract/wire/envelope';
import { findSession, type Session } from '../auth/sessions';
import type { Executor } from '../db/database';
import { attempt, type Limits, networkOf } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/** Counts the request against its address. One statement; the count is in the database, so instances share it. */
export async function countRequest(
  run: Executor,
  ip: string,
  kind: keyof Limits,
  all: Limits,
  now: number,
): Promise<void> {
  const { allowed } = await attempt(run, `requests:${kind}:${networkOf(ip)}`, all[kind], now);
  if (!allowed) throw new RequestRejected('rate');
}

/** Turns away a uuid that was seen in the last 600 s, and remembers it otherwise. */
export async function assertNewNonce(run: Executor, uuid: string, now: number): Promise<void> {
  const until = new Date(now + replayWindow);
  const fresh = await run
    .insertInto('nonce')
    .values({ uuid, until })
    .onConflict((conflict) =>
      conflict
        .column('uuid')
        .doUpdateSet({ until })
        .where(sql<boolean>`nonce.until <= ${new Date(now)}`),
    )
    .returning('uuid')
    .executeTakeFirst();
  if (!fresh) throw new RequestRejected('replay');
}

interface Claims {
  /** The `userid` header. */
  userId: string | undefined;
  /** The `authorization` header. */
  authorization: string | undefined;
  /** Where it was sent from: a session says where it was last used. */
  ip: string;
  agent: string;
}

/**
 * The session that the signed token opens, if any. What the unsigned headers claim must agree with it: a proxy or a page
 * that mixes up two members is told so rather than served the wrong one.
 */
export async function identify(run: Executor, { authToken }: Header, claims: Claims, now: number) {
  const session: Session | undefined = await findSession(run, authToken, now, claims);
  const { userId, authorization } = claims;
  if (session && userId !== session.member) throw new RequestRejected('identity');
  if (session && authorization !== undefined && authorization !== `Bearer ${authToken}`)
    throw new RequestRejected('identity');
  return session;
}
