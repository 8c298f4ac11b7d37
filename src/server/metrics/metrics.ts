import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Db } from '../db/database';
import { measureOutside } from './outside';
import { measureState } from './state';

export interface Metrics {
  register: Registry;
  /** Ends the counting. */
  stop(): void;
}

/** What a gateway tells of itself on `/metrics`. `process`: node's own figures too, of which there is one set in a process. */
export function createMetrics(db: Db, now: () => number, { process = false } = {}): Metrics {
  const register = new Registry();
  if (process) collectDefaultMetrics({ register });
  measureState(register, db, now);
  return { register, stop: measureOutside(register) };
}
