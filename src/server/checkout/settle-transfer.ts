import type { Db } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import { memberAccount, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import { lockOrder } from '../orders/own';
import { fenOf } from '../payments/usdt/reserve';
import type { Settings } from '../settings/settings';

/** Credits an unmatched transfer, at today's rate, to the balance of the member whose order it was meant for; once. */
export const settleTransfer = (
  db: Db,
  settings: Settings,
  { txid, address, orderNo }: { txid: string; address: string; orderNo: string },
  now: number,
): Promise<{ credited: number }> =>
  db.tx(async (tx) => {
    const order = await lockOrder(tx, orderNo);
    const settled = await tx
      .updateTable('usdt_transfer')
      .set({ state: 'settled', order_no: orderNo, member: order?.member ?? null })
      .where('txid', '=', txid)
      .where('address', '=', address)
      .where('state', '=', 'review')
      .returning('amount')
      .executeTakeFirst();
    if (!order || !settled) throw new DomainError('orderMissing');
    const credited = fenOf(settled.amount, settings.usdtRate);
    if (credited < 1) return { credited: 0 };
    const receipt = { order_no: orderNo, way: 'usdt', amount: credited, used_for: 'balance' } as const;
    await tx
      .insertInto('receipt')
      .values({ ...receipt, member: order.member, id: `usdt:${txid}/${address}`, at: new Date(now) })
      .execute();
    await postMovement(
      tx,
      {
        kind: 'payment-reviewed',
        asset: 'CNY',
        entries: [
          [systemAccount('usdt', 'CNY'), -credited],
          [memberAccount(order.member, 'balance'), credited],
        ],
        memo: txid,
        ref: orderNo,
      },
      now,
    );
    return { credited };
  });
