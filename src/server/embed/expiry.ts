import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { dayLength, dayOf } from '../kernel/dates';
import { renewalMs } from './shown-by';

/**
 * Deletes tokens that nobody has replaced, expired codes, challenges a day after they expired, messages to partners after a month, their requests after a week,
 * and deprecated things three months after a page used them last.
 */
export const sweepEmbeds: Sweep = async (run, now) => {
  const over = new Date(now);
  await run
    .deleteFrom('embed_token')
    .where('expires_at', '<', new Date(now - renewalMs))
    .execute();
  await run.deleteFrom('connection_code').where('expires_at', '<', over).execute();
  await run
    .deleteFrom('challenge')
    .where('expires_at', '<', new Date(now - dayLength))
    .execute();
  await run
    .deleteFrom('partner_message')
    .where('at', '<', new Date(now - 30 * dayLength))
    .execute();
  await run
    .deleteFrom('partner_delivery')
    .where('at', '<', new Date(now - 30 * dayLength))
    .execute();
  await run
    .deleteFrom('partner_request')
    .where('at', '<', new Date(now - 7 * dayLength))
    .execute();
  await run
    .deleteFrom('partner_usage')
    .where('day', '<', dayOf(now - 400 * dayLength))
    .execute();
  await run
    .deleteFrom('partner_deprecation')
    .where('seen_at', '<', new Date(now - 90 * dayLength))
    .execute();
  await keepNewest(run, mostRequests);
};

/** Maximum number of stored requests of one partner. */
const mostRequests = 10_000;

/** Deletes the requests of each partner that are older than its newest `most`. */
export async function keepNewest(run: Executor, most: number): Promise<void> {
  const busy = await run
    .selectFrom('partner_request')
    .select('partner')
    .groupBy('partner')
    .having((is) => is.fn.countAll<number>(), '>', most)
    .execute();
  for (const { partner } of busy) {
    const first = await run
      .selectFrom('partner_request')
      .select(['at'])
      .where('partner', '=', partner)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst();
    if (first)
      await run
        .deleteFrom('partner_request')
        .where('partner', '=', partner)
        .where('at', '<', first.at)
        .execute();
  }
}
