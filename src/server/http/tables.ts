/** The uuids of recent requests. */
export interface HttpTables {
  nonce: { uuid: string; until: Date };
}
