import * as calls from '../../contract/payments';
import * as rules from '../../contract/payments.rules';
import type { Group } from '../calls';
import { querying } from './querying';
import { remitting } from './remitting';
import { starting } from './starting';

export const paymentsGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...querying, ...starting, ...remitting },
};
