/** Machines, what runs on them, and what they earn. */
export interface DeviceTables {
  device_order: DeviceOrderTable;
  machine: MachineTable;
  task: TaskTable;
  order_log: OrderLogTable;
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
}

interface MachineTable {
  id: string;
  serial_number: string;
  /** From 1, as the member counts them. */
  position: number;
  name: string;
  online: boolean;
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
  /** `2026-11-20`, in UTC: the day it was earned on. */
  day: string;
  at: Date;
  /** Fen. */
  amount: number;
  machines: number;
}
