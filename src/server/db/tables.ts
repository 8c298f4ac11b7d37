import type { SpreadOf } from '../schema/spread';

/** The gateway's own bookkeeping. Times are `timestamptz`; ids are made by the application. */
export interface DatabaseTables {
  /** Secrets that the gateway generated and all its instances share. */
  secret: { name: string; value: string };
  /** Written to test whether the database accepts writes. */
  health: { id: string; at: Date };
  /** Announced by an operator who changes where tables lie. `until`: it ends by itself; null: only by who announced it. */
  pause: { id: string; why: string; began_at: Date; until: Date | null };
  /** The processes that use the database. `idle_in`: the pause in which they hold no connection. */
  running_gateway: { id: string; name: string; idle_in: string | null; has_replicas: boolean; seen_at: Date };
}

export const spread: SpreadOf<DatabaseTables> = {
  secret: 'here',
  health: 'here',
  pause: 'here',
  running_gateway: 'here',
};
