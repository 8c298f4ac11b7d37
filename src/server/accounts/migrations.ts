import { memberInChild, memberOf } from '../schema/member-of-child';
import { valuesOfColumn } from '../schema/unique-value';

export const migrations = [
  {
    id: 'accounts-1-accounts',
    sql: `
create table short_video_account (
  id text primary key,
  member text not null references member (id),
  account text not null,
  linked text unique,
  nickname text not null,
  avatar text,
  coins bigint not null check (coins >= 0),
  machine text unique references machine (id),
  signed_in boolean not null,
  linked_at timestamptz not null,
  updated_at timestamptz not null,
  fetched_until timestamptz not null
);
create index short_video_account_member on short_video_account (member, linked_at, id);
create table grab_record (
  id text primary key,
  account text not null references short_video_account (id),
  member text not null,
  at timestamptz not null,
  day text not null,
  hour int not null,
  amount bigint not null check (amount >= 0),
  live_room text not null,
  streamer text not null,
  state int not null check (state in (0, 1))
);
create index grab_record_member on grab_record (member, at, id);
create index grab_record_account on grab_record (account, at, id);
create index grab_record_day on grab_record (member, day);
create table account_day (
  account text not null references short_video_account (id),
  day text not null,
  coins bigint not null,
  grabbed int not null,
  missed int not null,
  primary key (account, day)
);
`,
  },
  {
    id: 'accounts-desk-lists',
    sql: `
create index short_video_account_newest on short_video_account (linked_at, id);
`,
  },
  ...memberInChild('accounts-member-of-account-day', {
    table: 'account_day',
    key: 'account',
    value: memberOf('short_video_account', 'id', 'account'),
  }),
  ...valuesOfColumn('accounts-linked', {
    table: 'short_video_account',
    key: 'id',
    column: 'linked',
    values: 'linked_short_video_account',
  }),
];
