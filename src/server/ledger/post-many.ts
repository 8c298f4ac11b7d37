import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { column } from '../db/column';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Row } from './accounts';
import { entriesOf, type Movement, transfersOf } from './post';

/** The total change of an account by several movements. */
interface Change {
  account: Row;
  amount: number;
  entries: number;
}

/**
 * Posts many movements in the caller's transaction with the result of repeated `postMovement`, but with five statements for all of them.
 * Only for members in one shard (`db/shards.ts`), and only for credits to them: throws if an account with a floor is debited. Accounts are
 * locked by id, so that two of these cannot deadlock; the caller must not lock anything afterwards that others lock first.
 */
export async function postMovements(tx: Tx, movements: readonly Movement[], now: number): Promise<void> {
  if (!movements.length) return;
  const transfers = movements.flatMap((movement) =>
    transfersOf(movement, () => randomUUID()).map((transfer) => ({ ...transfer, movement })),
  );
  const changes = changesOf(transfers.flatMap(({ entries }) => entries));
  const before = await held(tx, changes);
  const postings = transfers.flatMap((one) =>
    entriesOf([one]).map(({ transfer, account, amount }) => {
      const state = before.get(account.id);
      if (!state) throw new Error(`${account.id} cannot be opened`);
      state.balance += amount;
      state.moves++;
      return {
        home: account.home,
        transfer,
        account: account.id,
        amount,
        balance_after: state.balance,
        seq: state.moves,
      };
    }),
  );
  const rows = transfers.map(
    ({ home, id, counterpart, movement: { kind, asset, memo, ref, rule = null } }) => ({
      home,
      id,
      counterpart,
      kind,
      asset,
      memo,
      ref,
      rule,
    }),
  );
  const { numAffectedRows } = await sql`
    insert into transfer (home, id, kind, asset, memo, ref, rule, at, counterpart)
    select home, id, kind, asset, memo, ref, rule, ${new Date(now)}::timestamptz, counterpart
    from unnest(
      ${column(rows, 'home')}::text[], ${column(rows, 'id')}::text[], ${column(rows, 'counterpart')}::text[],
      ${column(rows, 'kind')}::text[], ${column(rows, 'asset')}::text[], ${column(rows, 'memo')}::text[],
      ${column(rows, 'ref')}::text[], ${column(rows, 'rule')}::text[]
    ) as t (home, id, counterpart, kind, asset, memo, ref, rule)
    where not exists (select 1 from closed_month where ends_at > ${new Date(now)}::timestamptz)`.execute(tx);
  if (!numAffectedRows) throw new DomainError('monthClosed');
  // while the accounts are only locked: the check of the foreign key then writes nothing
  await sql`
    insert into posting (home, transfer, account, amount, balance_after, seq)
    select * from unnest(
      ${column(postings, 'home')}::text[], ${column(postings, 'transfer')}::text[], ${column(postings, 'account')}::text[],
      ${column(postings, 'amount')}::bigint[], ${column(postings, 'balance_after')}::bigint[], ${column(postings, 'seq')}::bigint[]
    )`.execute(tx);
  const accounts = changes.map(({ account }) => account);
  await sql`
    update account set balance = balance + c.amount, moves = moves + c.entries
    from unnest(
      ${column(accounts, 'home')}::text[], ${column(accounts, 'id')}::text[],
      ${column(changes, 'amount')}::bigint[], ${column(changes, 'entries')}::int[]
    ) as c (home, id, amount, entries)
    where account.home = c.home and account.id = c.id and account.home = any(${homesOf(changes)})`.execute(
    tx,
  );
}

/** The change of each account, by id. */
function changesOf(entries: readonly (readonly [Row, number])[]): Change[] {
  const changes = new Map<string, Change>();
  for (const [account, amount] of entries) {
    if (account.floor !== null && amount < 0) throw new Error(`${account.id} is credited only`);
    const change = changes.get(account.id) ?? { account, amount: 0, entries: 0 };
    changes.set(account.id, { account, amount: change.amount + amount, entries: change.entries + 1 });
  }
  return [...changes.values()].sort((a, b) => (a.account.id < b.account.id ? -1 : 1));
}

const homesOf = (changes: readonly Change[]) => [...new Set(changes.map(({ account }) => account.home))];

/** The balances of the accounts, locked until the end of the transaction; missing accounts are opened. */
async function held(tx: Tx, changes: readonly Change[]) {
  const ids = changes.map(({ account }) => account.id);
  const homes = homesOf(changes);
  const lock = async () => {
    // in byte order, in which `postMovement` updates them
    const { rows } = await sql<{ id: string; balance: number; moves: number }>`
      select id, balance, moves from account where home = any(${homes}) and id = any(${ids})
      order by id collate "C" for update`.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const found = await lock();
  if (found.size === ids.length) return found;
  const missing = changes.filter(({ account }) => !found.has(account.id));
  await tx
    .insertInto('account')
    .values(missing.map(({ account }) => ({ ...account, balance: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lock();
}
