import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { dayLength } from '../kernel/dates';

/** Deletes expired sessions, codes and invitations, and changes and resolved incidents that are older than a year. */
export const sweepPartners: Sweep = async (run, now) => {
  const over = new Date(now);
  await run.deleteFrom('partner_session').where('expires_at', '<', over).execute();
  await run.deleteFrom('partner_code').where('expires_at', '<', over).execute();
  await run.deleteFrom('partner_invite').where('expires_at', '<', over).execute();
  await run
    .deleteFrom('partner_change')
    .where('at', '<', new Date(now - 365 * dayLength))
    .execute();
  await sweepIncidents(run, new Date(now - 365 * dayLength));
};

/** Deletes the incidents that were resolved before a time, with their updates. An open one is never deleted. */
async function sweepIncidents(run: Executor, before: Date): Promise<void> {
  const over = await run.selectFrom('incident').select('id').where('until', '<', before).execute();
  for (const { id } of over) {
    await run.deleteFrom('incident_update').where('incident', '=', id).execute();
    await run.deleteFrom('incident').where('id', '=', id).execute();
  }
}
