import type { Generated } from 'kysely';
import type { SpreadOf } from '../schema/spread';

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

export const spread: SpreadOf<ConfigurationTables> = {
  setting_value: 'here',
};
