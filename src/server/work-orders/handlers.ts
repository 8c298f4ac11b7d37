import * as calls from '../../contract/work-orders';
import * as rules from '../../contract/work-orders.rules';
import type { Group } from '../kernel/call-group';
import { workOrders } from './work-orders';

export const supportGroup: Group<typeof calls, typeof rules> = { calls, rules, handlers: workOrders };
