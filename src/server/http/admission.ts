import { type RawBuilder, sql } from 'kysely';
import type { Header } from '../../contract/wire/envelope';
import { replayWindow } from '../../contract/wire/limits';
import { hashOf, keepAlive, type Session } from '../auth/sessions';
import type { Db } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { RequestRejected } from '../kernel/request-rejected';

/**
 * Inserts a uuid unless it was seen in the last 600 s; returns a row if it is new. One instance succeeds, and the others wait for its
 * result. The commit is not waited for: if the database crashes before it is on the disk, the effects of the request are not on the disk
 * either, because they come later in the same log, so a repetition is safe.
 */
const remember = ({ lateCommit }: Db, uuid: string, now: number): RawBuilder<unknown> => sql`
  late as materialized (${sql.raw(lateCommit)}),
  fresh as (
    insert into nonce (uuid, until)
    select ${uuid}::text, ${new Date(now + replayWindow)}::timestamptz from late
    on conflict (uuid) do update set until = excluded.until where nonce.until <= ${new Date(now)}
    returning uuid)`;

/** Rejects a uuid that was seen in the last 600 s, otherwise remembers it. */
export async function assertNewNonce(db: Db, uuid: string, now: number): Promise<void> {
  const { rows } = await sql`with ${remember(db, uuid, now)} select uuid from fresh`.execute(db.run);
  if (!rows.length) throw new RequestRejected('replay');
}

interface Claims {
  /** The `userid` header. */
  userId: string | undefined;
  /** The `authorization` header. */
  authorization: string | undefined;
  /** The address of the client; a session records where it was last used. */
  ip: string;
  agent: string;
}

/** The result of the statement for a request. */
interface Found {
  fresh: boolean;
  /** Of the session, if there is one. */
  member: string | null;
  issued: Date | null;
  seen: Date | null;
}

/**
 * The session of the signed token, if any, for a request that was not sent before. The unsigned headers must agree with it, so that a
 * proxy or a page that mixes up two members gets an error instead of the wrong member's data.
 */
export async function identify(
  db: Db,
  { uuid, authToken }: Header,
  claims: Claims,
  now: number,
): Promise<Session | undefined> {
  const hash = hashOf(authToken);
  const { rows } = await sql<Found>`
    with ${remember(db, uuid, now)}
    select exists (select from fresh) as fresh, session.member,
      session.issued_at as issued, coalesce(session.seen_at, session.issued_at) as seen
    from (select 1) as one
    left join session on session.hash = ${hash} and session.expires_at > ${new Date(now)}`.execute(db.run);
  const [found] = rows;
  if (!found?.fresh) throw new RequestRejected('replay');
  const { member, issued, seen } = found;
  if (member === null || issued === null || seen === null) return;
  await keepAlive(db.run, { hash, issued, seen }, now, claims);
  const { userId, authorization } = claims;
  if (userId !== member) throw new RequestRejected('identity');
  if (authorization !== undefined && authorization !== `Bearer ${authToken}`)
    throw new RequestRejected('identity');
  return { hash, member };
}

/** Deletes uuids of requests that are too old to be accepted again. */
export const sweepNonces: Sweep = async (run, now) => {
  await run.deleteFrom('nonce').where('until', '<', new Date(now)).execute();
};
