export const migrations = [
  {
    id: 'agreements-1',
    sql: `
create table agreement_text (
  hash text primary key,
  document text not null check (document in ('terms', 'partner')),
  locale text not null,
  title text not null,
  text text not null,
  since timestamptz not null
);
create table agreement (
  id text primary key,
  member text not null,
  document text not null check (document in ('terms', 'partner')),
  text text not null references agreement_text (hash),
  at timestamptz not null,
  how text not null check (how in ('register', 'signIn', 'settings', 'connect')),
  app text not null,
  partner text,
  site text,
  reference text
);
create index agreement_member on agreement (member, at);
create unique index agreement_once on agreement (member, text) where document = 'terms';
create table agreement_reminder (
  member text not null,
  text text not null references agreement_text (hash),
  at timestamptz not null,
  primary key (member, text)
);
`,
  },
];
