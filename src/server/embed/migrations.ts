export const migrations = [
  {
    id: 'embed-1',
    sql: `
create table partner_disabled (partner text primary key, at timestamptz not null);

create table partner_member (
  partner text not null,
  reference text not null,
  member text not null,
  at timestamptz not null,
  primary key (partner, reference));
create unique index partner_member_member on partner_member (partner, member);

create table embed_token (
  hash text primary key,
  id text not null,
  partner text not null,
  member text not null,
  feature text not null,
  scopes text not null,
  origin text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null);
create index embed_token_member on embed_token (member);
create index embed_token_expires on embed_token (expires_at);

create table challenge (
  hash text primary key,
  member text not null,
  partner text not null,
  site text not null,
  opener text not null,
  call text not null,
  request_key text not null,
  data text not null,
  data_hash text not null,
  attempts int not null,
  expires_at timestamptz not null,
  answer text);
create index challenge_of on challenge (member, call, request_key);
create index challenge_expires on challenge (expires_at)
`,
  },
  {
    id: 'embed-2',
    sql: `
create table partner_key_use (
  partner text not null,
  kid text not null,
  used_at timestamptz not null,
  primary key (partner, kid));

create table partner_webhook (
  partner text primary key,
  url text not null,
  secret text not null,
  at timestamptz not null);

create table partner_message (
  id text primary key,
  partner text not null,
  type text not null,
  body text not null,
  at timestamptz not null,
  attempts int not null,
  delivered_at timestamptz,
  last_result text);
create index partner_message_of on partner_message (partner, at desc, id desc)
`,
  },
  {
    id: 'embed-3',
    sql: `
create table connection_code (
  hash text primary key,
  partner text not null,
  reference text not null,
  member text not null,
  locale text not null,
  expires_at timestamptz not null);
create index connection_code_member on connection_code (partner, member);
create index connection_code_expires on connection_code (expires_at)
`,
  },
  {
    id: 'embed-4',
    sql: `
create table partner_hook (
  id text primary key,
  partner text not null,
  mode text,
  url text not null,
  types text not null default '[]',
  secret text not null,
  secret_before text,
  before_until timestamptz,
  sent bigint not null default 0,
  at timestamptz not null,
  off_at timestamptz);
create unique index partner_hook_url on partner_hook (partner, mode, url);
insert into partner_hook (id, partner, url, secret, at)
  select 'wh_' || partner, partner, url, secret, at from partner_webhook;

alter table partner_message add column webhook text;
alter table partner_message add column sequence bigint not null default 0;
update partner_message set webhook = 'wh_' || partner;

create table partner_delivery (
  message text not null,
  attempt int not null,
  at timestamptz not null,
  result text not null,
  answer text not null,
  ms int not null,
  primary key (message, attempt, at));
create index partner_delivery_at on partner_delivery (at);

create table partner_request (
  id text primary key,
  partner text not null,
  mode text not null,
  kid text,
  at timestamptz not null,
  path text not null,
  about text not null,
  status int not null,
  error text,
  message text,
  ms int not null);
create index partner_request_of on partner_request (partner, at desc, id desc);
create index partner_request_at on partner_request (at);

create table partner_usage (
  partner text not null,
  mode text not null,
  day text not null,
  what text not null,
  count bigint not null,
  primary key (partner, mode, day, what));
`,
  },
  {
    id: 'embed-5',
    sql: `
alter table partner_member add column features text;
alter table connection_code add column features text;
`,
  },
  {
    id: 'embed-6',
    sql: `
create table partner_deprecation (
  partner text not null,
  id text not null,
  origin text not null,
  first_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (partner, id));
`,
  },
];
