export const migrations = [
  {
    id: 'conversation-1',
    sql: `
create table conversation (
  member text primary key references member (id),
  newest int not null,
  at timestamptz not null,
  member_read int not null,
  member_unread int not null,
  desk_read int not null,
  desk_unread int not null
);
create index conversation_at on conversation (at);
create table conversation_message (
  member text not null references conversation (member),
  id int not null,
  author text not null,
  text text not null,
  picture text,
  key text,
  at timestamptz not null,
  primary key (member, id)
);
`,
  },
  { id: 'im-taken-by', sql: 'alter table conversation add column taken_by text' },
  {
    id: 'im-member-notified',
    sql: 'alter table conversation add column member_notified int not null default 0',
  },
];
