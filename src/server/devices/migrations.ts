import { memberInChild, memberOf } from '../schema/member-of-child';

export const migrations = [
  {
    id: 'devices-1-orders',
    sql: `
create table device_order (
  serial_number text primary key,
  member text not null,
  name text not null,
  quantity int not null check (quantity > 0),
  ordered_at timestamptz not null,
  daily_rent bigint not null check (daily_rent > 0),
  rent_left bigint not null check (rent_left >= 0),
  days_left int not null check (days_left >= 0)
);
create index device_order_member on device_order (member, ordered_at, serial_number);
create index device_order_due on device_order (days_left, serial_number);
create table machine (
  id text primary key,
  serial_number text not null references device_order (serial_number),
  position int not null,
  name text not null,
  online boolean not null,
  unique (serial_number, position)
);
create table task (
  id text primary key,
  serial_number text not null references device_order (serial_number),
  machine text not null references machine (id),
  name text not null,
  state int not null check (state in (0, 1, 2, 3)),
  progress int not null check (progress between 0 and 100),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index task_order on task (serial_number, created_at, id);
create index task_machine on task (machine);
create table order_log (
  id text primary key,
  serial_number text not null references device_order (serial_number),
  member text not null,
  kind text not null check (kind in ('rent', 'acceleration')),
  day text not null,
  at timestamptz not null,
  amount bigint not null check (amount > 0),
  machines int not null
);
create index order_log_member on order_log (member, at, id);
`,
  },
  {
    id: 'devices-2-life',
    sql: `
alter table device_order add column started_at timestamptz;
alter table device_order add column expired_at timestamptz;
alter table device_order add column ended_at timestamptz;
alter table device_order add column refunded_at timestamptz;
alter table machine add column prepared_at timestamptz;
create table machine_online (
  machine text not null references machine (id),
  since timestamptz not null,
  until timestamptz,
  primary key (machine, since)
);
create table device_day (
  serial_number text not null references device_order (serial_number),
  day text not null,
  machines int not null check (machines >= 0),
  primary key (serial_number, day)
);
update device_order set started_at = ordered_at;
update device_order set expired_at = now() where days_left = 0;
update machine set prepared_at = o.ordered_at from device_order o where o.serial_number = machine.serial_number;
update machine set online = false from device_order o where o.serial_number = machine.serial_number and o.days_left = 0;
insert into machine_online (machine, since)
  select m.id, o.ordered_at from machine m join device_order o on o.serial_number = m.serial_number where m.online;
insert into device_day (serial_number, day, machines)
  select serial_number, day, max(machines) from order_log where kind = 'rent' group by serial_number, day;
`,
  },
  {
    // the list sums a member's rent each time it is shown; the index alone answers that
    id: 'devices-3-rent-of-a-member',
    sql: `
create index order_log_sum on order_log (member, kind, at) include (amount);
`,
  },
  {
    // the list asks which of an order's machines are working each time it is shown; ended tasks are never deleted
    id: 'devices-4-running-tasks',
    sql: `
create index task_running on task (serial_number, machine) where state = 1;
`,
  },
  {
    id: 'devices-desk-lists',
    sql: `
create index device_order_newest on device_order (ordered_at, serial_number);
`,
  },
  {
    id: 'devices-restart',
    sql: `
alter table machine add column reason text check (reason in ('starting', 'maintenance', 'network'));
alter table machine add column restartable boolean not null default false;
alter table machine add column restart_at timestamptz;
`,
  },
  {
    id: 'devices-screenshots',
    sql: `
alter table machine add column screenshots boolean not null default false;
`,
  },
  {
    id: 'devices-streams',
    sql: `
alter table machine add column streams boolean not null default false, add column viewer text;
`,
  },
  {
    id: 'devices-files',
    sql: `
alter table machine add column files boolean not null default false;
`,
  },
  ...memberInChild('devices-member-of-machine', {
    table: 'machine',
    key: 'id',
    value: memberOf('device_order', 'serial_number', 'serial_number'),
  }),
  ...memberInChild('devices-member-of-task', {
    table: 'task',
    key: 'id',
    value: memberOf('device_order', 'serial_number', 'serial_number'),
  }),
  ...memberInChild('devices-member-of-machine-online', {
    table: 'machine_online',
    key: 'machine',
    value: memberOf('machine', 'id', 'machine'),
  }),
  ...memberInChild('devices-member-of-device-day', {
    table: 'device_day',
    key: 'serial_number',
    value: memberOf('device_order', 'serial_number', 'serial_number'),
  }),
  {
    id: 'devices-log-sums',
    sql: `
create table order_log_month (
  member text not null,
  serial_number text not null,
  month int not null,
  kind text not null,
  amount bigint not null,
  primary key (member, serial_number, month, kind)
);
create table order_log_summed (id int primary key, until timestamptz not null, month int not null);
insert into order_log_summed values (1, '1970-01-01T00:00:00Z', 0);
`,
  },
  { id: 'devices-log-by-month', months: { table: 'order_log', on: 'at', key: ['id', 'at'] } },
  {
    id: 'devices-log-archive',
    sql: `
create table order_log_archive (
  month int primary key,
  object text not null,
  rows bigint not null,
  amount bigint not null,
  bytes bigint not null,
  sha256 text not null,
  archived_at timestamptz not null,
  back_at timestamptz,
  checked_at timestamptz not null,
  fault text
);
create table order_log_block (
  object text not null,
  nth int not null,
  first_member text collate "C" not null,
  last_member text collate "C" not null,
  start bigint not null,
  bytes int not null,
  sha256 text not null,
  primary key (object, nth)
);
create index order_log_block_member on order_log_block (object, last_member);
create table order_log_draft (object text primary key, at timestamptz not null);
`,
  },
  {
    id: 'devices-log-summed-since',
    sql: `
alter table order_log_summed add column since timestamptz not null default now();
`,
  },
];
