import * as calls from '../../contract/site/system';
import * as rules from '../../contract/site/system.rules';
import type { CallGroup } from '../kernel/call-group';
import { visibleAddress } from '../pictures/pictures';
import { invoke } from './service';

export const systemCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    service: async (input, { settings, locale }) => invoke(input, settings, locale),
    loadPicture: async ({ id }, { db, fileSecret, member, now, settings }) => {
      const url = await visibleAddress(db.run, fileSecret, id, member, now);
      return { url: settings.cloudStoreUrl ? `${settings.cloudStoreUrl}/${id}` : url };
    },
  },
};
