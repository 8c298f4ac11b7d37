import { memberInChild, memberOf } from '../schema/member-of-child';
import { valuesOfColumn } from '../schema/unique-value';

export const migrations = [
  {
    id: 'goods-1',
    sql: `
create table platform_category (
  id text primary key,
  name_en text not null,
  name_zh text not null,
  position int not null
);
create table platform_goods (
  id text primary key,
  category text not null references platform_category (id),
  name_en text not null,
  name_zh text not null,
  description_en text not null,
  description_zh text not null,
  supply_price bigint not null check (supply_price > 0),
  suggested_price bigint not null check (suggested_price >= supply_price),
  stock bigint not null check (stock >= 0),
  picture text not null,
  rank int not null,
  supplied boolean not null,
  created_at timestamptz not null
);
create unique index platform_goods_rank on platform_goods (rank);
create table shop (
  member text primary key,
  name text not null,
  logo text,
  introduction text not null,
  number text,
  version int not null,
  owed bigint not null default 0 check (owed >= 0),
  created_at timestamptz not null
);
create unique index shop_number on shop (number);
create table shop_category (
  id text primary key,
  member text not null references shop (member),
  name text not null,
  platform_id text,
  position int not null,
  created_at timestamptz not null
);
create unique index shop_category_name on shop_category (member, name);
create table shop_goods (
  id text primary key,
  member text not null references shop (member),
  platform_id text references platform_goods (id),
  number text,
  name text not null,
  description text not null,
  price bigint not null check (price > 0),
  stock bigint not null check (stock >= 0),
  sold bigint not null check (sold >= 0),
  state text not null check (state in ('on', 'off')),
  category text references shop_category (id),
  pictures text not null,
  version int not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  removed_at timestamptz
);
create index shop_goods_member on shop_goods (member, created_at, id);
create index shop_goods_category on shop_goods (category);
create unique index shop_goods_platform on shop_goods (member, platform_id) where removed_at is null;
create unique index shop_goods_number on shop_goods (member, number) where removed_at is null;
create table shop_goods_day (
  goods text not null references shop_goods (id),
  day text not null,
  views bigint not null check (views >= 0),
  sales bigint not null check (sales >= 0),
  primary key (goods, day)
);
create table shop_sale (
  number text primary key,
  member text not null,
  goods text not null references shop_goods (id),
  name text not null,
  quantity bigint not null check (quantity > 0),
  amount bigint not null check (amount >= 0),
  commission bigint not null check (commission >= 0),
  state text not null check (state in ('held', 'credited', 'returned', 'refused')),
  at timestamptz not null,
  credit_at timestamptz not null,
  returned_at timestamptz
);
create index shop_sale_member on shop_sale (member, at, number);
create index shop_sale_goods on shop_sale (goods, at);
create index shop_sale_due on shop_sale (credit_at) where state = 'held';
create table shop_feed (name text primary key, cursor bigint not null);
create table sandbox_shop_event (
  seq bigserial primary key,
  id text not null unique,
  kind text not null check (kind in ('view', 'sale', 'return')),
  goods text,
  quantity bigint not null,
  sale text,
  at timestamptz not null
);
`,
  },
  {
    // texts in more languages than English and Chinese; the old columns remain for gateways of the previous version
    id: 'goods-2-texts',
    sql: `
alter table platform_category add column texts text not null default '{}';
alter table platform_goods add column texts text not null default '{}';
`,
  },
  ...memberInChild('goods-member-of-day', {
    table: 'shop_goods_day',
    key: 'goods',
    value: memberOf('shop_goods', 'id', 'goods'),
  }),
  ...valuesOfColumn('goods-bound-shops', {
    table: 'shop',
    key: 'member',
    column: 'number',
    values: 'bound_shop',
  }),
];
