import type { Selectable } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import type { Executor, Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { PurchaseTable } from './tables';

export type Purchase = Selectable<PurchaseTable>;

/** The number of an order, and its member. */
export type OrderName = Pick<Purchase, 'order_no' | 'member'>;

/** The member of an order. */
export async function memberOfOrder(run: Executor, orderNo: string): Promise<string | undefined> {
  const order = await run
    .selectFrom('purchase')
    .select('member')
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  return order?.member;
}

/**
 * Locks the order until the end of the transaction; every change of an order begins here. Without `member`, the order's member is looked
 * up first, because a row is locked on the node of its member.
 */
export async function lockOrder(tx: Tx, orderNo: string, member?: string): Promise<Purchase | undefined> {
  const owner = member ?? (await memberOfOrder(tx, orderNo));
  if (owner === undefined) return;
  return tx
    .selectFrom('purchase')
    .selectAll()
    .where('member', '=', owner)
    .where('order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirst();
}

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
  return (await lockOrder(tx, orderNo, member)) ?? missing();
}

function missing(): never {
  throw new DomainError('orderMissing');
}
