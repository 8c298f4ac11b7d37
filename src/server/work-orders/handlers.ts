import * as calls from '../../contract/support/work-orders';
import * as rules from '../../contract/support/work-orders.rules';
import type { CallGroup } from '../kernel/call-group';
import { workOrderHandlers } from './work-orders';

export const workOrderCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: workOrderHandlers,
};
