import type * as calls from '../contract/system';
import type * as rules from '../contract/system.rules';
import type { Handlers } from './calls';
import { show } from './pictures';
import { invoke } from './service';

export const handlers: Handlers<typeof calls, typeof rules> = {
  service: async (input, { settings, locale }) => invoke(input, settings, locale),
  loadPicture: async ({ id }, { db, fileSecret, member, now }) => ({
    url: await show(db.run, fileSecret, id, member, now),
  }),
};
