import * as calls from '../../contract/buying/devices';
import * as rules from '../../contract/buying/devices.rules';
import { fleetHandlers } from '../devices/list-fleet';
import { incomeHandlers } from '../devices/list-income';
import { machineHandlers } from '../devices/list-machines';
import { ownMachineHandlers } from '../devices/own-machine';
import { taskHandlers } from '../devices/tasks';
import type { CallGroup } from '../kernel/call-group';
import { listDevicesHandlers } from './list-devices';

export const deviceCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    ...listDevicesHandlers,
    ...machineHandlers,
    ...fleetHandlers,
    ...ownMachineHandlers,
    ...taskHandlers,
    ...incomeHandlers,
  },
};
