export const migrations = [
  {
    id: 'pay-password-1',
    sql: `
create table pay_password (
  member text primary key,
  hash text not null,
  set_at timestamptz not null
);
create table pay_proof (
  hash text primary key,
  member text not null,
  session text not null,
  expires_at timestamptz not null
);
create index pay_proof_member on pay_proof (member);
create index pay_proof_expiry on pay_proof (expires_at);
`,
  },
  {
    id: 'pay-password-2-guard',
    sql: `
alter table pay_password add column guarded_until timestamptz;
alter table pay_password add column trusted text;
`,
  },
  {
    id: 'pay-password-3-action',
    sql: `
alter table pay_proof add column call text;
alter table pay_proof add column digest text;
`,
  },
  {
    id: 'pay-password-4-rest',
    sql: `
create table money_rest (
  member text primary key,
  until timestamptz not null
);
`,
  },
];
