export const migrations = [
  {
    id: 'privacy-1',
    sql: `
create table data_copy (
  member text primary key,
  id text not null,
  asked_at timestamptz not null,
  ready_at timestamptz,
  size bigint,
  ticket text,
  session text,
  ticket_until timestamptz
);
create index data_copy_ticket on data_copy (ticket);
alter table member add column leaving_at timestamptz;
alter table member add column erased_at timestamptz;
create index member_leaving on member (leaving_at) where leaving_at is not null;
`,
  },
];
