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
  {
    id: 'accruals-2',
    sql: `
create table held_reward (
  id text primary key,
  serial_number text not null,
  member text not null,
  kind text not null,
  rule text not null,
  amount bigint not null check (amount > 0),
  day text not null,
  credit_at timestamptz not null
);
create index held_reward_due on held_reward (credit_at);
create index held_reward_order on held_reward (serial_number);
create index held_reward_member on held_reward (member);
create table reward_debt (
  member text not null,
  kind text not null,
  owed bigint not null check (owed >= 0),
  primary key (member, kind)
);
`,
  },
];
