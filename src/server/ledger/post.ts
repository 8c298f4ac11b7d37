import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { codes } from '../../contract/wire/codes';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { MessageName } from '../kernel/messages';
import { type Account, type Asset, between, type Kind, type Row, rowFor } from './accounts';

export interface Movement {
  /** The reason: `withdraw`, `order`, `rent` … */
  kind: string;
  asset: Asset;
  /** The change of each account, in the smallest unit, negative for a debit. The sum is zero. */
  entries: readonly (readonly [Account, number])[];
  memo: string;
  /** The number of the order, the withdrawal … that caused it. */
  ref: string;
  /** The member for whom the platform moves its own money, if no entry is of a member; `platform` if there is none. */
  owner?: string;
  /** The rule that caused it, if it is one of `rules/rules.ts`: members see its name. */
  rule?: string;
}

const short: Record<Kind, MessageName> = {
  balance: 'insufficientBalance',
  store: 'insufficientStore',
  frozen: 'insufficientFrozen',
  points: 'insufficientPoints',
  cloudBeans: 'insufficientCloudBeans',
  promotion: 'insufficientPromotion',
};

/**
 * Moves money, points … between accounts in the caller's transaction and returns the id of the transfer. Balances change only here.
 * Refused if a member's balance is too low (210002 for the payable balance, 500 otherwise), and in a closed month.
 */
export async function postMovement(tx: Tx, movement: Movement, now: number): Promise<string> {
  const transfers = transfersOf(movement, () => randomUUID());
  // by home, and in it by account: two movements cannot deadlock
  for (const transfer of [...transfers].sort((a, b) => (a.home < b.home ? -1 : 1))) {
    const entries = entriesOf([transfer]);
    const { isWritten, accounts } = await post(tx, transfer, entries, writing(transfer, movement, now));
    if (!isWritten) throw new DomainError('monthClosed');
    const missing = entries.filter(({ account }) => !accounts.includes(account.id));
    if (missing.length) await openAndPost(tx, transfer, missing);
  }
  return transfers[0].id;
}

/** The insert of a transfer, unless its month is closed. */
function writing({ id, home, counterpart }: Transfer, movement: Movement, now: number): RawBuilder<unknown> {
  const { kind, asset, memo, ref, rule = null } = movement;
  const at = new Date(now);
  return sql`
    insert into transfer (home, id, kind, asset, memo, ref, rule, at, counterpart)
    select ${home}::text, ${id}::text, ${kind}::text, ${asset}::text, ${memo}::text, ${ref}::text, ${rule}::text,
      ${at}::timestamptz, ${counterpart}::text
    where not exists (select 1 from closed_month where ends_at > ${at}::timestamptz)
    returning id`;
}

/** The part of a movement in one home: its entries add up to zero. */
export interface Transfer {
  id: string;
  home: string;
  counterpart: string | null;
  entries: (readonly [Row, number])[];
}

/**
 * Divides a movement by homes. All entries of most movements are in one. An amount from one home to another passes an account between
 * them, so that every home adds up by itself. The first is the home of the first member, who gives.
 */
export function transfersOf(movement: Movement, newId: (nth: number) => string): [Transfer, ...Transfer[]] {
  const { asset } = movement;
  const homes = new Map<string, [Row, number][]>();
  for (const entry of entriesByAccount(movement)) {
    const { home } = entry[0];
    homes.set(home, [...(homes.get(home) ?? []), entry]);
  }
  const names = [...homes.keys()];
  const [first, ...others] = [...homes].map(([home, entries], nth): Transfer => {
    const sum = entries.reduce((all, [, amount]) => all + amount, 0);
    const all = sum ? [...entries, [rowFor(between(asset), home), -sum] as const] : entries;
    return { id: newId(nth), home, counterpart: names.find((one) => one !== home) ?? null, entries: all };
  });
  if (!first) throw new Error('a movement has entries');
  return [first, ...others];
}

/** All entries, ordered by the accounts' ids, so that two movements cannot deadlock. */
export const entriesOf = (transfers: readonly Transfer[]) =>
  transfers
    .flatMap(({ id: transfer, entries }) =>
      entries.map(([account, amount]) => ({ transfer, account, amount })),
    )
    .sort((a, b) => (a.account.id < b.account.id ? -1 : 1));

/** One entry per account. */
function entriesByAccount({ asset, entries, owner }: Movement): [Row, number][] {
  const home = entries.find(([{ member }]) => member !== null)?.[0].member ?? owner;
  if (home === undefined) throw new Error('a movement is for a member');
  const byAccount = new Map<string, [Row, number]>();
  for (const [named, amount] of entries) {
    if (named.asset !== asset) throw new Error(`${named.id} does not hold ${asset}`);
    const account = rowFor(named, home);
    byAccount.set(account.id, [account, amount + (byAccount.get(account.id)?.[1] ?? 0)]);
  }
  const all = [...byAccount.values()].filter(([, amount]) => amount !== 0);
  if (!all.every(([, amount]) => Number.isSafeInteger(amount))) throw new Error('amounts are whole numbers');
  if (all.length < 2 || all.reduce((sum, [, amount]) => sum + amount, 0) !== 0)
    throw new Error('entries must add up to zero');
  return all;
}

type Entry = ReturnType<typeof entriesOf>[number];

/**
 * Changes accounts and writes the postings, up to the first account that does not exist or whose balance is too low; returns the ids of
 * those that it changed. Reading before writing would lose updates; the condition and the change are one statement. Each change waits for the one before it,
 * so that accounts are locked in the order of the entries. `write` inserts the transfer first, in the same statement, because every movement passes here:
 * if it gives no row, no account changes.
 */
async function post(
  tx: Tx,
  { id, home }: Transfer,
  entries: readonly Entry[],
  write: RawBuilder<unknown>,
): Promise<{ isWritten: boolean; accounts: string[] }> {
  const name = (nth: number) => sql.ref(nth < 0 ? 'written' : `changed${nth}`);
  const changes = entries.map(
    ({ account, amount }, nth) => sql`${name(nth)} as (
      update account set balance = balance + ${amount}::bigint, moves = moves + 1
      where home = ${home} and id = ${account.id} and (floor is null or balance + ${amount}::bigint >= floor)
        and exists (select from ${name(nth - 1)})
      returning id, balance, moves)`,
  );
  const changed = entries.map(
    ({ amount }, nth) => sql`select id, ${amount}::bigint as amount, balance, moves from ${name(nth)}`,
  );
  const { rows } = await sql<{ isWritten: boolean; accounts: string[] }>`
    with written as (${write}), ${sql.join(changes)}, posted as (
      insert into posting (home, transfer, account, amount, balance_after, seq)
      select ${home}::text, ${id}::text, id, amount, balance, moves from (${sql.join(changed, sql` union all `)}) as changed
      returning account)
    select exists (select from written) as "isWritten", array(select account from posted) as accounts`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

/** Accounts are created with their first movement. */
async function openAndPost(tx: Tx, transfer: Transfer, entries: readonly Entry[]): Promise<void> {
  await tx
    .insertInto('account')
    .values(entries.map(({ account }) => ({ ...account, balance: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { accounts } = await post(tx, transfer, entries, sql`select 1`); // the transfer is written
  const refused = entries.find(({ account }) => !accounts.includes(account.id));
  if (refused) throw insufficient(refused.account);
}

function insufficient({ kind, member, id }: Account): Error {
  if (member === null) return new Error(`${id} cannot be opened`);
  const code = kind === 'balance' ? codes.insufficient : codes.refused;
  return new DomainError(short[kind as Kind], {}, { code });
}
