import type { Sweep } from '../jobs/housekeeping';
import { endOrphans } from './push-subscriptions';
import { confirmWithin } from './second-step';

/** Deletes sessions, codes and captchas that have expired. */
export const sweepSessions: Sweep = async (run, now) => {
  const over = new Date(now);
  await run.deleteFrom('session').where('expires_at', '<', over).execute();
  await endOrphans(run);
  await run.deleteFrom('passkey_challenge').where('expires_at', '<=', over).execute();
  await run
    .deleteFrom('authenticator')
    .where('added_at', 'is', null)
    .where('made_at', '<=', new Date(now - confirmWithin))
    .execute();
  await run.deleteFrom('captcha').where('expires_at', '<=', over).execute();
  await run.deleteFrom('verification').where('expires_at', '<=', over).execute();
  await run.deleteFrom('wechat_ticket').where('expires_at', '<=', over).execute();
};
