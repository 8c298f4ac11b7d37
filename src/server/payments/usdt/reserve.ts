import { sql } from 'kysely';
import type { UsdtPayee } from '../../../contract/buying/payments';
import type { Executor, Tx } from '../../db/database';
import { DomainError } from '../../kernel/domain-error';
import type { Settings } from '../../settings/settings';
import { addressesOf, usdtContract } from './addresses';

/** Difference in 10^-6 USDT between two amounts at one address, and the maximum number of amounts. */
const step = 100;
const steps = 100;
/** Milliseconds until an amount is used again at its address, so that late money has only one owner. */
const coolDownMs = 24 * 3_600_000;
/** A transfer at the last moment is seen after the deadline, so the order waits this many milliseconds longer. */
const grace = 120_000;
const million = BigInt(1_000_000);

/** Fen as 10^-6 USDT, rounded up. `rate`: fen per USDT. */
export const usdtOf = (fen: number, rate: number): number =>
  Number((BigInt(fen) * million + BigInt(rate - 1)) / BigInt(rate));

/** 10^-6 USDT as fen, rounded down. */
export const fenOf = (usdt: number, rate: number): number => Number((BigInt(usdt) * BigInt(rate)) / million);

/**
 * Reserves the least used address, and an amount that no other order has there, for the lifetime of an order (until `deadline`). Refused
 * (500) if every amount is taken. Returns until when the order must wait for a transfer, in milliseconds since the epoch.
 */
export async function reserve(
  tx: Tx,
  settings: Settings,
  { orderNo, member, total, deadline }: { orderNo: string; member: string; total: number; deadline: number },
  now: number,
): Promise<number> {
  const least = usdtOf(total, settings.usdtRate);
  for (const address of await leastUsed(tx, settings, now)) {
    const amount = await free(tx, address, least, orderNo, now);
    if (amount === undefined) continue;
    await tx
      .insertInto('usdt_reservation')
      .values({
        member,
        order_no: orderNo,
        address,
        amount,
        since: new Date(now),
        deadline: new Date(deadline),
      })
      .execute();
    await tx
      .updateTable('usdt_address')
      .set({ used: sql<number>`used + 1`, last_used: new Date(now) })
      .where('address', '=', address)
      .execute();
    return deadline + grace;
  }
  throw new DomainError('noUsdtAddress');
}

/** Our addresses, by number of open orders, then by number of all orders, then by last use. */
async function leastUsed(tx: Tx, settings: Settings, now: number): Promise<string[]> {
  const ours = addressesOf(settings);
  if (!ours.length) return [];
  const row = { used: 0, last_used: new Date(0), seen_until: new Date(now) };
  await tx
    .insertInto('usdt_address')
    .values([...ours].sort().map((address) => ({ address, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await tx
    .selectFrom('usdt_address as a')
    .select('a.address')
    .select((is) =>
      is
        .selectFrom('usdt_open as o')
        .whereRef('o.address', '=', 'a.address')
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('open'),
    )
    .where('a.address', 'in', ours)
    .orderBy('open')
    .orderBy('a.used')
    .orderBy('a.last_used')
    .orderBy('a.address')
    .execute();
  return rows.map(({ address }) => address);
}

async function free(tx: Tx, address: string, least: number, orderNo: string, now: number) {
  const recent = await tx
    .selectFrom('usdt_reservation')
    .select('amount')
    .where('address', '=', address)
    .where('amount', '>=', least)
    .where('amount', '<', least + step * steps)
    .where('deadline', '>', new Date(now - coolDownMs))
    .execute();
  const taken = new Set(recent.map(({ amount }) => amount));
  for (let amount = least; amount < least + step * steps; amount += step) {
    if (taken.has(amount)) continue;
    const reserved = await tx
      .insertInto('usdt_open')
      .values({ address, amount, order_no: orderNo })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (reserved.numInsertedOrUpdatedRows) return amount;
  }
  return;
}

/** Releases the address and amount for other orders. The reservation stays, for money that arrives late. */
export async function releaseAddress(tx: Tx, orderNo: string): Promise<void> {
  await tx.deleteFrom('usdt_open').where('order_no', '=', orderNo).execute();
}

/** The address and amount of an order; refused (500) if it is not paid with USDT. */
export async function payeeOf(
  run: Executor,
  settings: Settings,
  { order_no, member }: { order_no: string; member: string },
): Promise<UsdtPayee> {
  const reserved = await run
    .selectFrom('usdt_reservation')
    .selectAll()
    .where('member', '=', member)
    .where('order_no', '=', order_no)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!reserved) throw new DomainError('notThisWay');
  return {
    address: reserved.address,
    amount: reserved.amount,
    contract: settings.tron?.contract ?? usdtContract,
    deadline: reserved.deadline.toISOString(),
  };
}
