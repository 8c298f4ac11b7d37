import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Db } from '../db/database';
import type { WaitingList } from '../kernel/waiting-list';
import { measureOutside } from './outside';
import { measureState } from './state';

export interface Metrics {
  register: Registry;
  /** Ends the counting. */
  stop(): void;
}

/** What a gateway tells of itself on `/metrics`, and of what waits for people in the lists given. `process`: node's own figures too, of which there is one set in a process. */
export function createMetrics(
  db: Db,
  now: () => number,
  lists: readonly WaitingList[],
  { process = false } = {},
): Metrics {
  const register = new Registry();
  if (process) collectDefaultMetrics({ register });
  measureState(register, db, now, lists);
  return { register, stop: measureOutside(register) };
}
