import { memberInChild, memberOf } from '../schema/member-of-child';

export const migrations = [
  {
    id: 'orders-1',
    sql: `
create table purchase (
  order_no text primary key,
  member text not null,
  request_key text not null,
  state int not null check (state in (0, 1, -1, -3)),
  fail_reason text,
  way text not null,
  currency text not null,
  amount bigint not null,
  discount bigint not null check (discount >= 0),
  total bigint not null check (total > 0 and total = amount - discount),
  coupon text,
  paid bigint not null check (paid >= 0 and paid <= total),
  refunded bigint not null check (refunded >= 0 and refunded <= paid),
  address text,
  shipment text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  payment_no text,
  check (state <> 1 or paid = total),
  unique (member, request_key)
);
create index purchase_member on purchase (member, created_at, order_no);
create index purchase_due on purchase (state, expires_at);
create table purchase_line (
  order_no text not null references purchase (order_no),
  position int not null,
  product text not null references product (id),
  name_en text not null,
  name_zh text not null,
  category text not null,
  quantity int not null check (quantity > 0),
  unit_price bigint not null,
  amount bigint not null,
  quantity_discount bigint not null,
  member_discount bigint not null,
  coupon_discount bigint not null,
  total bigint not null,
  days int not null,
  daily_rent bigint not null,
  renews text,
  device text,
  primary key (order_no, position)
);
create table membership (
  member text primary key,
  until timestamptz not null
);
create table identity (
  member text primary key,
  id_type text not null,
  id_number text not null,
  name text not null
);
create table signature (
  order_no text primary key references purchase (order_no),
  member text not null,
  name text not null,
  id_type text not null,
  id_number text not null,
  picture text not null,
  title text not null,
  text text not null,
  hash text not null,
  signed_at timestamptz not null
);
`,
  },
  {
    id: 'orders-2-refunded-machines',
    sql: `
update device_order set refunded_at = now() where days_left = 0 and serial_number in (
  select l.device from purchase_line l join purchase p on p.order_no = l.order_no
  where p.state = 1 and p.refunded = p.paid and l.renews is null and l.device is not null);
`,
  },
  {
    id: 'orders-3-dictionary-words',
    sql: `
create table dictionary_word (
  dictionary text not null,
  value text not null,
  en text not null,
  zh text not null,
  primary key (dictionary, value)
);
`,
  },
  {
    // the device list, and the settlement of an order's first day, look up the purchase that delivered it
    id: 'orders-4-lines-of-machines',
    sql: `
create index purchase_line_device on purchase_line (device) where device is not null;
`,
  },
  {
    // texts in more languages than English and Chinese; the old columns remain for gateways of the previous version
    id: 'orders-5-texts',
    sql: `
alter table purchase_line add column texts text not null default '{}';
alter table dictionary_word add column texts text not null default '{}';
`,
  },
  {
    id: 'orders-desk-lists',
    sql: `
create index purchase_newest on purchase (created_at, order_no);
create index purchase_state_newest on purchase (state, created_at, order_no);
create index purchase_line_product on purchase_line (product);
`,
  },
  {
    id: 'orders-6-refund-requests',
    sql: `
create table refund_request (
  order_no text primary key references purchase (order_no),
  member text not null,
  reason text not null,
  state text not null check (state in ('asked', 'refunded', 'refused')),
  answer text,
  at timestamptz not null,
  decided_at timestamptz
);
create index refund_request_state on refund_request (state, at);
`,
  },
  {
    // a top-up is an order without goods; gateways of the previous version create none
    id: 'orders-7-top-ups',
    sql: `
alter table purchase add column top_up boolean not null default false;
alter table purchase add column phone text;
`,
  },
  {
    id: 'orders-8-paid-at',
    sql: 'create index purchase_paid on purchase (paid_at) where paid_at is not null;',
  },
  {
    // gateways of the previous version write none: their lines have today's rates
    id: 'orders-9-tax-rates',
    sql: 'alter table purchase_line add column tax_rates text;',
  },
  ...memberInChild('orders-member-of-line', {
    table: 'purchase_line',
    key: 'order_no',
    value: memberOf('purchase', 'order_no', 'order_no'),
  }),
];
