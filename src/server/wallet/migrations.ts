export const migrations = [
  {
    id: 'wallet-1',
    sql: `
create table withdrawal (
  id text primary key,
  number text not null unique,
  member text not null,
  source text not null check (source in ('balance', 'store')),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  usdt bigint check (usdt > 0),
  status int not null check (status in (0, 1, 2, 3, 4)),
  account text not null,
  kind text not null,
  holder text not null,
  account_number text not null,
  bank text,
  branch text,
  remark text not null,
  reason text,
  reference text,
  applied_at timestamptz not null,
  expected_by timestamptz not null,
  decided_at timestamptz,
  remitted_at timestamptz,
  revoked_at timestamptz,
  check (status <> 2 or reason is not null),
  check (status <> 3 or reference is not null)
);
create index withdrawal_member on withdrawal (member, applied_at, id);
create index withdrawal_status on withdrawal (status, applied_at);
`,
  },
  {
    id: 'wallet-bank-codes',
    sql: `
update withdrawal set bank = case bank
  when 'PAB' then 'SPABANK'
  when 'HXB' then 'HXBANK'
  when 'CZB' then 'CZBANK'
  when 'CBHB' then 'BOHAIB'
  when 'HFB' then 'EGBANK'
  when 'BOB' then 'BJBANK'
  when 'BOSH' then 'SHBANK'
  when 'JSB' then 'JSBANK'
  when 'NBCB' then 'NBBANK'
  when 'HSBK' then 'HSBANK'
  when 'BOCS' then 'CSCB'
  when 'GZB' then 'GCB'
  when 'CQB' then 'CQBANK'
  when 'HRBB' then 'HRBANK'
  when 'SJB' then 'SJBANK'
  when 'BRCB' then 'BJRCB'
  when 'SRCB' then 'SHRCB'
  when 'SZRCB' then 'SRCB'
  else bank end where bank is not null;
`,
  },
  {
    id: 'wallet-abroad',
    sql: `
alter table withdrawal add column swift text;
alter table withdrawal add column country text;
`,
  },
  {
    id: 'wallet-desk-lists',
    sql: `
create index withdrawal_newest on withdrawal (applied_at, id);
create index withdrawal_status_newest on withdrawal (status, applied_at, id);
drop index withdrawal_status;
create index withdrawal_account_number on withdrawal (account_number);
create table withdrawal_reference (reference text primary key, withdrawal text not null);
insert into withdrawal_reference
  select reference, min(id) from withdrawal where reference is not null group by reference;
`,
  },
  {
    id: 'wallet-desk-largest',
    sql: 'create index withdrawal_largest on withdrawal (amount, id);',
  },
  {
    id: 'wallet-desk-figures',
    sql: 'create index withdrawal_remitted on withdrawal (remitted_at) where remitted_at is not null;',
  },
  {
    id: 'wallet-returned',
    sql: `
alter table withdrawal add column returned_at timestamptz;
create index withdrawal_returned on withdrawal (returned_at) where returned_at is not null;
`,
  },
];
