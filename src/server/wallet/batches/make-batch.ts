import { mostInBatch } from '../../../contract/desk/areas/payouts';
import { WithdrawalStatus } from '../../../contract/money/wallet';
import type { Db, Tx } from '../../db/database';
import { byShard } from '../../db/shards';
import { DomainError } from '../../kernel/domain-error';
import { newNumber } from '../../kernel/numbers';
import type { WithdrawalRow } from '../view';

const channelOf = ({ kind, number }: Pick<WithdrawalRow, 'kind' | 'number'>): 'bank' | 'alipay' => {
  if (kind === 'usdt') throw new DomainError('batchUsdt', { number });
  return kind === 'alipay' ? 'alipay' : 'bank';
};

/**
 * Puts approved withdrawals, named by id or number, into a new batch. Refused if one does not exist, is not approved, is paid in USDT, is
 * in an open batch, or is paid by another channel than the first.
 */
export const makeBatch = (db: Db, named: readonly string[], by: string, now: number) =>
  db.tx(async (tx) => {
    const rows = await lockNamed(tx, [...new Set(named)].slice(0, mostInBatch));
    const channel = rows[0] && channelOf(rows[0]);
    if (!channel) throw new DomainError('withdrawalMissing');
    for (const row of rows) {
      if (row.status !== WithdrawalStatus.approved)
        throw new DomainError('batchNotApproved', { number: row.number });
      if (channelOf(row) !== channel) throw new DomainError('batchMixed', { number: row.number });
    }
    const number = newNumber('B', now, 6);
    const at = new Date(now);
    const amount = rows.reduce((sum, row) => sum + row.amount - row.fee, 0);
    await tx
      .insertInto('payout_batch')
      .values({
        number,
        state: 'draft',
        channel,
        amount,
        payouts: rows.length,
        made_by: by,
        at,
        approved_by: null,
        approved_at: null,
        exported_at: null,
        ended_at: null,
        reason: null,
      })
      .execute();
    const kept = await tx
      .insertInto('payout_batch_row')
      .values(
        rows.map((row, at) => ({
          member: row.member,
          batch: number,
          withdrawal: row.id,
          position: at + 1,
          amount: row.amount - row.fee,
          ended_at: null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing()) // another open batch has it
      .returning('withdrawal')
      .execute();
    const taken = rows.find(({ id }) => !kept.some(({ withdrawal }) => withdrawal === id));
    if (taken) throw await inBatch(tx, taken);
    return { number, state: 'draft', amount, payouts: rows.length };
  });

/** Locked in one order, so that two batches with the same withdrawals cannot deadlock, and no decision comes between. */
async function lockNamed(tx: Tx, names: string[]) {
  const found = await tx
    .selectFrom('withdrawal')
    .select(['member', 'id'])
    .where((is) => is.or([is('id', 'in', names), is('number', 'in', names)]))
    .execute();
  const rows: Awaited<ReturnType<typeof lock>> = [];
  for (const group of await byShard(tx, found, ({ member }) => member)) rows.push(...(await lock(tx, group)));
  const missing = names.find((name) => !rows.some(({ id, number }) => id === name || number === name));
  if (missing !== undefined) throw new DomainError('batchWithdrawalMissing', { number: missing });
  const place = ({ id, number }: (typeof rows)[number]) =>
    names.findIndex((name) => name === id || name === number);
  return rows.sort((a, b) => place(a) - place(b));
}

/** Withdrawals of members in one shard. */
const lock = (tx: Tx, group: readonly Pick<WithdrawalRow, 'member' | 'id'>[]) =>
  tx
    .selectFrom('withdrawal')
    .select(['member', 'id', 'number', 'status', 'kind', 'amount', 'fee'])
    .where('member', 'in', [...new Set(group.map(({ member }) => member))])
    .where(
      'id',
      'in',
      group.map(({ id }) => id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

/** The refusal for a withdrawal in an open batch. */
export async function inBatch(tx: Tx, withdrawal: Pick<WithdrawalRow, 'member' | 'id' | 'number'>) {
  const open = await openRowOf(tx, withdrawal);
  return new DomainError('withdrawalInBatch', { number: withdrawal.number, batch: open?.batch ?? '' });
}

/** The row of a withdrawal in an open batch, and the state of that batch. */
export const openRowOf = (tx: Tx, { member, id }: Pick<WithdrawalRow, 'member' | 'id'>) =>
  tx
    .selectFrom('payout_batch_row as r')
    .innerJoin('payout_batch as b', 'b.number', 'r.batch')
    .select(['r.batch', 'b.state'])
    .where('r.member', '=', member)
    .where('r.withdrawal', '=', id)
    .where('r.ended_at', 'is', null)
    .executeTakeFirst();
