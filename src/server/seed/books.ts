import type { Insertable } from 'kysely';
import type { Tx } from '../db/database';
import type { Account } from '../ledger/accounts';
import { balanced, type Movement } from '../ledger/post';
import type { Tables } from '../schema/tables';
import { insertAll } from './bulk';

export interface PastMovement extends Movement {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Writes past movements at once. The ledger's own `post` would need thousands of statements; the resulting balances are the same. */
export async function writeBooks(tx: Tx, movements: readonly PastMovement[]): Promise<void> {
  const accounts = new Map<string, Account & { balance: number; moves: number }>();
  const postings: Insertable<Tables['posting']>[] = [];
  const inTime = [...movements].sort((a, b) => a.at - b.at);
  for (const movement of inTime) {
    const { id } = movement;
    for (const [account, amount] of balanced(movement)) {
      const before = accounts.get(account.id) ?? { balance: 0, moves: 0 };
      const balance = before.balance + amount;
      const moves = before.moves + 1;
      if (account.floor !== null && balance < account.floor)
        throw new Error(`${account.id} would be overdrawn by ${id}`);
      accounts.set(account.id, { ...account, balance, moves });
      postings.push({ transfer: id, account: account.id, amount, balance_after: balance, seq: moves });
    }
  }
  const transfers = inTime.map(({ id, kind, asset, memo, ref, rule = null, at }) => ({
    id,
    kind,
    asset,
    memo,
    ref,
    rule,
    at: new Date(at),
  }));
  await insertAll(tx, 'account', [...accounts.values()]);
  await insertAll(tx, 'transfer', transfers);
  await insertAll(tx, 'posting', postings);
}
