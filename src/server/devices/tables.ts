import type { Generated } from 'kysely';

/** Machines, what runs on them, and what they earn. */
export interface DeviceTables {
  device_order: DeviceOrderTable;
  machine: MachineTable;
  task: TaskTable;
  order_log: OrderLogTable;
  machine_online: MachineOnlineTable;
  device_day: DeviceDayTable;
}

/** Some machines bought together. */
interface DeviceOrderTable {
  serial_number: string;
  member: string;
  /** Name of the package it was bought as. */
  name: string;
  quantity: number;
  ordered_at: Date;
  /** Fen that all its machines together earn on a day. */
  daily_rent: number;
  /** Fen still to be earned, and the days left to earn it in. */
  rent_left: number;
  days_left: number;
  /** When its first machine came online: its days begin after. */
  started_at: Generated<Date | null>;
  /** When its days were over; empty again once it is renewed. */
  expired_at: Generated<Date | null>;
  /** When it could no longer be renewed. */
  ended_at: Generated<Date | null>;
  /** When all that was paid for it had been given back. */
  refunded_at: Generated<Date | null>;
}

interface MachineTable {
  id: string;
  serial_number: string;
  /** From 1, as the member counts them. */
  position: number;
  name: string;
  /** When the provider had it ready. */
  prepared_at: Generated<Date | null>;
  /** As its provider said last; never when its order has expired or was refunded. */
  online: boolean;
}

/** A time during which a machine was online without a break; still is, without `until`. */
interface MachineOnlineTable {
  machine: string;
  since: Date;
  until: Date | null;
}

/** A day that is over and settled: what its machines earned is in `order_log` and in the ledger. */
interface DeviceDayTable {
  serial_number: string;
  /** `2026-11-20`, in China. */
  day: string;
  /** How many of its machines were online on that day. */
  machines: number;
}

export interface TaskTable {
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

/** What a device order earned on a day; the money itself is in the ledger. */
export interface OrderLogTable {
  id: string;
  serial_number: string;
  member: string;
  kind: 'rent' | 'acceleration';
  /** `2026-11-20`, in China: the day it was earned on. */
  day: string;
  at: Date;
  /** Fen. */
  amount: number;
  machines: number;
}
