import type { Insertable } from 'kysely';
import type { Tx } from '../db/database';
import type { Row } from '../ledger/accounts';
import { entriesOf, type Movement, transfersOf } from '../ledger/post';
import type { Tables } from '../schema/tables';
import { insertAll } from './bulk';

export interface PastMovement extends Movement {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Writes past movements at once. The ledger's own `post` would need thousands of statements; the resulting balances are the same. */
export async function writeBooks(tx: Tx, movements: readonly PastMovement[]): Promise<void> {
  const accounts = new Map<string, Row & { balance: number; moves: number }>();
  const postings: Insertable<Tables['posting']>[] = [];
  const inTime = [...movements].sort((a, b) => a.at - b.at);
  const transfers: Insertable<Tables['transfer']>[] = [];
  for (const movement of inTime) {
    const { id, kind, asset, memo, ref, rule = null, at } = movement;
    const parts = transfersOf(movement, (nth) => (nth ? `${id}/${nth}` : id));
    for (const { id, home, counterpart } of parts)
      transfers.push({ home, id, kind, asset, memo, ref, rule, at: new Date(at), counterpart });
    for (const { transfer, account, amount } of entriesOf(parts)) {
      const before = accounts.get(account.id) ?? { balance: 0, moves: 0 };
      const balance = before.balance + amount;
      const moves = before.moves + 1;
      if (account.floor !== null && balance < account.floor)
        throw new Error(`${account.id} would be overdrawn by ${id}`);
      accounts.set(account.id, { ...account, balance, moves });
      const posting = { transfer, account: account.id, amount, balance_after: balance, seq: moves };
      postings.push({ home: account.home, ...posting });
    }
  }
  await insertAll(tx, 'account', [...accounts.values()]);
  await insertAll(tx, 'transfer', transfers);
  await insertAll(tx, 'posting', postings);
}
