import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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
  const expires_at = new Date(now + ttl);
  const row = { hash: hashOf(ticket), member, session, kind, picture: null, claimed_until: null, expires_at };
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

/** Milliseconds after which a file that is being sent has arrived or never will. */
const sendingAtMost = 10 * 60_000;

/** Takes a ticket for the one request that sends its file; gives whether it was free. */
async function claimMediaTicket(run: Executor, hash: string, now: number): Promise<boolean> {
  const claimed = await run
    .updateTable('media_ticket')
    .set({ claimed_until: new Date(now + sendingAtMost) })
    .where('hash', '=', hash)
    .where('picture', 'is', null)
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', new Date(now))]))
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0;
}

/** Milliseconds between two looks at a ticket that another request holds, and how long they go on. */
const look = 200;
const timeoutMs = 30_000;

/**
 * Takes a ticket, once another request that sends a file with it has ended. `kept`: what that one has kept, in place of what the caller
 * would send. Gives nothing when the ticket is gone, or still held after 30 s.
 */
export async function takeMediaTicket(
  run: Executor,
  hash: string,
  now: number,
): Promise<{ storedId?: string } | undefined> {
  for (let waited = 0; waited < timeoutMs; waited += look) {
    if (await claimMediaTicket(run, hash, now + waited)) return {};
    const row = await run
      .selectFrom('media_ticket')
      .select('picture')
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!row) return;
    if (row.picture) return { storedId: row.picture };
    await delay(look);
  }
  return;
}

/** Gives a ticket back: its file has been kept, or may be sent again. */
export async function dropMediaClaim(run: Executor, hash: string): Promise<void> {
  await run.updateTable('media_ticket').set({ claimed_until: null }).where('hash', '=', hash).execute();
}

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
