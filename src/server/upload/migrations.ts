export const migrations = [
  {
    id: 'upload-1-reservation',
    sql: `
create table upload_reservation (
  id text primary key,
  member text not null,
  bytes bigint not null,
  expires_at timestamptz not null
);
create index upload_reservation_member on upload_reservation (member);
create index upload_reservation_expiry on upload_reservation (expires_at);
`,
  },
];
