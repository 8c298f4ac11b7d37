import type { Sweep } from '../jobs/housekeeping';
import { dayLength } from '../kernel/dates';

/** Deletes expired tokens and codes, challenges a day after they expired, and messages to partners after a month. */
export const sweepEmbeds: Sweep = async (run, now) => {
  const over = new Date(now);
  await run.deleteFrom('embed_token').where('expires_at', '<', over).execute();
  await run.deleteFrom('connection_code').where('expires_at', '<', over).execute();
  await run
    .deleteFrom('challenge')
    .where('expires_at', '<', new Date(now - dayLength))
    .execute();
  await run
    .deleteFrom('partner_message')
    .where('at', '<', new Date(now - 30 * dayLength))
    .execute();
};
