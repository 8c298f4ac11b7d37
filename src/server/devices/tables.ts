import type { Generated } from 'kysely';
import type { GrowsOf } from '../schema/grows';
import { byMember, type SpreadOf } from '../schema/spread';

/** Machines, their tasks and their earnings. */
export interface DeviceTables {
  device_order: DeviceOrderTable;
  machine: MachineTable;
  task: TaskTable;
  order_log: OrderLogTable;
  order_log_month: OrderLogMonthTable;
  /** How far the months are summed. The only row has the id 1. */
  order_log_summed: { id: number; until: Date; month: number; since: Generated<Date> };
  order_log_archive: OrderLogArchiveTable;
  order_log_block: OrderLogBlockTable;
  /** Objects of the store that belong to no month: not yet, or no longer. `at`: when somebody last worked on them. */
  order_log_draft: { object: string; at: Date };
  machine_online: MachineOnlineTable;
  device_day: DeviceDayTable;
}

export const spread: SpreadOf<DeviceTables> = {
  device_order: byMember,
  machine: byMember,
  task: byMember,
  order_log: byMember,
  order_log_month: byMember,
  order_log_summed: 'everywhere',
  order_log_archive: 'everywhere',
  order_log_block: 'everywhere',
  order_log_draft: 'everywhere',
  machine_online: byMember,
  device_day: byMember,
};

export const grows = { order_log: { by: 'month', on: 'at' } } as const satisfies GrowsOf<DeviceTables>;

/** Machines that were bought together. */
interface DeviceOrderTable {
  serial_number: string;
  member: string;
  /** Name of the package under which it was bought. */
  name: string;
  quantity: number;
  ordered_at: Date;
  /** Fen that all its machines together earn per day. */
  daily_rent: number;
  /** Fen still to be earned, and the days left to earn them. */
  rent_left: number;
  days_left: number;
  /** When its first machine came online; its days count from then. */
  started_at: Generated<Date | null>;
  /** When its days ended; null again after a renewal. */
  expired_at: Generated<Date | null>;
  /** When the time to renew it ended. */
  ended_at: Generated<Date | null>;
  /** When its whole price had been refunded. */
  refunded_at: Generated<Date | null>;
}

interface MachineTable {
  member: string;
  id: string;
  serial_number: string;
  /** From 1, in the member's numbering. */
  position: number;
  /** As its member has named it; from its order and position before that. */
  name: string;
  /** When the provider had prepared it. */
  prepared_at: Generated<Date | null>;
  /** As last reported by its provider; false if its order has expired or was refunded. */
  online: boolean;
  /** Why it is not online, as its provider last reported. */
  reason: Generated<'starting' | 'maintenance' | 'network' | null>;
  /** Whether its provider can restart it, as last reported. */
  restartable: Generated<boolean>;
  /** When its member last asked for a restart. */
  restart_at: Generated<Date | null>;
  /** Whether its provider makes pictures of its screen, as last reported. */
  screenshots: Generated<boolean>;
  /** Whether its provider streams its screen, as last reported. */
  streams: Generated<boolean>;
  /** Whether its provider puts files on it, as last reported. */
  files: Generated<boolean>;
  /** A random name of the page that shows its live picture now, or did last. */
  viewer: Generated<string | null>;
}

/** A period in which a machine was online without interruption; without `until` it continues. */
interface MachineOnlineTable {
  member: string;
  machine: string;
  since: Date;
  until: Date | null;
}

/** A past day that is settled: the earnings are in `order_log` and in the ledger. */
interface DeviceDayTable {
  member: string;
  serial_number: string;
  /** `2026-11-20`, in China. */
  day: string;
  /** Number of its machines that were online on that day. */
  machines: number;
}

export interface TaskTable {
  member: string;
  id: string;
  serial_number: string;
  machine: string;
  name: string;
  /** 0 waiting, 1 running, 2 paused, 3 finished. */
  state: number;
  /** Percent. */
  progress: number;
  created_at: Date;
  changed_at: Date;
}

/** The sum of a device order's earnings in a month that is over. */
interface OrderLogMonthTable {
  member: string;
  serial_number: string;
  /** `202611`, in China. */
  month: number;
  kind: 'rent' | 'acceleration';
  amount: number;
}

/** A month whose earnings are an object of the store, and no longer rows of `order_log`. */
interface OrderLogArchiveTable {
  /** `202611`, in China. */
  month: number;
  /** The name of the object; empty if the month has no earnings. */
  object: string;
  rows: number;
  /** Fen, of all rows. */
  amount: number;
  /** Of the object. */
  bytes: number;
  sha256: string;
  archived_at: Date;
  /** When its rows were put back into `order_log`; the object stays. Null if they were not. */
  back_at: Date | null;
  /** When the whole object was last read; why it cannot be read now. */
  checked_at: Date;
  fault: string | null;
}

/** A part of an object that can be read alone: the rows of some members, in the order of their ids as bytes. */
export interface OrderLogBlockTable {
  object: string;
  nth: number;
  first_member: string;
  last_member: string;
  /** Bytes before it in the object, and its own. */
  start: number;
  bytes: number;
  sha256: string;
}

/** Earnings of a device order on a day; the money itself is in the ledger. */
export interface OrderLogTable {
  id: string;
  serial_number: string;
  member: string;
  kind: 'rent' | 'acceleration';
  /** `2026-11-20`, in China: the day of the earnings. */
  day: string;
  at: Date;
  /** Fen. */
  amount: number;
  machines: number;
}
