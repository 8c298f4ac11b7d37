import { memberInChild, memberOf } from '../schema/member-of-child';

export const migrations = [
  {
    id: 'documents-1-invoices',
    sql: `
create table invoice (
  id text primary key,
  kind text not null check (kind in ('invoice', 'credit')),
  corrects text references invoice (id),
  order_no text not null references purchase (order_no),
  member text not null,
  state text not null check (state in ('asked', 'issued', 'refused')),
  asked_at timestamptz not null,
  locale text not null,
  buyer text not null check (buyer in ('person', 'company')),
  title text not null,
  tax_number text,
  country text not null,
  email text not null,
  answer text,
  decided_at timestamptz,
  decided_by text,
  number text unique,
  seller text,
  paid_at timestamptz,
  net bigint not null default 0,
  tax bigint not null default 0,
  gross bigint not null default 0,
  credited bigint not null default 0,
  fapiao text,
  check ((state = 'issued') = (number is not null)),
  check (gross = net + tax),
  check (kind = 'credit' or (credited >= 0 and credited <= gross))
);
create unique index invoice_of_order on invoice (order_no) where kind = 'invoice';
create index invoice_member on invoice (member, asked_at);
create index invoice_state on invoice (state, asked_at);
create index invoice_corrects on invoice (corrects) where corrects is not null;
create table invoice_line (
  id text primary key,
  invoice text not null references invoice (id),
  position int not null,
  name text not null,
  quantity int not null,
  rate int not null,
  net bigint not null,
  tax bigint not null,
  gross bigint not null check (gross = net + tax),
  unique (invoice, position)
);
create table invoice_series (
  kind text not null,
  year int not null,
  last int not null,
  primary key (kind, year)
);
`,
  },
  ...memberInChild('documents-member-of-line', {
    table: 'invoice_line',
    key: 'id',
    value: memberOf('invoice', 'id', 'invoice'),
  }),
];
