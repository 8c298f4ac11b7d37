import * as calls from '../../../contract/support/notifications';
import * as rules from '../../../contract/support/notifications.rules';
import { masked } from '../../auth/contacts';
import { invalid } from '../../auth/invalid';
import { me } from '../../auth/members';
import { endSubscription, keepSubscription } from '../../auth/push-subscriptions';
import type { CallGroup } from '../../kernel/call-group';
import { wrongDestination } from '../../kernel/destination';
import { isTimeZone } from '../../kernel/local-time';
import { vapidKeys } from './push';
import { reachSettings, saveReachSettings, speakTo } from './reach-settings';

export const notificationCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async getNotifications(_, ctx) {
      const { db, member, settings, session = '' } = ctx;
      const { phone, email } = await me(db.run, ctx);
      const { choices, quiet, timeZone } = await reachSettings(db.run, member);
      const pushed = await db.run
        .selectFrom('push_subscription')
        .select('id')
        .where('session', '=', session)
        .executeTakeFirst();
      return {
        choices,
        ...(quiet && { quiet }),
        timeZone,
        ...(email && settings.mail !== 'off' && { mail: masked(email) }),
        ...(phone && settings.sms !== 'off' && { sms: masked(phone) }),
        pushKey: (await vapidKeys(db, settings)).publicKey,
        pushed: !!pushed,
      };
    },

    async saveNotifications(input, ctx) {
      if (!isTimeZone(input.timeZone)) throw invalid('timeZone', 'wrong');
      await ctx.db.tx((tx) => saveReachSettings(tx, ctx, input));
      return {};
    },

    async subscribePush(input, { db, member, session = '', settings, now, locale }) {
      if (wrongDestination(input.endpoint, settings.production)) throw invalid('endpoint', 'wrong');
      await db.tx(async (tx) => {
        await speakTo(tx, member, locale);
        await keepSubscription(tx, { member, session, ...input }, now);
      });
      return {};
    },

    async unsubscribePush(_, { db, member, session = '' }) {
      await endSubscription(db.run, member, { session });
      return {};
    },
  },
};
