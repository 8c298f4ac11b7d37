import type { SpreadOf } from '../schema/spread';

/** The uuids of recent requests. */
export interface HttpTables {
  nonce: { uuid: string; until: Date };
}

export const spread: SpreadOf<HttpTables> = {
  nonce: 'here',
};
