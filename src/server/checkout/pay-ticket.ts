import { randomBytes } from 'node:crypto';
import type { Executor } from '../db/database';
import { sha256 } from '../kernel/sha256';

/** Milliseconds that a ticket is valid. */
const ttl = 15 * 60_000;

/**
 * A ticket to continue one attempt elsewhere: in another browser, or in the mini-program. It opens only that attempt, once, and is no
 * session: a person who obtains it can pay the order, and nothing else.
 */
export async function payTicket(run: Executor, attempt: string, now: number): Promise<string> {
  const ticket = randomBytes(24).toString('base64url');
  await run
    .insertInto('pay_ticket')
    .values({ hash: sha256(ticket), attempt, expires_at: new Date(now + ttl), used_at: null })
    .execute();
  return ticket;
}

/** The address of a page that continues the payment in another browser. */
export const outsideTicket = async (run: Executor, attempt: string, now: number): Promise<string> =>
  `/pay/outside?t=${await payTicket(run, attempt, now)}`;

/** The attempt of a valid ticket; the ticket stays valid. */
export async function attemptBehind(run: Executor, ticket: string, now: number): Promise<string | undefined> {
  const row = await run
    .selectFrom('pay_ticket')
    .select('attempt')
    .where('hash', '=', sha256(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row?.attempt;
}

/** Consumes a ticket; undefined if it is no longer valid. */
export async function spendPayTicket(
  run: Executor,
  ticket: string,
  now: number,
): Promise<string | undefined> {
  const row = await run
    .updateTable('pay_ticket')
    .set({ used_at: new Date(now) })
    .where('hash', '=', sha256(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning('attempt')
    .executeTakeFirst();
  return row?.attempt;
}
