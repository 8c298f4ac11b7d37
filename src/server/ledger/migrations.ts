import type { Migration } from '../schema/migration';

// Earlier versions wrote a movement into several homes: the rows of system accounts served several members, and a gift was one transfer
// with a posting of each of two members. Everything of a transfer now lies in its home. Gateways of such a version go on writing beside this
// one: a trigger turns what they write into the new form, and then the upgrade rewrites what they had written before.

/** The row of a system account for one home, from the id of a row that serves several: `system:rent:CNY:7`, or without a number. */
const rowIn = (home: string, shared: string) => `regexp_replace(${shared}, ':[0-9]+$', '') || '@' || ${home}`;

export const migrations: Migration[] = [
  {
    // The lock for the new trigger waits until those who write postings at that moment have committed: all that the old trigger has let
    // through is there to be rewritten.
    id: 'ledger-1-together',
    sql: `
create function posting_together() returns trigger language plpgsql as $$
declare
  whole transfer;
  own account;
  part record;
begin
  select * into whole from transfer where id = new.transfer;
  select * into own from account where id = new.account;
  new.home := own.home;
  if own.member is not null and whole.home = '' then
    update transfer set home = own.member where id = whole.id;
  elsif own.member is not null and whole.home <> own.member then
    update transfer set counterpart = own.member where id = whole.id and counterpart is null;
    new.transfer := whole.id || '/' || own.member;
    insert into transfer (id, home, counterpart, kind, asset, memo, ref, rule, at)
    values (new.transfer, own.member, whole.home, whole.kind, whole.asset, whole.memo, whole.ref, whole.rule, whole.at);
    for part in
      select * from (values (whole.id, whole.home, new.amount), (new.transfer, own.member, -new.amount)) as v (transfer, home, amount)
    loop
      with passed as (
        insert into account as a (id, member, home, kind, asset, balance, floor, moves)
        values ('system:between:' || own.asset || '@' || part.home, null, part.home, 'between', own.asset, part.amount, null, 1)
        on conflict (id) do update set balance = a.balance + excluded.balance, moves = a.moves + 1
        returning a.id, a.balance, a.moves)
      insert into posting (home, transfer, account, amount, balance_after, seq)
      select part.home, part.transfer, passed.id, part.amount, passed.balance, passed.moves from passed;
    end loop;
  elsif own.home = own.id then
    new.home := coalesce(nullif(whole.home, ''), 'platform');
    update transfer set home = new.home where id = whole.id and home = '';
    update account set balance = balance - new.amount, moves = moves - 1 where id = own.id;
    insert into account as a (id, member, home, kind, asset, balance, floor, moves)
    values (${rowIn('new.home', 'own.id')}, null, new.home, own.kind, own.asset, new.amount, null, 1)
    on conflict (id) do update set balance = a.balance + excluded.balance, moves = a.moves + 1
    returning a.id, a.balance, a.moves into new.account, new.balance_after, new.seq;
  end if;
  return new;
end $$;
create or replace trigger posting_home before insert on posting for each row when (new.home is null) execute function posting_together();
drop function posting_home();
`,
  },
  {
    // The posting of the second member gets a transfer of its own, and each of the two homes a posting of what passed between them.
    id: 'ledger-2-gifts',
    sql: `
with apart as (
  select p.transfer, p.account, p.amount, p.home, t.home as giver, t.kind, t.asset, t.memo, t.ref, t.rule, t.at
  from posting p join transfer t on t.id = p.transfer
  where p.transfer > $1 and p.transfer <= $2 and t.home <> '' and p.home <> t.home and p.account like 'member:%'),
given as (
  update transfer set counterpart = apart.home from apart where transfer.id = apart.transfer and transfer.counterpart is null),
twin as (
  insert into transfer (id, home, counterpart, kind, asset, memo, ref, rule, at)
  select distinct transfer || '/' || home, home, giver, kind, asset, memo, ref, rule, at from apart),
part as (
  select transfer, giver as home, asset, sum(amount)::bigint as amount from apart group by 1, 2, 3
  union all
  select transfer || '/' || home, home, asset, -sum(amount)::bigint from apart group by 1, 2, 3),
passed as (
  insert into account as a (id, member, home, kind, asset, balance, floor, moves)
  select 'system:between-earlier:' || asset || '@' || home, null, home, 'between-earlier', asset, sum(amount), null, count(*)
  from part group by home, asset order by asset, home collate "C"
  on conflict (id) do update set balance = a.balance + excluded.balance, moves = a.moves + excluded.moves
  returning a.id, a.home, a.asset, a.balance, a.moves),
posted as (
  insert into posting (home, transfer, account, amount, balance_after, seq)
  select home, transfer, id, amount, balance - sum(amount) over later + amount, moves - count(*) over later + 1
  from part join passed using (home, asset)
  window later as (partition by id order by transfer desc))
update posting set transfer = posting.transfer || '/' || posting.home from apart
where posting.transfer = apart.transfer and posting.account = apart.account`,
    batches: { table: 'posting', key: 'transfer' },
  },
  // finds the few rows that serve several homes among those of all members
  { id: 'ledger-3-shared', index: { name: 'account_shared', on: 'on account (id) where home = id' } },
  {
    // The last 2,000 postings of a row that serves several homes, so that what is left to do is always its first ones.
    id: 'ledger-4-rows-of-one',
    sql: `
with shared as (
  select id, kind, asset, moves from account where home = id and moves > 0
    and exists (select 1 from posting p where p.account = account.id and p.seq between account.moves - 1999 and account.moves)
  order by id limit 1 for update),
last as (
  select p.transfer, p.account, p.amount, t.at, t.home = '' as homeless, coalesce(nullif(t.home, ''), 'platform') as home
  from shared join posting p on p.account = shared.id and p.seq between shared.moves - 1999 and shared.moves
  join transfer t on t.id = p.transfer),
opened as (
  insert into account as a (id, member, home, kind, asset, balance, floor, moves)
  select ${rowIn('last.home', 'shared.id')}, null, last.home, kind, asset, sum(amount), null, count(*)
  from shared join last on last.account = shared.id group by id, last.home, kind, asset order by last.home collate "C"
  on conflict (id) do update set balance = a.balance + excluded.balance, moves = a.moves + excluded.moves
  returning a.id, a.home, a.balance, a.moves),
housed as (
  update transfer set home = last.home from last where last.homeless and transfer.id = last.transfer),
numbered as (
  select transfer, last.account, opened.id, home, balance - sum(amount) over later + amount as balance_after, moves - count(*) over later + 1 as seq
  from last join opened using (home)
  window later as (partition by home order by at desc, transfer desc)),
moved as (
  update posting set account = numbered.id, home = numbered.home, balance_after = numbered.balance_after, seq = numbered.seq
  from numbered where posting.transfer = numbered.transfer and posting.account = numbered.account)
update account set balance = balance - (select sum(amount) from last), moves = account.moves - (select count(*) from last)
from shared where account.id = shared.id`,
    repeated: true,
  },
  { id: 'ledger-5-shared-no-more', sql: 'drop index account_shared' },
];
