import { memberInChild, memberOf } from '../schema/member-of-child';

const ofOrder = memberOf('purchase', 'order_no', 'order_no');

export const migrations = [
  {
    id: 'payments-1',
    sql: `
create table payment_part (
  order_no text not null references purchase (order_no),
  part int not null,
  amount bigint not null check (amount > 0),
  paid boolean not null,
  primary key (order_no, part)
);
create table payment_attempt (
  id text primary key,
  order_no text not null references purchase (order_no),
  part int not null,
  way text not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'failed', 'paid')),
  ticket text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index payment_attempt_order on payment_attempt (order_no, created_at);
create table receipt (
  id text primary key,
  order_no text,
  way text not null,
  amount bigint not null check (amount > 0),
  used_for text not null check (used_for in ('order', 'balance')),
  at timestamptz not null
);
create index receipt_order on receipt (order_no);
create table remittance (
  id text primary key,
  member text not null,
  order_no text,
  amount bigint not null check (amount > 0),
  phone text not null,
  voucher text not null,
  voucher_hash text not null,
  same_as text,
  state text not null check (state in ('auditing', 'approved', 'rejected')),
  reason text,
  at timestamptz not null,
  decided_at timestamptz
);
create index remittance_state on remittance (state, at);
create index remittance_order on remittance (order_no);
create index remittance_hash on remittance (voucher_hash);
create table usdt_address (
  address text primary key,
  used bigint not null,
  last_used timestamptz not null,
  seen_until timestamptz not null
);
create table usdt_reservation (
  order_no text primary key references purchase (order_no),
  address text not null,
  amount bigint not null check (amount > 0),
  since timestamptz not null,
  deadline timestamptz not null
);
create index usdt_reservation_address on usdt_reservation (address, amount);
create table usdt_open (
  address text not null,
  amount bigint not null,
  order_no text not null unique,
  primary key (address, amount)
);
create table usdt_transfer (
  txid text not null,
  address text not null,
  payer text not null,
  amount bigint not null check (amount > 0),
  order_no text,
  member text,
  state text not null check (state in ('seen', 'credited', 'review', 'reverted', 'gone', 'settled')),
  reason text,
  at timestamptz not null,
  seen_at timestamptz not null,
  primary key (txid, address)
);
create index usdt_transfer_state on usdt_transfer (state, at);
create index usdt_transfer_order on usdt_transfer (order_no);
create table sandbox_transfer (
  txid text primary key,
  address text not null,
  amount bigint not null,
  at timestamptz not null
);
create table pay_ticket (
  hash text primary key,
  attempt text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
`,
  },
  {
    id: 'payments-2-review',
    sql: `
create table payment_review (
  id text primary key,
  way text not null,
  attempt text not null,
  order_no text not null,
  reason text not null check (reason in ('reference', 'amount', 'currency')),
  said text not null,
  at timestamptz not null,
  settled_at timestamptz,
  note text
);
create index payment_review_open on payment_review (at) where settled_at is null;
`,
  },
  {
    id: 'payments-ask-at',
    sql: `
alter table payment_attempt add column ask_at timestamptz;
create index payment_attempt_open on payment_attempt (state, created_at);
`,
  },
  {
    // an order that changes its method repeatedly has several reservations, and late money may arrive for each
    id: 'payments-usdt-again',
    sql: `
alter table usdt_reservation drop constraint usdt_reservation_pkey;
alter table usdt_reservation add primary key (order_no, since);
`,
  },
  {
    id: 'payments-desk-lists',
    sql: `
create index remittance_newest on remittance (at, id);
create index remittance_member on remittance (member, at);
`,
  },
  {
    id: 'remittance-arrived',
    sql: 'alter table remittance add column arrived bigint not null default 0;',
  },
  {
    id: 'provider-refunds',
    sql: `
create table provider_refund (
  number text primary key,
  sent_as text not null unique,
  order_no text not null references purchase (order_no),
  receipt text not null references receipt (id),
  way text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('underWay', 'done', 'failed', 'balance', 'void')),
  why text,
  problem text,
  reference text,
  times int not null,
  at timestamptz not null,
  sent_at timestamptz,
  ask_at timestamptz,
  ended_at timestamptz
);
create index provider_refund_order on provider_refund (order_no);
create index provider_refund_at on provider_refund (at, number);
create index provider_refund_due on provider_refund (ask_at) where state = 'underWay';
create index provider_refund_failed on provider_refund (at) where state = 'failed';
`,
  },
  {
    id: 'disputes',
    sql: `
create table dispute (
  number text primary key,
  way text not null,
  reference text not null,
  order_no text not null references purchase (order_no),
  receipt text not null references receipt (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  withheld boolean not null,
  deadline timestamptz,
  recorded_by text,
  at timestamptz not null,
  ended_at timestamptz,
  goods text check (goods in ('kept', 'taken')),
  note text,
  settled_at timestamptz,
  unique (way, reference)
);
create index dispute_order on dispute (order_no);
create index dispute_at on dispute (at, number);
create index dispute_waits on dispute (at) where state in ('inquiry', 'open') or (state = 'lost' and settled_at is null);
`,
  },
  ...memberInChild('payments-member-of-part', { table: 'payment_part', key: 'order_no', value: ofOrder }),
  ...memberInChild('payments-member-of-attempt', { table: 'payment_attempt', key: 'id', value: ofOrder }),
  ...memberInChild('payments-member-of-review', { table: 'payment_review', key: 'id', value: ofOrder }),
  ...memberInChild('payments-member-of-reservation', {
    table: 'usdt_reservation',
    key: 'order_no',
    value: ofOrder,
  }),
  ...memberInChild('payments-member-of-refund', { table: 'provider_refund', key: 'number', value: ofOrder }),
  ...memberInChild('payments-member-of-dispute', { table: 'dispute', key: 'number', value: ofOrder }),
  ...memberInChild('payments-member-of-receipt', {
    table: 'receipt',
    key: 'id',
    value: (row) =>
      `coalesce(${ofOrder(row)}, (select member from remittance where id = split_part(substr(${row}.id, 12), '/', 1)))`,
  }),
  {
    id: 'payments-voucher-ended',
    sql: `
alter table remittance add column voucher_ended boolean not null default false;
`,
  },
  {
    id: 'payments-review-unanswered',
    sql: `alter table payment_review drop constraint payment_review_reason_check, add constraint payment_review_reason_check
      check (reason in ('reference', 'amount', 'currency', 'unanswered')) not valid`,
  },
  {
    id: 'payments-review-unanswered-valid',
    sql: 'alter table payment_review validate constraint payment_review_reason_check',
  },
];
