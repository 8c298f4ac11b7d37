import type { SpreadOf } from '../schema/spread';

/** The gateway's own bookkeeping. Times are `timestamptz`; ids are made by the application. */
export interface DatabaseTables {
  /** Secrets that the gateway generated and all its instances share. */
  secret: { name: string; value: string };
  /** Written to test whether the database accepts writes. */
  health: { id: string; at: Date };
}

export const spread: SpreadOf<DatabaseTables> = {
  secret: 'here',
  health: 'here',
};
