import type { MachineState } from '../../contract/buying/devices';

/** Number of days left at which a device order counts as about to end. */
export const nearlyOver = 7;

/** The facts from which the state of an order, or of one of its machines, is derived. */
interface Facts {
  refunded: boolean;
  ended: boolean;
  days_left: number;
  /** Whether it, or any of its machines, is ready, was ever online, and is online now. */
  prepared: boolean;
  started: boolean;
  online: boolean;
}

/** The only place that decides the state of a machine or a device order. */
export function stateOf({ refunded, ended, days_left, prepared, started, online }: Facts): MachineState {
  if (refunded) return 'refunded';
  if (ended) return 'ended';
  if (days_left < 1) return 'expired';
  if (!started) return prepared ? 'prepared' : 'paid';
  if (days_left <= nearlyOver) return 'expiring';
  return online ? 'online' : 'offline';
}
