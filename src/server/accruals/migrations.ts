export const migrations = [
  {
    id: 'accruals-1',
    sql: `
create table rule_value (
  id text primary key,
  rule text not null,
  value bigint not null check (value >= 0),
  from_day text not null,
  set_at timestamptz not null,
  reason text not null
);
create index rule_value_day on rule_value (rule, from_day, set_at);
create table milestone (
  member text not null,
  kind text not null,
  at timestamptz not null,
  primary key (member, kind)
);
alter table transfer add column rule text;
`,
  },
];
