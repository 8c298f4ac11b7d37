export const migrations = [
  {
    id: 'phone-actions-1',
    sql: `
create table phone_action (
  id text primary key,
  member text not null,
  kind text not null,
  subject text,
  at timestamptz not null,
  round text not null,
  away boolean not null
);
create index phone_action_member on phone_action (member, at, id);
create table phone_step (
  action text not null references phone_action (id) on delete cascade,
  machine text not null,
  member text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  reason text,
  request text not null,
  asked_at timestamptz,
  due timestamptz not null,
  primary key (action, machine)
);
create index phone_step_member on phone_step (member, action);
`,
  },
];
