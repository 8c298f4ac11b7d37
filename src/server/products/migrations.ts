import { countersApart } from '../schema/own-rows';

export const migrations = [
  {
    id: 'products-1',
    sql: `
create table product (
  id text primary key,
  name_en text not null,
  name_zh text not null,
  description_en text not null,
  description_zh text not null,
  category text not null check (category in ('machines', 'membership', 'goods')),
  price bigint not null check (price > 0),
  price_before bigint check (price_before > price),
  points bigint check (points > 0),
  cloud_beans bigint check (cloud_beans > 0),
  stock bigint not null check (stock >= 0),
  sold bigint not null check (sold >= 0),
  per_order int not null check (per_order > 0),
  days int not null check (days >= 0),
  daily_rent bigint not null check (daily_rent >= 0),
  tiers text not null,
  rank int not null,
  on_sale boolean not null,
  created_at timestamptz not null,
  check (category <> 'machines' or (days > 0 and daily_rent > 0))
);
create index product_rank on product (rank, id);
create table coupon (
  code text primary key,
  name_en text not null,
  name_zh text not null,
  kind text not null check (kind in ('amount', 'percent')),
  value bigint not null check (value > 0 and (kind = 'amount' or value < 100)),
  minimum bigint not null check (minimum >= 0),
  product_ids text,
  left_over bigint not null check (left_over >= 0),
  valid_until timestamptz not null
);
create table coupon_use (
  code text not null references coupon (code),
  member text not null,
  order_no text not null,
  primary key (code, member)
);
`,
  },
  {
    id: 'products-2',
    sql: 'alter table product add column picture text',
  },
  {
    id: 'products-3-own-coupons',
    sql: 'alter table coupon add column member text',
  },
  {
    id: 'products-4-photos',
    sql: 'create table product_photo (name text primary key, bytes text not null, at timestamptz not null)',
  },
  {
    // texts in more languages than English and Chinese; the old columns remain for gateways of the previous version
    id: 'products-5-texts',
    sql: `
alter table product add column texts text not null default '{}';
alter table coupon add column texts text not null default '{}';
`,
  },
  {
    id: 'products-6-tax-rates',
    sql: 'alter table product add column tax_rates text;',
  },
  ...countersApart('products-7-stock', {
    table: 'product',
    key: 'id',
    own: 'product_stock',
    ownKey: 'product',
    columns: ['stock', 'sold'],
  }),
  ...countersApart('products-8-left', {
    table: 'coupon',
    key: 'code',
    own: 'coupon_left',
    ownKey: 'code',
    columns: ['left_over'],
  }),
];
