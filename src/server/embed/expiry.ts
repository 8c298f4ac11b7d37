import type { Sweep } from '../jobs/housekeeping';
import { dayLength } from '../kernel/dates';

/** Sweeps tokens, codes and challenges that have run out, and what partners were told a month ago. */
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
