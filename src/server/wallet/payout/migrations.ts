export const migrations = [
  {
    id: 'payout-1',
    sql: `
create table payout_account (
  id text primary key,
  member text not null,
  kind text not null check (kind in ('bank', 'alipay', 'usdt')),
  holder text not null,
  number text not null,
  bank text,
  branch text,
  at timestamptz not null,
  removed_at timestamptz
);
create index payout_account_member on payout_account (member, at, id);
create unique index payout_account_number on payout_account (member, kind, number) where removed_at is null;
`,
  },
  { id: 'payout-2-rest', sql: 'alter table payout_account add column usable_from timestamptz' },
  {
    id: 'payout-3-bank-codes',
    sql: `
update payout_account set bank = case bank
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
    id: 'payout-4-hidden-banks',
    sql: 'create table bank_hidden (code text primary key, at timestamptz not null)',
  },
  {
    id: 'payout-5-added-banks',
    sql: 'create table bank_added (code text primary key, at timestamptz not null)',
  },
  {
    id: 'payout-6-abroad',
    sql: `
alter table payout_account drop constraint payout_account_kind_check;
alter table payout_account add constraint payout_account_kind_check check (kind in ('bank', 'abroad', 'alipay', 'usdt'));
alter table payout_account add column swift text;
alter table payout_account add column country text;
`,
  },
  {
    id: 'payout-shared',
    sql: `
create index payout_account_shared on payout_account (number);
`,
  },
];
