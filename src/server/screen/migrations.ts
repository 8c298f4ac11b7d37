export const migrations = [
  {
    id: 'screen-1',
    sql: `
create table screen_watch (
  member text not null,
  id text not null,
  partner text not null,
  machine text not null,
  person text not null,
  reason text not null,
  origin text not null,
  minutes integer not null check (minutes between 1 and 10),
  asked_at timestamptz not null,
  until timestamptz not null,
  answer text check (answer in ('allowed', 'declined')),
  answered_at timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('member', 'partner', 'right', 'phone')),
  ticket text,
  viewer text,
  primary key (member, id)
);
create unique index screen_watch_open on screen_watch (member, machine) where ended_at is null;
`,
  },
];
