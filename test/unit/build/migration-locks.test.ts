import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Migration } from '../../../src/server/schema/migration';
import { migrations } from '../../../src/server/schema/migrations';

/** Migrations from before these rules. */
const older = new Set(
  `
  001-core 002-posting-order 003-posting-order-filled 004-picture-measures 005-session-places 006-pictures-in-use
  007-health 008-job-destinations 009-closed-months accounts-1-accounts accounts-desk-lists accruals-1 accruals-2
  addresses-1 agreements-1 ai-1 auth-authenticator auth-currency auth-desk-lists auth-passkeys auth-passkeys-pay
  auth-push auth-time-zone auth-wechat-network circle-1-posts circle-2-media circle-3-people configuration-1
  conversation-1 corrections-1 declarations-1 declarations-desk-lists devices-1-orders devices-2-life
  devices-3-rent-of-a-member devices-4-running-tasks devices-desk-lists devices-restart disputes documents-1-invoices
  embed-1 embed-2 embed-3 embed-4 embed-5 embed-6 goods-1 goods-2-texts metrics-1 metrics-2 notices-1 notices-2-reach
  operator-1-people operator-2-trail operator-3-one-proposal operator-4-desk operator-5-browsers operator-6-words
  operator-7-commitments orders-1 orders-2-refunded-machines orders-3-dictionary-words orders-4-lines-of-machines
  orders-5-texts orders-6-refund-requests orders-7-top-ups orders-8-paid-at orders-9-tax-rates orders-desk-lists
  partners-1 partners-2 payments-1 payments-2-review payments-ask-at payments-desk-lists payments-usdt-again payout-1
  payout-3-bank-codes payout-4-hidden-banks payout-5-added-banks payout-6-abroad payout-batches-1 payout-shared
  pay-password-1 pay-password-2-guard pay-password-3-action pay-password-4-rest privacy-1 products-1 products-2
  products-3-own-coupons products-4-photos products-5-texts products-6-tax-rates provider-refunds reconciliation-1 reconciliation-fees
  reconciliation-providers remittance-arrived session-1-member session-2-devices session-2-lock session-3-ascii
  share-1-ticket share-2-credential share-3-media-ticket share-4-media-ticket-claim support-1-work-orders
  upload-1-reservation videos-1 videos-2-texts wallet-1 wallet-abroad wallet-bank-codes wallet-desk-figures
  wallet-desk-largest wallet-desk-lists wallet-returned work-orders-taken-by
`
    .trim()
    .split(/\s+/),
);

/** Changes of a table that read or rewrite all of it while nobody else may use it, and what to do instead. */
const slow: [RegExp, string][] = [
  [
    /\badd (constraint \w+ )?(check|foreign key)\b(?![\s\S]*\bnot valid\b)/,
    'add it `not valid`, and validate it in the next migration',
  ],
  [
    /\badd (constraint \w+ )?(unique|primary key)\b(?! using)/,
    'make the index a migration, and add the constraint `using index`',
  ],
  [/\badd column\b[^,]*\breferences\b/, 'add the foreign key in a migration of its own, `not valid`'],
  [
    /\badd column\b[^,]*\b(clock_timestamp|gen_random_uuid|random|nextval)\b/,
    'a default that differs from row to row rewrites the table',
  ],
  [/\badd column\b[^,]*\b(stored|serial|bigserial)\b/, 'a column that is computed rewrites the table'],
  [/\balter column \w+ (set not null|type|set data type)\b/, 'it reads or rewrites the whole table'],
  [
    /\badd column\b[^,]*\bnot null\b(?![^,]*\bdefault\b)/,
    'rows that exist have no value for it: give it a default',
  ],
];

/** Without the bodies of functions, which run later. */
const statementsOf = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$.*?\$\$/gs, '')
    .replace(/\s+/g, ' ')
    .split(/;\s*/)
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);

/** The table that a statement changes, if it is one that existed before. */
function existing(statement: string, made: ReadonlySet<string>): string | undefined {
  const [, table] =
    /^(?:alter table (?:if exists )?(?:only )?|update (?:only )?|delete from |truncate (?:table )?|insert into |drop index |lock table |create (?:unique )?index (?:if not exists )?\w+ on |create (?:unique )?index on )(\w+)/.exec(
      statement,
    ) ?? [];
  return table && !made.has(table) ? table : undefined;
}

/** Why a migration could stop everybody who uses a table. */
function faultsOf(migration: Migration): string[] {
  if ('index' in migration || 'months' in migration) return [];
  const statements = statementsOf(migration.sql);
  const made = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? []),
  );
  const changes = statements.filter((one) => existing(one, made));
  const faults: string[] = [];
  if (changes.length && statements.length > 1)
    faults.push(`${changes[0]}: a change of a table that exists is the only statement of its migration`);
  for (const one of changes) {
    if (/^create (unique )?index/.test(one))
      faults.push(`${one}: an index on a table that exists is an \`index\``);
    if (/^(truncate|lock table)/.test(one)) faults.push(`${one}: nobody else may use the table meanwhile`);
    for (const [found, advice] of slow) if (found.test(one)) faults.push(`${one}: ${advice}`);
  }
  if (statements.some((one) => /^(vacuum|cluster|reindex)\b|\bconcurrently\b/.test(one)))
    faults.push('it cannot run in a transaction, or rewrites the table');
  return faults;
}

test('a new migration keeps nobody waiting: one change of a table at a time, and indexes beside it', () => {
  const faults = migrations
    .filter(({ id }) => !older.has(id))
    .flatMap((one) => faultsOf(one).map((fault) => `${one.id}: ${fault}`));
  assert.equal(faults, []);
  const ids = new Set(migrations.map(({ id }) => id));
  assert.equal(
    [...older].filter((id) => !ids.has(id)),
    [],
  );
});

test('migrations that would stop the members are refused, each with what to do', () => {
  const said = (sql: string) => faultsOf({ id: 'x', sql }).join('; ');
  assert.is(said('create table a (id text primary key);\ncreate index a_id on a (id);'), '');
  assert.is(said('alter table a add column b text;'), '');
  assert.is(said("alter table a add column b text not null default '', add column c int;"), '');
  assert.is(said('alter table a add constraint c check (b > 0) not valid;'), '');
  assert.is(said('alter table a validate constraint c;'), '');
  assert.is(said('update a set b = 1 where b is null;'), '');
  assert.is(faultsOf({ id: 'x', index: { name: 'a_b', on: 'on a (b)' } }).length, 0);
  assert.match(said('create index a_b on a (b);'), 'is an `index`');
  assert.match(said('alter table a add column b int;\nalter table c add column d int;'), 'only statement');
  assert.match(said('alter table a add column b int;\nupdate a set b = 1;'), 'only statement');
  assert.match(said('create table c (id int);\nalter table a add column b int;'), 'only statement');
  assert.match(said('alter table a add check (b > 0);'), 'not valid');
  assert.match(said('alter table a add constraint c foreign key (b) references d;'), 'not valid');
  assert.match(said('alter table a add column b text references d;'), 'not valid');
  assert.match(said('alter table a add unique (b);'), 'using index');
  assert.match(said('alter table a add column b uuid not null default gen_random_uuid();'), 'rewrites');
  assert.match(said('alter table a add column b int not null;'), 'default');
  assert.match(said('alter table a alter column b type bigint;'), 'whole table');
  assert.match(said('truncate a;'), 'nobody else');
  assert.match(said('create index concurrently a_b on a (b);'), 'transaction');
});

test.run();
