import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { attempt } from '../kernel/rate-limit';

/** Counts one more of what a member does in the circle, and refuses what is more than `limit`. `window` in milliseconds. */
export async function mayStill(
  { db, member, now }: RequestContext,
  what: string,
  limit: { max: number; window: number },
): Promise<void> {
  const { allowed, wait } = await attempt(db.run, `${what}:${member}`, limit, now);
  if (!allowed) throw new DomainError('tooManyAttempts', { minutes: Math.ceil(wait / 60_000) });
}
