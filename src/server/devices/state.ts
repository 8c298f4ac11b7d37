import type { MachineState, OfflineReason } from '../../contract/buying/devices';

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

/** Milliseconds after a restart was asked for in which a machine that is not online counts as starting, whatever its provider says. */
const startingMs = 120_000;

/** The facts of a machine that explain why it is offline; times in milliseconds. */
interface OfflineFacts extends Pick<Facts, 'days_left' | 'prepared' | 'online'> {
  reason: OfflineReason | null;
  restart_at: Date | null;
}

/** Why a machine is offline; undefined while it is online. */
export function offlineReason(of: OfflineFacts, now: number): OfflineReason | undefined {
  if (of.online) return;
  if (of.days_left < 1) return 'ended';
  if (of.reason === 'starting' || isRestarting(of.restart_at, now)) return 'starting';
  if (!of.prepared) return 'unlinked';
  return of.reason ?? 'network';
}

/** Whether a restart was asked for a moment ago, so that another would come too early. */
export const isRestarting = (restartAt: Date | null, now: number): boolean =>
  !!restartAt && now - restartAt.getTime() < startingMs;
