import { memberInChild, memberOf } from '../schema/member-of-child';

export const migrations = [
  {
    id: 'declarations-1',
    sql: `
create table declaration (
  id text primary key,
  member text not null,
  customer text not null,
  customer_name text not null,
  customer_phone text not null,
  quantity int not null check (quantity >= 0),
  order_amount bigint not null check (order_amount > 0),
  paid_at timestamptz not null,
  remark text not null,
  attachment text not null,
  status int not null check (status in (1, 2, -1)),
  audit_result text,
  created_at timestamptz not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 1) = (decided_at is null))
);
create index declaration_member on declaration (member, created_at, id);
create index declaration_status on declaration (status, submitted_at);
create table declaration_event (
  declaration text not null references declaration (id),
  position int not null,
  status int not null,
  text text,
  at timestamptz not null,
  primary key (declaration, position)
);
`,
  },
  {
    id: 'declarations-desk-lists',
    sql: `
create index declaration_newest on declaration (submitted_at, id);
`,
  },
  ...memberInChild('declarations-member-of-event', {
    table: 'declaration_event',
    key: 'declaration',
    value: memberOf('declaration', 'id', 'declaration'),
  }),
];
