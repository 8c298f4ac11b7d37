import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Db } from '../db/database';
import type { Measurement } from '../db/measurement';
import { measureDisk } from './disk';
import { measureOutside } from './outside';
import { measureState } from './state';

export interface Metrics {
  register: Registry;
  /** Stops counting outgoing requests. */
  stop(): void;
}

/**
 * The figures of `/metrics`: requests to this gateway, its outgoing requests, and the given measurements. `process` adds Node's own
 * figures, which a process can register only once; `dataDir` whether the disk of uploads takes files.
 */
export function createMetrics(
  db: Db,
  now: () => number,
  measurements: readonly Measurement[],
  { process = false, dataDir }: { process?: boolean; dataDir?: string } = {},
): Metrics {
  const register = new Registry();
  if (process) collectDefaultMetrics({ register });
  if (dataDir !== undefined) measureDisk(register, dataDir);
  measureState(register, db, now, measurements);
  return { register, stop: measureOutside(register) };
}
