import { memberInChild } from './member-of-child';
import type { Migration } from './migration';

export const migrations: Migration[] = [
  {
    id: '001-core',
    sql: `
create table secret (name text primary key, value text not null);

create table session (
  hash text primary key,
  member text not null,
  appid text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null);
create index session_member on session (member);

create table nonce (uuid text primary key, until timestamptz not null);
create index nonce_until on nonce (until);

create table throttle (key text primary key, count int not null, until timestamptz not null);
create index throttle_until on throttle (until);

create table answered (
  member text not null,
  call text not null,
  key text not null,
  hash text not null,
  answer text,
  at timestamptz not null,
  primary key (member, call, key));
create index answered_at on answered (at);

create table account (
  id text primary key,
  member text,
  kind text not null,
  asset text not null,
  balance bigint not null default 0,
  floor bigint,
  constraint account_floor check (floor is null or balance >= floor));
create index account_member on account (member);

create table transfer (
  id text primary key,
  kind text not null,
  asset text not null,
  memo text not null,
  ref text not null,
  at timestamptz not null);
create index transfer_ref on transfer (ref);

create table posting (
  transfer text not null references transfer (id),
  account text not null references account (id),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  primary key (transfer, account));
create index posting_account on posting (account);

create table job (
  id text primary key,
  kind text not null,
  payload text not null,
  state text not null,
  run_at timestamptz not null,
  attempts int not null,
  lease text,
  lease_until timestamptz,
  last_error text);
create index job_due on job (state, run_at);

create table cron_slot (name text not null, slot bigint not null, primary key (name, slot));

create table message (
  id text primary key,
  channel text not null,
  address text not null,
  subject text not null,
  text text not null,
  at timestamptz not null,
  delivered_at timestamptz);
create index message_at on message (at);

create table picture (
  id text primary key,
  owner text not null,
  type text not null,
  size bigint not null,
  name text not null,
  shared boolean not null,
  at timestamptz not null);
create index picture_owner on picture (owner)
`,
  },
  {
    id: '002-posting-order',
    sql: `
alter table account add column moves bigint not null default 0;
alter table posting add column seq bigint;
`,
  },
  {
    id: '003-posting-order-filled',
    sql: `
update posting set seq = n.seq from (
  select p.transfer, p.account, row_number() over (partition by p.account order by t.at, t.id) as seq
  from posting p join transfer t on t.id = p.transfer) n
where posting.transfer = n.transfer and posting.account = n.account;
update account set moves = (select count(*) from posting where posting.account = account.id);
alter table posting alter column seq set not null;
create unique index posting_seq on posting (account, seq);
drop index posting_account;
`,
  },
  {
    id: '004-picture-measures',
    sql: `
alter table picture add column width int;
alter table picture add column height int;
alter table picture add column seconds int;
`,
  },
  {
    id: '005-session-places',
    sql: `
alter table session add column device text;
alter table session add column ip text not null default '';
alter table session add column agent text not null default '';
alter table session add column seen_at timestamptz;
`,
  },
  {
    id: '006-pictures-in-use',
    sql: `
alter table picture add column used boolean not null default true;
create index picture_unused on picture (used, at);
`,
  },
  {
    id: '007-health',
    sql: `
create table health (id text primary key, at timestamptz not null);
`,
  },
  {
    id: '008-job-destinations',
    sql: `
alter table job add column destination text not null default '';
create index job_destination_leased on job (destination) where lease is not null;
create table job_destination (name text primary key, failures int not null, paused_until timestamptz not null);
`,
  },
  {
    id: '009-closed-months',
    sql: `
create table closed_month (
  month text primary key,
  ends_at timestamptz not null unique,
  hash text not null,
  balances text not null,
  closed_by text not null,
  agreed_by text,
  at timestamptz not null
);
create index transfer_at on transfer (at, id);
`,
  },
  ...memberInChild('010-account-home', {
    table: 'account',
    key: 'id',
    column: 'home',
    value: (row) => `coalesce(${row}.member, ${row}.id)`,
  }),
  {
    id: '011-transfer-home',
    sql: "alter table transfer add column home text not null default '', add column counterpart text",
  },
  ...memberInChild('012-posting-home', {
    table: 'posting',
    key: 'transfer',
    column: 'home',
    value: (row) => `(select home from account where id = ${row}.account)`,
  }),
  {
    // gateways of the previous version write the transfer first, and do not know its home
    id: '013-transfer-home-by-posting',
    sql: `
create or replace function posting_home() returns trigger language plpgsql as $$ declare owner text; begin select home, member into new.home, owner from account where id = new.account; if owner is not null then update transfer set counterpart = case when home = '' then counterpart else owner end, home = case when home = '' then owner else home end where id = new.transfer and home <> owner; end if; return new; end $$;
`,
  },
  {
    id: '014-transfer-home-filled',
    sql: `update transfer set home = coalesce((select a.member from posting p join account a on a.id = p.account where p.transfer = transfer.id and a.member is not null order by p.amount limit 1), '') where home = '' and id > $1 and id <= $2`,
    batches: { table: 'transfer', key: 'id' },
  },
  {
    id: '015-transfer-counterpart-filled',
    sql: `update transfer set counterpart = (select a.member from posting p join account a on a.id = p.account where p.transfer = transfer.id and a.member <> transfer.home limit 1) where kind = 'promotion' and counterpart is null and id > $1 and id <= $2`,
    batches: { table: 'transfer', key: 'id' },
  },
  {
    // Half of each page stays free for the next version of its rows: a new balance then changes no index.
    id: '016-account-room',
    sql: 'alter table account set (fillfactor = 50)',
  },
  {
    // An account lies in one home. Without this, the planner expects a group for each pair of both, and sorts all postings for the audit.
    id: '017-posting-statistics',
    sql: 'create statistics posting_home_account (ndistinct) on home, account from posting',
  },
  { id: '018-posting-analyzed', sql: 'analyze posting' },
  {
    id: '019-job-waiting',
    index: { name: 'job_waiting', on: `on job (kind, destination, run_at) where state = 'ready'` },
  },
  {
    // `db/shards.ts` asks it. One PostgreSQL has one shard; `operator spread` replaces the function (`nodes/changes.ts`).
    id: '020-shard-of-home',
    sql: `
create function shard_of(home text) returns bigint language sql stable as 'select 0::bigint';
`,
  },
  {
    // `db/pause.ts` and `nodes/pause.ts`.
    id: '021-pause',
    sql: `
create table pause (id text primary key, why text not null, began_at timestamptz not null, until timestamptz);
create table running_gateway (
  id text primary key, name text not null, idle_in text, has_replicas boolean not null, seen_at timestamptz not null);
`,
  },
];
