export const migrations = [
  {
    id: 'corrections-1',
    sql: `
create table correction (
  number text primary key,
  member text not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  owed bigint not null check (owed >= 0 and owed <= amount and (owed = 0 or direction = 'debit')),
  reason text not null,
  made_by text not null,
  at timestamptz not null,
  request_key text not null unique
);
create index correction_at on correction (at, number);
create index correction_member on correction (member, at);
create index correction_owed on correction (at, number) where owed > 0;
`,
  },
];
