import * as v from 'valibot';
import { fields, from, id, requestKey, required } from '../rules/fields';
import { fleetStates, machineNameLength, TaskState } from './devices';

const serialNumber = v.optional(id);
const taskState = v.picklist(/* @__PURE__ */ Object.values(TaskState), 'wrong');

export const listDevices = fields({ from });
export const getDevice = fields({ serialNumber: id });
export const listMachines = fields({ serialNumber: id, from });

/** The cloud phones of a fleet that a member looks for. */
export const fleetSearch = {
  state: v.optional(v.picklist(fleetStates, 'wrong')),
  keyword: v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(50, 'maxLength'))),
};
export const listFleet = fields({
  ...fleetSearch,
  sort: v.optional(v.picklist(['name', 'days'], 'wrong')),
  from,
});

export const renameMachine = fields({ id, name: required(machineNameLength) });
export const restartMachine = fields({ id, requestKey });

export const listTasks = fields({ serialNumber, state: v.optional(taskState), from });
export const taskStat = fields({ serialNumber });
export const updateTaskState = fields({
  serialNumber: id,
  taskIds: v.optional(v.pipe(v.array(id, 'wrong'), v.maxLength(500, 'max'))),
  state: v.picklist([TaskState.running, TaskState.paused], 'wrong'),
  requestKey,
});

export const listOrderLog = fields({ serialNumber, from });
