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
  {
    id: 'circle-2-media',
    sql: `
alter table circle_post add column pictures text not null default '[]';
alter table circle_post add column video text;
alter table circle_post add column poster text;
alter table circle_post add column deleted_at timestamptz;
alter table circle_post add column hidden_at timestamptz;
create index circle_post_author on circle_post (author, created_at, id);
create table circle_collect (
  member text not null references member (id),
  post text not null references circle_post (id),
  at timestamptz not null,
  primary key (member, post)
);
create index circle_collect_newest on circle_collect (member, at, post);
create index circle_collect_post on circle_collect (post);
create table circle_report (
  member text not null references member (id),
  post text not null references circle_post (id),
  reason text not null,
  at timestamptz not null,
  primary key (member, post)
);
create index circle_report_post on circle_report (post);
`,
  },
  {
    id: 'circle-3-people',
    sql: `
alter table circle_post add column pinned_at timestamptz;
alter table circle_post add column kept_at timestamptz;
create table circle_like (
  member text not null references member (id),
  post text not null references circle_post (id),
  at timestamptz not null,
  primary key (member, post)
);
create index circle_like_post on circle_like (post);
create table circle_comment (
  id text primary key,
  post text not null references circle_post (id),
  author text not null references member (id),
  text text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  hidden_at timestamptz,
  kept_at timestamptz
);
create index circle_comment_post on circle_comment (post, created_at, id);
create table circle_comment_report (
  member text not null references member (id),
  comment text not null references circle_comment (id),
  reason text not null,
  at timestamptz not null,
  primary key (member, comment)
);
create index circle_comment_report_comment on circle_comment_report (comment);
create table circle_follow (
  member text not null references member (id),
  author text not null references member (id),
  at timestamptz not null,
  primary key (member, author)
);
create table circle_mute (
  member text not null references member (id),
  author text not null references member (id),
  at timestamptz not null,
  primary key (member, author)
);
create table circle_tag (
  tag text not null,
  post text not null references circle_post (id),
  primary key (tag, post)
);
`,
  },
];
