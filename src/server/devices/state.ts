import type { MachineState } from '../../contract/buying/devices';

/** Days from which on a device order is about to end. */
export const nearlyOver = 7;

/** What the state of an order, or of one of its machines, is made of. */
interface Facts {
  refunded: boolean;
  ended: boolean;
  days_left: number;
  /** Whether it, or any of its machines, is ready, has been online, and is online. */
  prepared: boolean;
  started: boolean;
  online: boolean;
}

/** The one place that says what state a machine or a device order is in. */
export function stateOf({ refunded, ended, days_left, prepared, started, online }: Facts): MachineState {
  if (refunded) return 'refunded';
  if (ended) return 'ended';
  if (days_left < 1) return 'expired';
  if (!started) return prepared ? 'prepared' : 'paid';
  if (days_left <= nearlyOver) return 'expiring';
  return online ? 'online' : 'offline';
}
