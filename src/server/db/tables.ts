/** What the gateway needs of the database for itself. Times are `timestamptz`; ids are made by the application. */
export interface DatabaseTables {
  /** Secrets that the gateway made for itself and that all its instances share. */
  secret: { name: string; value: string };
  /** Written to by whoever asks whether it can be written to. */
  health: { id: string; at: Date };
}
