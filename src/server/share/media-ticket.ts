import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';

/** Milliseconds in which somebody chooses a video, looks at it and sends it on a slow network. */
const ttl = 10 * 60_000;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex');

/** See `mediaTicket` of the contract. */
export async function mediaTicket(
  { db, member, session, now }: RequestContext,
  kind: 'picture' | 'video',
): Promise<string> {
  if (!session) throw new DomainError('expired');
  const ticket = randomBytes(24).toString('base64url');
  const row = { hash: hashOf(ticket), member, session, kind, picture: null, expires_at: new Date(now + ttl) };
  await db.run.insertInto('media_ticket').values(row).execute();
  return ticket;
}

export interface MediaTicket {
  hash: string;
  member: string;
  kind: 'picture' | 'video';
  /** What was sent with it already. */
  picture: string | null;
}

/** Whose ticket it is, while it is good and their session is. */
export const mediaTicketBehind = (
  run: Executor,
  ticket: string,
  now: number,
): Promise<MediaTicket | undefined> =>
  run
    .selectFrom('media_ticket as t')
    .innerJoin('session as s', 's.hash', 't.session')
    .select(['t.hash', 't.member', 't.kind', 't.picture'])
    .where('t.hash', '=', hashOf(ticket))
    .where('t.expires_at', '>', new Date(now))
    .where('s.expires_at', '>', new Date(now))
    .executeTakeFirst();

/** Writes down what came with a ticket; answers what counts, which is what came first. */
export async function spendMediaTicket(run: Executor, hash: string, picture: string): Promise<string> {
  await run
    .updateTable('media_ticket')
    .set({ picture })
    .where('hash', '=', hash)
    .where('picture', 'is', null)
    .execute();
  const row = await run
    .selectFrom('media_ticket')
    .select('picture')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.picture ?? picture;
}

/** Sweeps tickets that are good for nothing any more. */
export const sweepMediaTickets: Sweep = async (run, now) => {
  await run.deleteFrom('media_ticket').where('expires_at', '<=', new Date(now)).execute();
};
