import * as v from 'valibot';
import { batchOf } from '../rules/batch';
import { fields, from, id, nothing, requestKey } from '../rules/fields';
import { fleetSearch } from './devices.rules';
import { phoneActionKinds } from './phone-actions';

export const getOffers = nothing;
export const startPhoneAction = batchOf(fleetSearch)({
  kind: v.picklist(phoneActionKinds, 'wrong'),
  /** The app that is installed. */
  app: v.optional(id),
});
export const getPhoneAction = fields({ id });
export const listPhoneSteps = fields({ id, from });
export const listPhoneActions = fields({ from });
export const retryPhoneAction = fields({ id, requestKey });
