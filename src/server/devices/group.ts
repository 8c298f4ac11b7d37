import * as calls from '../../contract/devices';
import * as rules from '../../contract/devices.rules';
import type { Group } from '../calls';
import { incomeHandlers } from './income';
import { orderHandlers } from './orders';
import { taskHandlers } from './tasks';

export const devicesGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...orderHandlers, ...taskHandlers, ...incomeHandlers },
};
