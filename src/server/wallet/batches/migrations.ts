import { memberInChild, memberOf } from '../../schema/member-of-child';

export const migrations = [
  {
    id: 'payout-batches-1',
    sql: `
create table payout_batch (
  number text primary key,
  state text not null check (state in ('draft', 'approved', 'exported', 'done', 'canceled')),
  channel text not null check (channel in ('bank', 'alipay')),
  amount bigint not null check (amount > 0),
  payouts int not null check (payouts > 0),
  made_by text not null,
  at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  exported_at timestamptz,
  ended_at timestamptz,
  reason text
);
create index payout_batch_at on payout_batch (at, number);
create index payout_batch_approved on payout_batch (approved_at);
create table payout_batch_row (
  batch text not null references payout_batch (number),
  withdrawal text not null references withdrawal (id),
  position int not null,
  amount bigint not null check (amount > 0),
  ended_at timestamptz,
  primary key (batch, position)
);
create unique index payout_batch_row_open on payout_batch_row (withdrawal) where ended_at is null;
create index payout_batch_row_withdrawal on payout_batch_row (withdrawal);
`,
  },
  ...memberInChild('payout-batches-member-of-row', {
    table: 'payout_batch_row',
    key: 'batch',
    value: memberOf('withdrawal', 'id', 'withdrawal'),
  }),
];
