export const migrations = [
  {
    id: 'operator-1-people',
    sql: `
create table operator (
  id text primary key,
  name text not null unique,
  role text not null check (role in ('support', 'finance', 'admin')),
  password text,
  totp text,
  totp_used bigint not null default 0,
  invite text unique,
  invite_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz);
create table operator_session (
  hash text primary key,
  operator text not null references operator (id),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null);
create index operator_session_operator on operator_session (operator);
`,
  },
  {
    id: 'operator-2-trail',
    sql: `
create table operator_trail (id int primary key, seq bigint not null, hash text not null);
insert into operator_trail values (1, 0, '');
create table operator_action (
  seq bigint primary key,
  at timestamptz not null,
  operator text not null,
  name text not null,
  role text not null,
  ip text not null,
  action text not null,
  target text not null,
  phase text not null,
  of bigint,
  input text,
  before text,
  after text,
  status int,
  request text not null,
  hash text not null);
create index operator_action_target on operator_action (target, seq);
create index operator_action_operator on operator_action (operator, seq);
create table operator_proposal (
  id text primary key,
  hash text not null,
  url text not null,
  body text not null,
  action text not null,
  target text not null,
  operator text not null,
  name text not null,
  amount bigint,
  at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  ended text);
create index operator_proposal_hash on operator_proposal (hash);
`,
  },
  {
    id: 'operator-3-one-proposal',
    sql: `
update operator_proposal as p set ended = 'refused', ended_at = p.at
  where p.ended is null
  and exists (select from operator_proposal as q where q.hash = p.hash and q.ended is null and q.id < p.id);
create unique index operator_proposal_open on operator_proposal (hash) where ended is null;
alter table operator add column vouched_by text, add column vouched_at timestamptz;
`,
  },
  {
    id: 'operator-4-desk',
    sql: `
alter table operator add column email text;
create table desk_note (
  id text primary key,
  area text not null,
  record text not null,
  by text not null,
  text text not null,
  at timestamptz not null);
create index desk_note_record on desk_note (area, record, at);
create table desk_answer (
  id text primary key,
  name text not null,
  texts text not null,
  by text not null,
  at timestamptz not null);
create table desk_presence (
  name text not null,
  place text not null,
  seen_at timestamptz not null,
  primary key (place, name));
create index operator_action_phase on operator_action (phase, seq);
`,
  },
  {
    id: 'operator-5-browsers',
    sql: `
create table operator_browser (
  hash text not null,
  operator text not null references operator (id),
  seen_at timestamptz not null,
  primary key (hash, operator));
`,
  },
  {
    // Trigrams find words in the middle of a text. Where the database does not offer them, a search reads all rows.
    id: 'operator-6-words',
    sql: `
do $$ begin create extension if not exists pg_trgm; create index withdrawal_words on withdrawal
  using gin (lower(number) gin_trgm_ops, lower(holder) gin_trgm_ops, lower(account_number) gin_trgm_ops, lower(reference) gin_trgm_ops); create index purchase_words on purchase
  using gin (lower(order_no) gin_trgm_ops, lower(payment_no) gin_trgm_ops, lower(shipment) gin_trgm_ops); create index member_words on member
  using gin (lower(username) gin_trgm_ops, lower(username_key) gin_trgm_ops, lower(nickname) gin_trgm_ops, lower(name) gin_trgm_ops, lower(phone) gin_trgm_ops, lower(email_key) gin_trgm_ops, lower(id) gin_trgm_ops); exception when others then raise warning 'no index of words: %', sqlerrm; end $$;
`,
  },
  {
    // rows of before, and those of gateways of the previous version, have neither: their hash is over their content
    id: 'operator-7-commitments',
    sql: `
alter table operator_action add column salt text;
alter table operator_action add column commitment text;
alter table operator_action add column member text;
create index operator_action_member on operator_action (member, seq) where member is not null;
`,
  },
];
