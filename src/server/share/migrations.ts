export const migrations = [
  {
    id: 'share-1-ticket',
    sql: `
create table wechat_js_ticket (
  app_id text primary key,
  ticket text not null,
  expires_at timestamptz not null
);
`,
  },
  {
    id: 'share-2-credential',
    sql: `
create table wechat_credential (
  app_id text not null,
  kind text not null,
  value text not null,
  expires_at timestamptz not null,
  attempt text not null,
  asked_at timestamptz not null,
  primary key (app_id, kind)
);
`,
  },
  {
    id: 'share-3-media-ticket',
    sql: `
create table media_ticket (
  hash text primary key,
  member text not null,
  session text not null,
  kind text not null,
  picture text,
  expires_at timestamptz not null
);
create index media_ticket_expiry on media_ticket (expires_at);
`,
  },
  {
    id: 'share-4-media-ticket-claim',
    sql: `
alter table media_ticket add column claimed_until timestamptz;
`,
  },
];
