import type { Generated } from 'kysely';

/** Settings made in the back office, which override the environment. */
export interface ConfigurationTables {
  setting_value: {
    seq: Generated<number>;
    /** A variable of `settings/changeable.ts`. */
    name: string;
    /** The value as its environment variable would spell it; null: the environment's value applies again. */
    value: string | null;
    set_at: Date;
    reason: string;
  };
}
