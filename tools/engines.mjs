/**
 * The server tests that can come out differently on PostgreSQL than on the embedded database, which has one connection
 * and so no two transactions at a time, and why. `npm test` runs every file on PostgreSQL, which takes half the time, and these on
 * the embedded database too; `npm run test:all` runs every file on both.
 */
export const onBothEngines = {
  conversation: 'eight senders and their listeners at once, in one order',
  devices: 'sums and times that the driver of PostgreSQL reads otherwise',
  goods: 'two members who link one shop, two phones that edit one good',
  guessing: 'sixty guesses at once are counted',
  idempotency: 'twenty copies of a request at once under one key',
  jobs: 'leases of jobs and of schedules between instances',
  ledger: 'sixteen payments at a time between the same members; constraints of the database',
  migrate: 'instances that start together; a migration that fails half-way',
  orders: 'twenty taps at once; the last piece in stock',
  'orders-property': 'paying, cancelling, refunding and running out cross each other',
  payments: 'notices of providers that cross each other and the member',
  payout: 'two phones that add one account',
  'posting-order': 'a migration over rows that are there',
  promotion: 'members who transfer to each other wait for each other',
  rent: 'two gateways that settle one day',
  replay: 'ten copies of a request at once',
  seed: 'two gateways that start on one empty database',
  'shop-property': 'sales, returns, edits and withdrawals cross each other',
  'shop-sales': 'two gateways that read and credit the same sales',
  wallet: 'two phones that withdraw everything',
  'wallet-desk': 'everybody decides one withdrawal at once',
  'wallet-movements': 'pages of two accounts in the order of time',
  'wallet-property': 'sixteen members and operators at a time',
};
