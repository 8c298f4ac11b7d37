import type { Selectable } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import type { Executor, Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { PurchaseTable } from './tables';

export type Purchase = Selectable<PurchaseTable>;

/** Locks the order until the end of the transaction; every change of an order begins here. */
export const lockOrder = (tx: Tx, orderNo: string): Promise<Purchase | undefined> =>
  tx.selectFrom('purchase').selectAll().where('order_no', '=', orderNo).forUpdate().executeTakeFirst();

export const isOpen = ({ state }: { state: OrderState }) =>
  state === OrderState.waiting || state === OrderState.confirming;

/** The member's order. The refusal is the same for an order of another member and one that does not exist. */
export async function ownPurchase(run: Executor, member: string, orderNo: string): Promise<Purchase> {
  const own = await run
    .selectFrom('purchase')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('member', '=', member)
    .executeTakeFirst();
  return own ?? missing();
}

/** Like `ownPurchase`, but locks the order until the end of the transaction. */
export async function lockOwn(
  tx: Tx,
  { member }: Pick<RequestContext, 'member'>,
  orderNo: string,
): Promise<Purchase> {
  const order = await lockOrder(tx, orderNo);
  return order?.member === member ? order : missing();
}

function missing(): never {
  throw new DomainError('orderMissing');
}
