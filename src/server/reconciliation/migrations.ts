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
];
