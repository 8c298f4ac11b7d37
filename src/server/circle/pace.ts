import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt } from '../kernel/rate-limit';

/** Counts an action of a member in the feed, and refuses above `limit`. `window` in milliseconds. */
export async function mayStill(
  { db, member, now }: RequestContext,
  what: string,
  limit: { max: number; window: number },
): Promise<void> {
  const { allowed, wait } = await attempt(db.run, `${what}:${member}`, limit, now);
  if (!allowed) throw new DomainError('tooManyAttempts', { minutes: Math.ceil(wait / 60_000) });
}
