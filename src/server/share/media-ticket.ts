import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { sha256 } from '../kernel/sha256';

/** Milliseconds for choosing a video, watching it and sending it on a slow network. */
const ttl = 10 * 60_000;

/** See `mediaTicket` of the contract. */
export async function mediaTicket(
  { db, member, session, now }: RequestContext,
  kind: 'picture' | 'video',
): Promise<string> {
  if (!session) throw new DomainError('expired');
  const ticket = randomBytes(24).toString('base64url');
  const expires_at = new Date(now + ttl);
  const row = { hash: sha256(ticket), member, session, kind, picture: null, claimed_until: null, expires_at };
  await db.run.insertInto('media_ticket').values(row).execute();
  return ticket;
}

export interface MediaTicket {
  hash: string;
  member: string;
  kind: 'picture' | 'video';
  /** The file that was already received with it. */
  picture: string | null;
}

/** The owner of a ticket, while the ticket and the owner's session are valid. */
export const mediaTicketBehind = (
  run: Executor,
  ticket: string,
  now: number,
): Promise<MediaTicket | undefined> =>
  run
    .selectFrom('media_ticket as t')
    .innerJoin('session as s', 's.hash', 't.session')
    .select(['t.hash', 't.member', 't.kind', 't.picture'])
    .where('t.hash', '=', sha256(ticket))
    .where('t.expires_at', '>', new Date(now))
    .where('s.expires_at', '>', new Date(now))
    .executeTakeFirst();

/** Milliseconds after which an upload counts as aborted. */
const sendingAtMost = 10 * 60_000;

/** Claims a ticket for the one request that uploads its file; returns whether it was free. */
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

/** Milliseconds between two checks of a ticket that another request has claimed, and the maximum wait. */
const look = 200;
const timeoutMs = 30_000;

/**
 * Claims a ticket after any other upload with it has ended. `kept`: the file that the other upload stored, which replaces the caller's.
 * Undefined if the ticket is gone, or still claimed after 30 s.
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

/** Releases a ticket: its file has been stored, or may be sent again. */
export async function dropMediaClaim(run: Executor, hash: string): Promise<void> {
  await run.updateTable('media_ticket').set({ claimed_until: null }).where('hash', '=', hash).execute();
}

/** Stores the file of a ticket; returns the file that counts, which is the first one. */
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

/** Deletes expired tickets. */
export const sweepMediaTickets: Sweep = async (run, now) => {
  await run.deleteFrom('media_ticket').where('expires_at', '<=', new Date(now)).execute();
};
