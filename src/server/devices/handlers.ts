import * as calls from '../../contract/buying/devices';
import * as rules from '../../contract/buying/devices.rules';
import type { CallGroup } from '../kernel/call-group';
import { fleetHandlers } from './list-fleet';
import { incomeHandlers } from './list-income';
import { orderHandlers } from './list-orders';
import { taskHandlers } from './tasks';

export const deviceCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...orderHandlers, ...fleetHandlers, ...taskHandlers, ...incomeHandlers },
};
