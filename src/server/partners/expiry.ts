import type { Sweep } from '../jobs/housekeeping';
import { dayLength } from '../kernel/dates';

/** Deletes expired sessions, codes and invitations, and changes that are older than a year. */
export const sweepPartners: Sweep = async (run, now) => {
  const over = new Date(now);
  await run.deleteFrom('partner_session').where('expires_at', '<', over).execute();
  await run.deleteFrom('partner_code').where('expires_at', '<', over).execute();
  await run.deleteFrom('partner_invite').where('expires_at', '<', over).execute();
  await run
    .deleteFrom('partner_change')
    .where('at', '<', new Date(now - 365 * dayLength))
    .execute();
};
