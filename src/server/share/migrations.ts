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
];
