import * as calls from '../../contract/payments';
import * as rules from '../../contract/payments.rules';
import type { Group } from '../kernel/call-group';
import { querying } from './query-payment';
import { remitting } from './remit';
import { starting } from './start-payment';

export const paymentsGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...querying, ...starting, ...remitting },
};
