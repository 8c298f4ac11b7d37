export const migrations = [
  {
    id: 'circle-1-posts',
    sql: `
create table circle_post (
  id text primary key,
  author text not null references member (id),
  text text not null,
  created_at timestamptz not null
);
create index circle_post_newest on circle_post (created_at, id);
create table circle_read (
  member text primary key references member (id),
  read_at timestamptz not null
);
`,
  },
];
