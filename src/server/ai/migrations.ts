export const migrations = [
  {
    id: 'ai-1',
    sql: `
create table ai_turn (
  id text primary key,
  member text not null references member (id),
  question text not null,
  answer text not null,
  state text not null check (state in ('writing', 'done', 'stopped', 'broken')),
  source text not null check (source in ('model', 'help')),
  help text not null,
  at timestamptz not null
);
create index ai_turn_member on ai_turn (member, at, id);
create table ai_writing (
  member text primary key references member (id),
  turn text not null,
  beat timestamptz not null
);
`,
  },
];
