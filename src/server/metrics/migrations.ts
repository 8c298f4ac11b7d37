export const migrations = [
  {
    id: 'metrics-1',
    sql: `
create table ledger_check (id text primary key, at timestamptz not null, broken text);
`,
  },
  {
    id: 'metrics-2',
    sql: `
create table backup_step (step text primary key, at timestamptz not null);
`,
  },
];
