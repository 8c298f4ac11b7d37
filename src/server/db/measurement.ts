import type { Executor } from './database';

/** A value of a gauge; `since` stands for the seconds that have passed since that time, and for 0 if it is null. */
export type Sample = { labels?: Record<string, string> } & ({ value: number } | { since: Date | null });

/**
 * Gauges of `/metrics` that are read from the database. The room that owns the tables declares them, and `measurements.ts` lists all.
 * One `read` supplies every gauge of a measurement.
 */
export interface Measurement<Name extends string = string> {
  gauges: Record<Name, { help: string; labels?: readonly string[] }>;
  read(run: Executor): Promise<Record<Name, readonly Sample[]>>;
}
