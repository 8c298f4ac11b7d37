import * as calls from '../../contract/site/web';
import * as rules from '../../contract/site/web.rules';
import type { CallGroup } from '../kernel/call-group';
import { linkedPartnerHandlers } from './linked-partners';
import { embedToken } from './own-site';

export const webCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { embedToken, ...linkedPartnerHandlers },
};
