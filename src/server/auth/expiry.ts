import type { Schedule } from '../jobs/worker';

/** Throws away what has run out. Nothing depends on it: whoever reads looks at the time as well. */
export const sessionExpiry: Schedule = {
  name: 'session-expiry',
  every: 600_000,
  async run({ run }, now) {
    const over = new Date(now);
    await run.deleteFrom('captcha').where('expires_at', '<=', over).execute();
    await run.deleteFrom('verification').where('expires_at', '<=', over).execute();
    await run.deleteFrom('media_ticket').where('expires_at', '<=', over).execute();
    await run.deleteFrom('wechat_ticket').where('expires_at', '<=', over).execute();
  },
};
