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
];
