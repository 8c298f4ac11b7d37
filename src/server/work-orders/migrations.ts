import { memberInChild, memberOf } from '../schema/member-of-child';

export const migrations = [
  {
    id: 'support-1-work-orders',
    sql: `
create table work_order (
  id text primary key,
  number text not null unique,
  member text not null,
  title text not null,
  description text not null,
  annex text not null,
  status int not null check (status in (0, 1, 2)),
  answer text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  solved_at timestamptz,
  check (solved_at is null or status = 2)
);
create index work_order_member on work_order (member, created_at, id);
create index work_order_status on work_order (status, changed_at);
create table work_order_entry (
  id text primary key,
  work_order text not null references work_order (id),
  position int not null,
  by text not null check (by in ('member', 'operator')),
  kind text not null check (kind in ('text', 'solved', 'unsolved')),
  text text not null,
  annex text not null,
  at timestamptz not null,
  unique (work_order, position)
);
`,
  },
  {
    id: 'work-orders-taken-by',
    sql: `
alter table work_order add column taken_by text;
create index work_order_created on work_order (created_at, id);
create index work_order_changed on work_order (changed_at, id);
`,
  },
  ...memberInChild('work-orders-member-of-entry', {
    table: 'work_order_entry',
    key: 'id',
    value: memberOf('work_order', 'id', 'work_order'),
  }),
];
