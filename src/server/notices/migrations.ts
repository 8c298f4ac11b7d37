export const migrations = [
  {
    id: 'notices-1',
    sql: `
create table notice (
  id text primary key,
  addressee text,
  country text check (country in ('cn', 'intl')),
  confirm boolean not null,
  published_at timestamptz not null,
  withdrawn_at timestamptz
);
create index notice_newest on notice (published_at, id);
create table notice_text (
  notice text not null references notice (id),
  locale text not null,
  title text not null,
  body text not null,
  primary key (notice, locale)
);
create table notice_confirmed (
  member text not null,
  notice text not null references notice (id),
  at timestamptz not null,
  primary key (member, notice)
);
create table system_message (
  id text primary key,
  member text not null,
  kind text not null,
  told text not null,
  link text,
  at timestamptz not null,
  read_at timestamptz
);
create index system_message_member on system_message (member, at, id);
create index system_message_unread on system_message (member) where read_at is null;
`,
  },
  {
    id: 'notices-2-reach',
    sql: `
create table notify_choice (
  member text primary key,
  locale text not null,
  choices text not null,
  quiet_from text,
  quiet_to text,
  time_zone text not null
);
`,
  },
];
