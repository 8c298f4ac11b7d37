/**
 * The server tests that may behave differently on PostgreSQL and on the embedded database, and why. `npm test` runs its files on
 * PostgreSQL, which takes half the time and has many concurrent transactions, and these also on the embedded database, whose single
 * connection serializes them, if they are not marked `@rarely`. `npm run test:all` runs every file on both. Slowest first.
 */
export const onBothEngines = {
  ledger: 'constraints of the database, and sums larger than 32 bits',
  migrate: 'a migration that fails half-way',
  'wallet-movements': 'pages of two accounts in the order of time',
  seed: 'what a fresh machine begins with',
  devices: 'sums and times that the driver of PostgreSQL reads otherwise',
  texts: 'JSON in SQL: what is searched and merged',
  upkeep: 'the embedded database has no process that looks after its tables',
  idempotency: 'what a request is compared by, as the driver stores it',
};
