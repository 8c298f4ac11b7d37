import { sql } from 'kysely';
import type { Db } from '../../../src/server/db/database';

export interface Before {
  id: string;
  kind: string;
  entries: readonly (readonly [account: string, amount: number])[];
  at?: Date;
}

/**
 * A movement as versions wrote it that knew no homes: one transfer, and rows of system accounts that serve several members
 * (`system:rent:CNY:7`; in still earlier versions without a number).
 */
export const postBefore = (db: Db, { id, kind, entries, at = new Date(Date.UTC(2026, 0, 1)) }: Before) =>
  db.tx(async (tx) => {
    await sql`insert into transfer (id, kind, asset, memo, ref, at) values (${id}, ${kind}, 'CNY', '', ${id}, ${at})`.execute(
      tx,
    );
    for (const [account, amount] of entries) {
      const [, member = null] = account.match(/^member:(\w+):/) ?? [];
      await sql`
        insert into account (id, member, kind, asset, balance, floor)
        values (${account}, ${member}, ${account.split(':')[member ? 2 : 1]}, 'CNY', 0, ${member ? 0 : null}::bigint)
        on conflict do nothing`.execute(tx);
      await sql`update account set balance = balance + ${amount}, moves = moves + 1 where id = ${account}`.execute(
        tx,
      );
      await sql`
        insert into posting (transfer, account, amount, balance_after, seq)
        select ${id}, id, ${amount}, balance, moves from account where id = ${account}`.execute(tx);
    }
  });
