import { type RawBuilder, sql } from 'kysely';
import type { Header } from '../../contract/wire/envelope';
import { replayWindow } from '../../contract/wire/limits';
import { hashOf, keepAlive, type Session } from '../auth/sessions';
import type { Db } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { inBatches } from '../kernel/batches';
import { RequestRejected } from '../kernel/request-rejected';

/**
 * Inserts uuids unless they were seen in the last 600 s; returns a row for each that is new. One instance succeeds, and the others wait for
 * its result; the uuids are sorted, so that no two instances wait for each other. The commit is not waited for: if the database crashes
 * before it is on the disk, the effects of the request are not on the disk either, because they come later in the same log, so a repetition
 * is safe.
 */
const remember = ({ lateCommit }: Db, uuids: readonly string[], now: number): RawBuilder<unknown> => sql`
  late as materialized (${sql.raw(lateCommit)}),
  fresh as (
    insert into nonce (uuid, until)
    select asked.uuid, ${new Date(now + replayWindow)}::timestamptz
    from late cross join unnest(${[...uuids].sort()}::text[]) as asked (uuid)
    on conflict (uuid) do update set until = excluded.until where nonce.until <= ${new Date(now)}
    returning uuid)`;

/** Rejects a uuid that was seen in the last 600 s, otherwise remembers it. */
export async function assertNewNonce(db: Db, uuid: string, now: number): Promise<void> {
  const { rows } = await sql`with ${remember(db, [uuid], now)} select uuid from fresh`.execute(db.run);
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

interface Credentials {
  uuid: string;
  /** Of the token. */
  hash: string;
  now: number;
}

/** A new uuid, or an open session. */
type Row =
  | { uuid: string; hash: null; member: null; issued: null; seen: null }
  | { uuid: null; hash: string; member: string; issued: Date; seen: Date };

/** The answer of the database about a request. */
interface Found {
  fresh: boolean;
  session?: Row & { uuid: null };
}

/** Requests of a statement. */
const most = 500;

/** Remembers the uuids of requests, and finds their sessions. Of requests with the same uuid only the first can be fresh. */
async function look(db: Db, all: readonly Credentials[]): Promise<Found[]> {
  const now = Math.max(...all.map((one) => one.now));
  const uuids = [...new Set(all.map(({ uuid }) => uuid))];
  const hashes = [...new Set(all.map(({ hash }) => hash))];
  const { rows } = await sql<Row>`
    with ${remember(db, uuids, now)}
    select uuid, null::text as hash, null::text as member, null::timestamptz as issued, null::timestamptz as seen
    from fresh
    union all
    select null, hash, member, issued_at, coalesce(seen_at, issued_at) from session
    where hash = any(${hashes}::text[]) and expires_at > ${new Date(now)}`.execute(db.run);
  const fresh = new Set<string>();
  const sessions = new Map<string, Row & { uuid: null }>();
  for (const row of rows)
    if (row.uuid === null) sessions.set(row.hash, row);
    else fresh.add(row.uuid);
  return all.map(({ uuid, hash }) => {
    const session = sessions.get(hash);
    return { fresh: fresh.delete(uuid), ...(session && { session }) };
  });
}

/** Identifies the member of a request. */
export type Identify = (header: Header, claims: Claims, now: number) => Promise<Session | undefined>;

/**
 * The session of the signed token, if any, for a request that was not sent before; requests that arrive together share a statement. The
 * unsigned headers must agree with the session, so that a proxy or a page that mixes up two members gets an error instead of the wrong
 * member's data.
 */
export function createIdentify(db: Db): Identify {
  const lookUp = inBatches((all: readonly Credentials[]) => look(db, all), most);
  return async ({ uuid, authToken }, claims, now) => {
    const hash = hashOf(authToken);
    const { fresh, session } = await lookUp({ uuid, hash, now });
    if (!fresh) throw new RequestRejected('replay');
    if (!session) return;
    const { member } = session;
    await keepAlive(db.run, session, now, claims);
    const { userId, authorization } = claims;
    if (userId !== member) throw new RequestRejected('identity');
    if (authorization !== undefined && authorization !== `Bearer ${authToken}`)
      throw new RequestRejected('identity');
    return { hash, member };
  };
}

/** Deletes uuids of requests that are too old to be accepted again. */
export const sweepNonces: Sweep = async (run, now) => {
  await run.deleteFrom('nonce').where('until', '<', new Date(now)).execute();
};
