export const migrations = [
  {
    id: 'reconciliation-1',
    sql: `
create table bank_file (
  id text primary key,
  name text not null,
  format text not null check (format in ('camt053', 'csv')),
  account text not null,
  lines int not null,
  known int not null,
  imported_by text not null,
  at timestamptz not null
);
create index bank_file_at on bank_file (at, id);
create table bank_line (
  id text primary key,
  file text not null references bank_file (id),
  position int not null,
  day text not null,
  booked_at timestamptz not null,
  amount bigint not null check (amount <> 0),
  currency text not null,
  reference text not null,
  bank_reference text not null,
  party text not null,
  party_account text not null,
  text text not null,
  returned boolean not null,
  state text not null check (state in ('open', 'matched', 'ignored')),
  why text,
  kind text check (kind in ('payout', 'return', 'remittance')),
  withdrawal text,
  remittance text,
  moved bigint not null default 0,
  reason text,
  settled_by text,
  settled_at timestamptz,
  check (state <> 'matched' or (kind is not null and (withdrawal is null) <> (remittance is null))),
  check (state <> 'ignored' or reason is not null)
);
create index bank_line_state on bank_line (state, day, id);
create index bank_line_day on bank_line (day, id);
create index bank_line_amount on bank_line (amount, id);
create index bank_line_file on bank_line (file, position);
create index bank_line_settled on bank_line (settled_at) where moved <> 0;
create unique index bank_line_withdrawal on bank_line (withdrawal, kind) where withdrawal is not null and state = 'matched';
create index bank_line_remittance on bank_line (remittance) where remittance is not null and state = 'matched';
`,
  },
  {
    id: 'reconciliation-providers',
    sql: `
alter table bank_file drop constraint bank_file_format_check;
alter table bank_file add constraint bank_file_format_check
  check (format in ('camt053', 'csv', 'stripe', 'alipay', 'wechatPay', 'tron'));
alter table bank_line add column way text;
alter table bank_line add column about text;
alter table bank_line add column fee bigint not null default 0;
alter table bank_line add column receipt text;
alter table bank_line add column provider_refund text;
alter table bank_line add column dispute text;
alter table bank_line add column transfer text;
alter table bank_line drop constraint bank_line_kind_check;
alter table bank_line add constraint bank_line_kind_check
  check (kind in ('payout', 'return', 'remittance', 'payment', 'refund', 'dispute', 'usdt'));
alter table bank_line drop constraint bank_line_check;
alter table bank_line add constraint bank_line_check
  check (state <> 'matched' or (kind is not null
    and num_nonnulls(withdrawal, remittance, receipt, provider_refund, dispute, transfer) = 1));
create unique index bank_line_receipt on bank_line (receipt) where receipt is not null and state = 'matched';
create index bank_line_refund on bank_line (provider_refund) where provider_refund is not null;
create unique index bank_line_transfer on bank_line (transfer) where transfer is not null and state = 'matched';
create index bank_line_dispute on bank_line (dispute) where dispute is not null;
`,
  },
  {
    id: 'reconciliation-fees',
    sql: `
alter table bank_line drop constraint bank_line_kind_check;
alter table bank_line add constraint bank_line_kind_check
  check (kind in ('payout', 'return', 'remittance', 'payment', 'refund', 'dispute', 'fee', 'usdt'));
alter table bank_line drop constraint bank_line_check;
alter table bank_line add constraint bank_line_check
  check (state <> 'matched' or (kind is not null
    and num_nonnulls(withdrawal, remittance, receipt, provider_refund, dispute, transfer) = (kind <> 'fee')::int));
`,
  },
];
