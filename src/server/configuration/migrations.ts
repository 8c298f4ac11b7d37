export const migrations = [
  {
    id: 'configuration-1',
    sql: `
create table setting_value (
  seq bigint generated always as identity primary key,
  name text not null,
  value text,
  set_at timestamptz not null,
  reason text not null
);
create index setting_value_name on setting_value (name, seq);
`,
  },
];
