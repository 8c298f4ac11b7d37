export const migrations = [
  {
    id: 'partners-1',
    sql: `
create table partner (
  id text primary key,
  name text not null,
  features text not null,
  scopes text,
  logo text,
  live text not null check (live in ('no', 'asked', 'yes', 'refused')),
  live_request text,
  live_answer text,
  live_at timestamptz,
  created_at timestamptz not null);
create index partner_live on partner (live);

create table partner_key (
  partner text not null,
  kid text not null,
  mode text not null check (mode in ('test', 'live')),
  sealed text not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  primary key (partner, kid));

create table partner_origin (
  partner text not null,
  mode text not null check (mode in ('test', 'live')),
  origin text not null,
  kind text not null check (kind in ('site', 'preview', 'app')),
  primary key (partner, mode, origin));

create table partner_version (id int primary key, version bigint not null);
insert into partner_version values (1, 0);

create table partner_person (
  id text primary key,
  email text not null,
  email_key text not null unique,
  password text not null,
  totp text not null,
  totp_used bigint not null default 0,
  locale text not null,
  created_at timestamptz not null);

create table partner_role (
  partner text not null,
  person text not null,
  role text not null check (role in ('owner', 'developer', 'read')),
  at timestamptz not null,
  primary key (partner, person));
create index partner_role_person on partner_role (person);

create table partner_invite (
  hash text primary key,
  partner text not null,
  email text not null,
  email_key text not null,
  role text not null check (role in ('owner', 'developer', 'read')),
  expires_at timestamptz not null);
create unique index partner_invite_of on partner_invite (partner, email_key);
create index partner_invite_expires on partner_invite (expires_at);

create table partner_code (
  email_key text not null,
  purpose text not null,
  code text not null,
  attempts int not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ticket text,
  totp text,
  primary key (email_key, purpose));
create index partner_code_expires on partner_code (expires_at);

create table partner_session (
  hash text primary key,
  person text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null);
create index partner_session_person on partner_session (person);
create index partner_session_expires on partner_session (expires_at);

create table partner_change (
  id text primary key,
  partner text not null,
  at timestamptz not null,
  who text not null,
  what text not null,
  target text not null);
create index partner_change_of on partner_change (partner, at desc, id desc);
`,
  },
  {
    id: 'partners-2',
    sql: `
alter table partner add column theme text;

create table incident (
  id text primary key,
  part text not null,
  state text not null,
  title text not null,
  since timestamptz not null,
  until timestamptz);
create index incident_since on incident (since);

create table incident_update (
  id text primary key,
  incident text not null,
  at timestamptz not null,
  state text not null,
  text text not null);
create index incident_update_of on incident_update (incident, at);
`,
  },
];
