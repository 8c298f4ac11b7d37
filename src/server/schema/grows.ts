import { grows as devices } from '../devices/tables';
import type { Tables } from './tables';

/**
 * How the rows of a table that only grows are divided within a node: by the month, in China, of a time that never changes. `on` is part of
 * the table's key. The room that owns the table declares it beside `spread`, and a `MonthsMigration` divides it.
 */
export type GrowsOf<Rows> = {
  readonly [Name in keyof Rows]?: { by: 'month'; on: keyof Rows[Name] & string };
};

/** The tables that have a part for each month. */
export const growing = { ...devices } satisfies GrowsOf<Tables>;
