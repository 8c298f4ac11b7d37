import * as calls from '../../contract/buying/phone-actions';
import * as rules from '../../contract/buying/phone-actions.rules';
import type { CallGroup } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { findHandlers } from './find-actions';
import { startHandlers } from './start-action';

export const phoneActionCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async getOffers(_, { offers }) {
      const apps = await offers.apps();
      if (!apps) throw new DomainError('phonesAway');
      return { apps: [...apps], ...(offers.sandbox && { sandbox: true }) };
    },
    ...startHandlers,
    ...findHandlers,
  },
};
