export const migrations = [
  {
    id: 'addresses-1',
    sql: `
create table address (
  id text primary key,
  member text not null,
  username text not null,
  userphone text not null,
  id_card text,
  area text,
  address text not null,
  latitude double precision,
  longitude double precision,
  is_default boolean not null,
  at timestamptz not null,
  check ((latitude is null) = (longitude is null))
);
create index address_member on address (member, at, id);
create unique index address_default on address (member) where is_default;
`,
  },
];
