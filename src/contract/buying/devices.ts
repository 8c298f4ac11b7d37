import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './devices.rules';

/**
 * The life of a machine after its order was paid: `paid`, `prepared` by the provider, then `online` or `offline`, `expiring` in its last
 * 7 days, and `expired` afterwards: it can be renewed until it has `ended`. A machine whose order was refunded in full is `refunded`,
 * from any state. Only machines that are online work and earn.
 */
export const machineStates = [
  'paid',
  'prepared',
  'online',
  'offline',
  'expiring',
  'expired',
  'ended',
  'refunded',
] as const;
export type MachineState = (typeof machineStates)[number];

/** A device order: machines that were bought together (spec §3, device list item). */
export interface Device {
  serialNumber: string;
  /** Name of its plan, in the language of the request, and its picture (`Product.picture`). */
  name: string;
  picture: string;
  /** The state of the whole order: `online` if any of its machines is. */
  state: MachineState;
  /** Machines online now, of `total`. */
  online: number;
  total: number;
  /** ISO 8601. */
  orderTime: string;
  quantity: number;
  /** Fen still to be earned. */
  remainingRent: number;
  remainingDays: number;
  /** Machines with a running task. */
  running: number;
}

/**
 * A fleet, without refunded or ended machines: `total` is the sum of `working`, `idle`, `expiring` and `offline`, and `online` of the
 * first three. Machines that are being prepared, or have expired, count as offline.
 */
export interface DeviceSummary {
  online: number;
  total: number;
  /** Online with a running task, more than 7 days left. */
  working: number;
  /** Online without a running task. */
  idle: number;
  /** Online, with 7 days or fewer left. */
  expiring: number;
  offline: number;
  /** Fen. */
  rentToday: number;
  rentTotal: number;
}

/** Why a machine is offline. `unlinked`: its provider has not prepared it yet. */
export const offlineReasons = ['ended', 'unlinked', 'starting', 'maintenance', 'network'] as const;
export type OfflineReason = (typeof offlineReasons)[number];

/** Characters that a member's name for a machine may have. */
export const machineNameLength = 20;

export interface Machine {
  id: string;
  /** As the member has named it; before that, from its order and position. */
  name: string;
  state: MachineState;
  /** Whether it is reachable now. */
  online: boolean;
  /** Absent while it is online. */
  why?: OfflineReason;
  /** Whether the member may restart it: its provider can, and its days have not ended. */
  restartable?: true;
  /** Whether its screen can be seen now: it is online, and its provider makes pictures. */
  screen?: true;
  task?: Task;
}

/** The four counts of `DeviceSummary` that add up to all cloud phones. */
export const fleetStates = ['working', 'idle', 'offline', 'expiring'] as const;
export type FleetState = (typeof fleetStates)[number];

/** A cloud phone in the list of all of a member's phones. */
export interface FleetMachine extends Machine {
  serialNumber: string;
  remainingDays: number;
}

export const TaskState = { waiting: 0, running: 1, paused: 2, finished: 3 } as const;
export type TaskState = (typeof TaskState)[keyof typeof TaskState];

export interface Task {
  id: string;
  serialNumber: string;
  machine: string;
  /** In the language of the request. */
  name: string;
  state: TaskState;
  /** Percent, 0 to 100; absent if nobody reports the progress of tasks. */
  progress?: number;
  /** ISO 8601. */
  changedAt: string;
}

export interface TaskStat {
  waiting: number;
  running: number;
  paused: number;
  finished: number;
}

/** The earnings of a device order on a day. */
export interface OrderLog {
  id: string;
  /** ISO 8601. */
  at: string;
  /** In China: `2026-11`. */
  month: string;
  serialNumber: string;
  kind: 'rent' | 'acceleration';
  /** Fen. */
  amount: number;
  /** Machines that earned it. */
  machines: number;
}

export const listDevices = added<typeof rules.listDevices, Page<Device> & { summary: DeviceSummary }>(
  'txDevice/list',
  {
    oldest: '1 s',
    offline: 'last',
    embed: { first: { devices: {} }, scopes: ['devices:read'], fields: { name: 'public' } },
  },
);
export const getDevice = added<typeof rules.getDevice, Device>('txDevice/get', {
  embed: { scopes: ['devices:read', 'orders:read'], fields: { name: 'public' } },
});
export const listMachines = added<typeof rules.listMachines, Page<Machine>>('txDevice/machines', {
  oldest: '1 s',
  embed: { scopes: ['devices:read'], fields: { name: 'public' } },
});

/**
 * All cloud phones of a member, without refunded or ended ones, as `DeviceSummary` counts them. Filtered by one of its counts, or by a
 * text in the name or serial number; sorted by name, or by days left.
 */
export const listFleet = added<typeof rules.listFleet, Page<FleetMachine>>('txDevice/fleet', {
  oldest: '1 s',
  embed: {
    first: { screen: { sort: 'name' } },
    scopes: ['devices:read', 'screen:read'],
    fields: { name: 'public' },
  },
});

/** Names a machine. Refused (500) for a machine of another member. */
export const renameMachine = added<typeof rules.renameMachine, object>('txDevice/rename', {
  stale: () => [listMachines, listFleet, listTasks],
});
/**
 * Asks the provider to restart a machine, once for each request; its task continues afterwards. Refused (500) for a machine of another
 * member, for one that cannot be restarted, and within two minutes of the last restart.
 */
export const restartMachine = added<typeof rules.restartMachine, object>('txDevice/restart', {
  once: true,
  stale: () => [listMachines, listFleet, listDevices, getDevice],
});

export const listTasks = call<typeof rules.listTasks, Page<Task>>('msTaskMobile/list', {
  oldest: '1 s',
  embed: { scopes: ['devices:read'], fields: { name: 'public' } },
});
export const taskStat = call<typeof rules.taskStat, TaskStat>('msTaskMobile/stat', {
  oldest: '1 s',
  embed: { scopes: ['devices:read'] },
});
/** Pauses (`paused`) or resumes (`running`) the given tasks, or all of the device order. Refused (500) if there is none to change. */
export const updateTaskState = call<typeof rules.updateTaskState, { changed: number }>(
  'msTaskMobile/updateState',
  {
    once: 'latest',
    stale: () => [listTasks, taskStat, listMachines, listFleet, listDevices, getDevice],
    embed: { scopes: ['devices:write'] },
  },
);

/**
 * Earnings of cloud phones (spec §2, acceleration list), newest first: rent and its acceleration. `total` in fen is the sum of `kinds`
 * and of `months`; for all orders it equals `cloudPhones` of `txUser/revenue`, and its rent equals `DeviceSummary.rentTotal`.
 */
export const listOrderLog = call<
  typeof rules.listOrderLog,
  Page<OrderLog> & {
    total: number;
    kinds: { kind: OrderLog['kind']; amount: number }[];
    months: { month: string; total: number }[];
  }
>('txOrderLog/list', { oldest: '1 s', embed: { scopes: ['devices:read'] } });
