import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Executor, Tx } from '../db/database';
import type { PushSubscriptionTable } from './tables';

type PushSubscription = Selectable<PushSubscriptionTable>;

/** Keeps what a browser subscribed with, for the session it did so in. A browser's endpoint is one session's: the last one's. */
export async function keepSubscription(
  tx: Tx,
  values: Omit<PushSubscription, 'id' | 'created_at'>,
  now: number,
): Promise<void> {
  const id = createHash('sha256').update(values.endpoint).digest('hex');
  await tx
    .deleteFrom('push_subscription')
    .where((is) => is.or([is('session', '=', values.session), is('id', '=', id)]))
    .execute();
  await tx
    .insertInto('push_subscription')
    .values({ id, ...values, created_at: new Date(now) })
    .execute();
}

/** Subscriptions of sessions that are not over. */
export const openSubscriptions = (run: Executor, now: number) =>
  run
    .selectFrom('push_subscription as p')
    .innerJoin('session as s', 's.hash', 'p.session')
    .where('s.expires_at', '>', new Date(now));

/** Ends one by its id, or that of a session. */
export async function endSubscription(
  run: Executor,
  member: string,
  by: { session: string } | { id: string },
): Promise<void> {
  await run
    .deleteFrom('push_subscription')
    .where('member', '=', member)
    .where((is) => ('id' in by ? is('id', '=', by.id) : is('session', '=', by.session)))
    .execute();
}

/** Ends those whose session is over, of one member or of all. */
export async function endOrphans(run: Executor, member?: string): Promise<void> {
  await run
    .deleteFrom('push_subscription')
    .where((is) =>
      is.not(
        is.exists(
          is.selectFrom('session as s').select('s.hash').whereRef('s.hash', '=', 'push_subscription.session'),
        ),
      ),
    )
    .$if(member !== undefined, (query) => query.where('member', '=', member as string))
    .execute();
}
