import type { Db, Tx } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import { newNumber } from '../../kernel/numbers';
import { memberAccount, systemAccount } from '../../ledger/accounts';
import { balances } from '../../ledger/balances';
import { postMovement } from '../../ledger/post';
import { notifyMember } from '../../notices/notify-member';

interface Correction {
  /** The member's id. */
  member: string;
  direction: 'credit' | 'debit';
  /** Fen. */
  amount: number;
  reason: string;
  /** Whether a debit may exceed the balance: the rest is owed, and no balance is below zero. */
  owed?: boolean | undefined;
  requestKey: string;
  by: string;
}

/**
 * Corrects a member's balance by a transfer with its reason, and tells the member. Refused if a debit exceeds the balance, unless the rest
 * may be owed. A repeated request changes nothing.
 */
export const correctBalance = (db: Db, correction: Correction, now: number) =>
  db.tx(async (tx) => {
    const { member, direction, amount, reason, requestKey, by } = correction;
    const number = newNumber('K', now, 6);
    const kept = await tx
      .insertInto('correction')
      .values({
        number,
        member,
        direction,
        amount,
        owed: 0,
        reason,
        made_by: by,
        at: new Date(now),
        request_key: requestKey,
      })
      .onConflict((conflict) => conflict.constraint('correction_request_key_key').doNothing())
      .executeTakeFirst();
    if (!kept.numInsertedOrUpdatedRows) return earlier(tx, correction);
    if (direction === 'debit') return { number, owed: await debit(tx, correction, number, now) };
    await move(tx, { member, amount, number, reason }, now);
    return { number, owed: 0 };
  });

async function earlier(tx: Tx, { member, direction, amount, requestKey }: Correction) {
  const { number, owed, ...before } = await tx
    .selectFrom('correction')
    .select(['number', 'owed', 'member', 'direction', 'amount'])
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow();
  const isSame = before.member === member && before.direction === direction && before.amount === amount;
  if (!isSame) throw new DomainError('correctionOther');
  return { number, owed };
}

/** Takes the amount as far as it is there; returns what is owed. */
async function debit(tx: Tx, { member, amount, reason, owed }: Correction, number: string, now: number) {
  const held = (await balances(tx, member)).balance;
  if (held < amount && !owed) throw new DomainError('correctionTooMuch');
  const taken = Math.min(held, amount);
  if (taken > 0) await move(tx, { member, amount: -taken, number, reason }, now);
  const left = amount - taken;
  if (left)
    await tx
      .updateTable('correction')
      .set({ owed: left })
      .where('member', '=', member)
      .where('number', '=', number)
      .execute();
  return left;
}

/** Takes from the balance what a member owes, as far as it is there. */
export const collectOwed = (db: Db, number: string, now: number) =>
  db.tx(async (tx) => {
    const named = await tx
      .selectFrom('correction')
      .select('member')
      .where('number', '=', number)
      .executeTakeFirst();
    if (!named) throw new DomainError('correctionMissing');
    const row = await tx
      .selectFrom('correction')
      .selectAll()
      .where('member', '=', named.member)
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { member, owed, reason } = row;
    const taken = Math.min(owed, (await balances(tx, member)).balance);
    if (taken > 0) {
      await move(tx, { member, amount: -taken, number, reason }, now);
      await tx
        .updateTable('correction')
        .set({ owed: owed - taken })
        .where('member', '=', member)
        .where('number', '=', number)
        .execute();
    }
    return { number, owed: owed - taken };
  });

interface Moved {
  member: string;
  /** Fen, negative for a debit. */
  amount: number;
  number: string;
  reason: string;
}

/** Refused by the ledger if the balance has meanwhile become too low. */
async function move(tx: Tx, { member, amount, number, reason }: Moved, now: number): Promise<void> {
  await postMovement(
    tx,
    {
      kind: 'correction',
      asset: 'CNY',
      entries: [
        [memberAccount(member, 'balance'), amount],
        [systemAccount('corrections', 'CNY'), -amount],
      ],
      memo: reason,
      ref: number,
    },
    now,
  );
  await notifyMember(
    tx,
    member,
    {
      kind: amount > 0 ? 'balanceCredited' : 'balanceDebited',
      values: { amount: Math.abs(amount), reason },
      link: 'pages/mine/movements?kind=balance',
    },
    now,
  );
}
