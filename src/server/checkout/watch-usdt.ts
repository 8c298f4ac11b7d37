import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database';
import { markConfirming } from '../fulfilment/settle';
import { eachInTurn } from '../jobs/each-in-turn';
import type { Schedule } from '../jobs/worker';
import type { UsdtTransferTable } from '../payments/tables';
import { addressesOf } from '../payments/usdt/addresses';
import { type Chain, chainOf, type Transfer } from '../payments/usdt/chain';
import type { Settings } from '../settings/settings';
import { receivePayment } from './receive-payment';

/** Milliseconds that are read again, because blocks may appear late. */
const overlap = 10 * 60_000;
/** Milliseconds after which a transfer that did not become final is dropped. */
const forgotten = 24 * 3_600_000;

/**
 * Checks our addresses once: records new transfers, and applies final ones. A transfer pays an order if token, address and amount match
 * exactly and its block lies within the order's lifetime. If two instances check at once, one applies it. Throws after the last address
 * if the chain did not respond for one.
 */
export async function watchUsdt(db: Db, chain: Chain, settings: Settings, now: number): Promise<void> {
  const failures: unknown[] = [];
  const failed = (error: unknown) => failures.push(error);
  const used = await db.run
    .selectFrom('usdt_address')
    .selectAll()
    .where('address', 'in', [...addressesOf(settings), ''])
    .where('used', '>', 0)
    .execute();
  await eachInTurn(
    used,
    ({ address, seen_until }) => look(db, chain, address, seen_until.getTime(), now),
    failed,
  );
  const transfers = await db.run
    .selectFrom('usdt_transfer')
    .selectAll()
    .where('state', '=', 'seen')
    .execute();
  await eachInTurn(transfers, (one) => follow(db, chain, one, now), failed);
  if (failures.length) throw new AggregateError(failures, 'The chain could not be asked about everything');
}

async function look(db: Db, chain: Chain, address: string, seenUntil: number, now: number) {
  const transfers = await chain.transfers(address, seenUntil - overlap);
  for (const transfer of transfers) await db.tx((tx) => note(tx, transfer, now));
  const newest = transfers.at(-1);
  if (newest && newest.at > seenUntil)
    await db.run
      .updateTable('usdt_address')
      .set({ seen_until: new Date(newest.at) })
      .where('address', '=', address)
      .where('seen_until', '<', new Date(newest.at))
      .execute();
}

type Taken = Pick<Selectable<UsdtTransferTable>, 'order_no' | 'member' | 'reason'>;

/** Finds the order of a transfer. */
async function take(tx: Tx, { to, amount, at }: Transfer): Promise<Taken> {
  const reservations = await tx
    .selectFrom('usdt_reservation as r')
    .select(['r.order_no', 'r.amount', 'r.deadline', 'r.member'])
    .where('r.address', '=', to)
    .where('r.since', '<=', new Date(at))
    .orderBy('r.since', 'desc')
    .limit(200)
    .execute();
  const exact = reservations.find((one) => one.amount === amount);
  if (exact) {
    const late = at > exact.deadline.getTime();
    return { order_no: exact.order_no, member: exact.member, reason: late ? 'late' : null };
  }
  const living = reservations.filter(({ deadline }) => at <= deadline.getTime());
  const only = living.length === 1 ? living[0] : undefined;
  if (!only) return { order_no: null, member: null, reason: 'unknown' };
  return {
    order_no: only.order_no,
    member: only.member,
    reason: amount < only.amount ? 'short' : 'excess',
  };
}

async function note(tx: Tx, transfer: Transfer, now: number): Promise<void> {
  const taken = await take(tx, transfer);
  const noted = await tx
    .insertInto('usdt_transfer')
    .values({
      txid: transfer.txid,
      address: transfer.to,
      payer: transfer.from,
      amount: transfer.amount,
      ...taken,
      state: 'seen',
      at: new Date(transfer.at),
      seen_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const { order_no, member, reason } = taken;
  if (noted.numInsertedOrUpdatedRows && order_no !== null && member !== null && reason === null)
    await markConfirming(tx, { order_no, member });
}

async function follow(db: Db, chain: Chain, seen: Selectable<UsdtTransferTable>, now: number) {
  const { txid, address, payer, amount } = seen;
  const transfer = { txid, from: payer, to: address, amount, at: seen.at.getTime() };
  const outcome = await chain.outcome(transfer, now);
  if (outcome === 'pending' && now - transfer.at < forgotten) return;
  await db.tx((tx) => settleTransferOutcome(tx, seen, outcome, now));
}

async function settleTransferOutcome(
  tx: Tx,
  { txid, address, order_no, member, reason }: Selectable<UsdtTransferTable>,
  outcome: 'final' | 'reverted' | 'pending',
  now: number,
): Promise<void> {
  const pays = order_no !== null && member !== null && (reason === null || reason === 'late');
  const paid = pays ? 'credited' : 'review';
  const concluded = await tx
    .updateTable('usdt_transfer')
    .set({ state: outcome === 'final' ? paid : outcome === 'reverted' ? 'reverted' : 'gone' })
    .where('txid', '=', txid)
    .where('address', '=', address)
    .where('state', '=', 'seen')
    .executeTakeFirst();
  if (!concluded.numUpdatedRows || outcome !== 'final' || !pays) return;
  const { total } = await tx
    .selectFrom('purchase')
    .select('total')
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .executeTakeFirstOrThrow();
  const arrived = {
    way: 'usdt' as const,
    paymentNo: `${txid}/${address}`,
    orderNo: order_no,
    member,
    part: 1,
  };
  await receivePayment(tx, { ...arrived, amount: total }, now);
}

export const usdtWatch = (settings: Settings): Schedule => ({
  name: 'usdt-watch',
  every: 10_000,
  async run(db, now) {
    const chain = chainOf(db, settings);
    if (chain) await watchUsdt(db, chain, settings, now);
  },
});
