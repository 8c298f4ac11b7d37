/** Requests that were seen. */
export interface HttpTables {
  nonce: { uuid: string; until: Date };
}
