import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { codes } from '../../contract/wire/codes';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { MessageName } from '../kernel/messages';
import { type Account, type Asset, type Kind, rowFor } from './accounts';

export interface Movement {
  /** The reason: `withdraw`, `order`, `rent` … */
  kind: string;
  asset: Asset;
  /** The change of each account, in the smallest unit, negative for a debit. The sum is zero. */
  entries: readonly (readonly [Account, number])[];
  memo: string;
  /** The number of the order, the withdrawal … that caused it. */
  ref: string;
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
  const { kind, asset, memo, ref, rule = null } = movement;
  const entries = balanced(movement);
  const id = randomUUID();
  const at = new Date(now);
  // in one statement, because every movement passes here
  const { numAffectedRows } = await sql`
    insert into transfer (id, kind, asset, memo, ref, rule, at)
    select ${id}::text, ${kind}::text, ${asset}::text, ${memo}::text, ${ref}::text, ${rule}::text, ${at}::timestamptz
    where not exists (select 1 from closed_month where ends_at > ${at}::timestamptz)`.execute(tx);
  if (!numAffectedRows) throw new DomainError('monthClosed');
  const postings = [];
  for (const [account, amount] of entries) {
    // Reading before writing would lose updates; the condition and the change are one statement.
    const after = (await change(tx, account, amount)) ?? (await open(tx, account, amount));
    if (after === undefined) throw insufficient(account);
    postings.push({
      transfer: id,
      account: account.id,
      amount,
      balance_after: after.balance,
      seq: after.moves,
    });
  }
  await tx.insertInto('posting').values(postings).execute();
  return id;
}

/** One entry per account, ordered by id, so that two movements cannot deadlock. */
export function balanced({ asset, entries, ref }: Movement): [Account, number][] {
  const owner = entries.find(([{ member }]) => member !== null)?.[0].member ?? ref;
  const byAccount = new Map<string, [Account, number]>();
  for (const [named, amount] of entries) {
    if (named.asset !== asset) throw new Error(`${named.id} does not hold ${asset}`);
    const account = rowFor(named, owner);
    byAccount.set(account.id, [account, amount + (byAccount.get(account.id)?.[1] ?? 0)]);
  }
  const all = [...byAccount.values()].filter(([, amount]) => amount !== 0);
  if (!all.every(([, amount]) => Number.isSafeInteger(amount))) throw new Error('amounts are whole numbers');
  if (all.length < 2 || all.reduce((sum, [, amount]) => sum + amount, 0) !== 0)
    throw new Error('entries must add up to zero');
  return all.sort(([a], [b]) => (a.id < b.id ? -1 : 1));
}

interface AccountAfter {
  balance: number;
  /** The number of this posting within the account. */
  moves: number;
}

const change = (tx: Tx, { id }: Account, amount: number): Promise<AccountAfter | undefined> =>
  tx
    .updateTable('account')
    .set({ balance: sql<number>`balance + ${amount}`, moves: sql<number>`moves + 1` })
    .where('id', '=', id)
    .where(sql<boolean>`(floor is null or balance + ${amount} >= floor)`)
    .returning(['balance', 'moves'])
    .executeTakeFirst();

/** Accounts are created with their first movement. `undefined` if the balance is too low. */
async function open(tx: Tx, account: Account, amount: number): Promise<AccountAfter | undefined> {
  await tx
    .insertInto('account')
    .values({ ...account, balance: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return change(tx, account, amount);
}

function insufficient({ kind, member, id }: Account): Error {
  if (member === null) return new Error(`${id} cannot be opened`);
  const code = kind === 'balance' ? codes.insufficient : codes.refused;
  return new DomainError(short[kind as Kind], {}, { code });
}
