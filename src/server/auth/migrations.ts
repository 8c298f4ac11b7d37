export const migrations = [
  {
    id: 'session-1-member',
    sql: `
create table member (
  id text primary key,
  username text not null,
  username_key text not null unique,
  nickname text not null,
  name text,
  avatar text,
  phone text unique,
  email text,
  email_key text unique,
  password text not null,
  examine_state int not null default 0,
  country text not null check (country in ('cn', 'intl')),
  team_leader boolean not null default false,
  invite_code text not null unique,
  inviter text,
  created_at timestamptz not null
);
create index member_inviter on member (inviter);
create table verification (
  purpose text not null,
  destination text not null,
  code_hash text not null,
  attempts int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (purpose, destination)
);
create table captcha (
  id text primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);
create table wechat_identity (
  open_id text primary key,
  member text not null references member (id),
  bound_at timestamptz not null
);
create index wechat_identity_member on wechat_identity (member);
create table wechat_ticket (
  id text primary key,
  open_id text,
  attempt text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  member text
);
create index wechat_ticket_expiry on wechat_ticket (expires_at);
`,
  },
  {
    id: 'session-2-lock',
    sql: `
alter table member add column locked_at timestamptz;
alter table member add column lock_reason text;
`,
  },
  {
    id: 'session-2-devices',
    sql: `
create table known_device (
  member text not null references member (id),
  device text not null,
  first_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (member, device)
);
alter table verification add column asker text not null default '';
alter table verification drop constraint verification_pkey;
alter table verification add primary key (purpose, destination, asker);
`,
  },
  {
    // Before this migration, letters of other alphabets were converted to lower case too, some into ASCII. Such an address still belongs
    // to its owner alone. The change makes no two addresses equal: those that are equal in ASCII were equal before.
    id: 'session-3-ascii',
    sql: `
update member set email_key = lower(email collate "C") where email_key <> lower(email collate "C");
`,
  },
  {
    id: 'auth-desk-lists',
    sql: `
create index member_newest on member (created_at, id);
`,
  },
  {
    id: 'auth-push',
    sql: `
create table push_subscription (
  id text primary key,
  member text not null,
  session text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_member on push_subscription (member);
create index push_subscription_session on push_subscription (session);
`,
  },
  {
    id: 'auth-passkeys',
    sql: `
create table passkey (
  id text primary key,
  member text not null,
  rp text not null,
  credential text not null unique,
  public_key text not null,
  counter bigint not null default 0,
  name text not null,
  transports text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_member on passkey (member);
create table passkey_challenge (
  hash text primary key,
  ceremony text not null,
  place text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
`,
  },
  {
    id: 'auth-wechat-network',
    sql: `
alter table wechat_ticket add column network text;
`,
  },
  {
    id: 'auth-passkeys-pay',
    sql: `
alter table passkey_challenge add column call text;
alter table passkey_challenge add column digest text;
`,
  },
  {
    id: 'auth-authenticator',
    sql: `
create table authenticator (
  member text primary key,
  key text not null,
  used bigint not null default 0,
  recovery text not null,
  made_at timestamptz not null,
  added_at timestamptz
);
create index authenticator_made on authenticator (made_at) where added_at is null;
`,
  },
  {
    id: 'auth-time-zone',
    sql: `
alter table member add column time_zone text;
`,
  },
  {
    id: 'auth-currency',
    sql: `
alter table member add column currency text;
`,
  },
];
