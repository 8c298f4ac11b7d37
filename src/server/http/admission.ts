import { type RawBuilder, sql } from 'kysely';
import type { Header } from '../../contract/wire/envelope';
import { replayWindow } from '../../contract/wire/limits';
import { hashOf, keepAlive, type Session } from '../auth/sessions';
import type { Db } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { RequestRejected } from '../kernel/request-rejected';

/**
 * Remembers a uuid, unless it was seen in the last 600 s: a row if it is new. Whichever instance comes first has it, and the
 * others wait to see.
 *
 * Its commit is not waited for. If the database crashes before it is on the disk, what the request did is not on the disk
 * either, for that comes later in the same log: a request that is answered again has not been done.
 */
const remember = ({ lateCommit }: Db, uuid: string, now: number): RawBuilder<unknown> => sql`
  late as materialized (${sql.raw(lateCommit)}),
  fresh as (
    insert into nonce (uuid, until)
    select ${uuid}::text, ${new Date(now + replayWindow)}::timestamptz from late
    on conflict (uuid) do update set until = excluded.until where nonce.until <= ${new Date(now)}
    returning uuid)`;

/** Turns away a uuid that was seen in the last 600 s, and remembers it otherwise. */
export async function assertNewNonce(db: Db, uuid: string, now: number): Promise<void> {
  const { rows } = await sql`with ${remember(db, uuid, now)} select uuid from fresh`.execute(db.run);
  if (!rows.length) throw new RequestRejected('replay');
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

/** What one statement says of a request. */
interface Found {
  fresh: boolean;
  /** Of the session, where there is one. */
  member: string | null;
  issued: Date | null;
  seen: Date | null;
}

/**
 * The session that the signed token opens, if any, for a request that was not sent before. What the unsigned headers claim
 * must agree with it: a proxy or a page that mixes up two members is told so rather than served the wrong one.
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

/** Sweeps requests that are too old to be sent again. */
export const sweepNonces: Sweep = async (run, now) => {
  await run.deleteFrom('nonce').where('until', '<', new Date(now)).execute();
};
