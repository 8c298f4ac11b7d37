import type { Generated } from 'kysely';

/** What the desk has set, beside what the environment says. */
export interface ConfigurationTables {
  setting_value: {
    seq: Generated<number>;
    /** A variable of `settings/changeable.ts`. */
    name: string;
    /** As the variable would say it; null: what the environment says counts again. */
    value: string | null;
    set_at: Date;
    reason: string;
  };
}
