export const migrations = [
  {
    id: 'videos-1',
    sql: `
create table video (
  id text primary key,
  goods text references platform_goods (id),
  file text not null,
  title_en text not null,
  title_zh text not null,
  picture text not null,
  length int not null check (length > 0),
  size bigint not null check (size > 0),
  created_at timestamptz not null
);
create index video_goods on video (goods);
create index video_created on video (created_at, id);
create table video_download (
  video text not null references video (id),
  member text not null,
  at timestamptz not null,
  primary key (video, member)
);
create table video_link (
  hash text primary key,
  video text not null references video (id),
  session text not null,
  name text not null,
  expires_at timestamptz not null
);
create index video_link_session on video_link (session);
`,
  },
  {
    // texts in more languages than English and Chinese; the old columns remain for gateways of the previous version
    id: 'videos-2-texts',
    sql: `
alter table video add column texts text not null default '{}';
`,
  },
];
