import { sql } from 'kysely';
import { OrderState } from '../../contract/buying/orders';
import { onlineLimit } from '../../contract/buying/payments';
import type { Quote } from '../../contract/buying/products';
import { yuan } from '../../contract/wire/yuan';
import type { Tx } from '../db/database';
import { DomainError } from '../kernel/domain-error';

/** Unpaid orders that a member may have at once, because each reserves goods. */
const mostWaiting = 10;
/** Their maximum total in fen. */
const mostWaitingFor = 4 * onlineLimit;
/**
 * How much of one product they may reserve together: a number of pieces, or a fraction of the unreserved stock. Fewer pieces while the
 * unpaid orders are worth more than the member has paid before.
 */
const mostHeld = { pieces: 20, unproven: 5, part: 0.25 };
/** Goods in fen that any member may reserve, and as a multiple of what they have paid before. */
const mostReserved = { atLeast: 2 * onlineLimit, timesPaid: 2 };

/**
 * Limits unpaid orders, so that nobody can reserve goods by ordering without paying: in number, value and pieces, by what the member has
 * paid before. A member who has paid as much may place a single order of any size. The member is locked first, so that concurrent orders
 * are counted one after the other. Members who want
 * more top up the balance, which reserves nothing, and pay with it.
 */
export async function assertFewWaiting(
  tx: Tx,
  member: string,
  { total, lines }: Pick<Quote, 'total' | 'lines'>,
): Promise<void> {
  await tx.selectFrom('member').select('id').where('id', '=', member).forUpdate().execute();
  const orders = await waitingOrders(tx, member);
  const sum = orders.reduce((all, one) => all + one.total, total);
  if (orders.length && (orders.length >= mostWaiting || sum > mostWaitingFor))
    throw new DomainError('tooManyWaiting');
  if (!lines.length) return;
  const reserving = orders.filter(({ goods }) => goods);
  const worth = reserving.reduce((all, one) => all + one.total, total);
  const paid = await paidBefore(tx, member);
  if (worth > Math.max(mostReserved.atLeast, mostReserved.timesPaid * paid)) throw tooMuch(paid);
  if (!reserving.length && worth <= paid) return;
  const most = worth <= paid ? mostHeld.pieces : mostHeld.unproven;
  for (const { id, stock, pieces } of await heldOf(tx, member, reserving, lines)) {
    const more = lines.reduce((all, line) => all + (line.productId === id ? line.quantity : 0), 0);
    if (pieces + more > Math.max(most, mostHeld.part * (stock + pieces))) throw tooMuch(paid);
  }
}

const tooMuch = (paid: number) =>
  new DomainError('tooMuchReserved', {
    most: yuan(Math.max(mostReserved.atLeast, mostReserved.timesPaid * paid)),
  });

/** The member's unpaid orders, and whether they reserve goods. */
const waitingOrders = (tx: Tx, member: string) =>
  tx
    .selectFrom('purchase as p')
    .where('member', '=', member)
    .where('state', '=', OrderState.waiting)
    .select((is) => [
      'order_no',
      'total',
      is
        .exists(
          is
            .selectFrom('purchase_line as l')
            .select('l.order_no')
            .whereRef('l.order_no', '=', 'p.order_no')
            .whereRef('l.member', '=', 'p.member'),
        )
        .as('goods'),
    ])
    .execute();

/** Fen that the member has paid for goods, less what was refunded; top-ups can be withdrawn again. */
async function paidBefore(tx: Tx, member: string): Promise<number> {
  const { paid } = await tx
    .selectFrom('purchase')
    .where('member', '=', member)
    .where('currency', '=', 'money')
    .where('top_up', '=', false)
    .select(sql<number>`coalesce(sum(paid - refunded), 0)`.as('paid'))
    .executeTakeFirstOrThrow();
  return Number(paid);
}

/** The unreserved stock of each product in `lines`, and the pieces that `orders` reserve of it. */
async function heldOf(
  tx: Tx,
  member: string,
  orders: readonly { order_no: string }[],
  lines: Quote['lines'],
) {
  const products = lines.map(({ productId }) => productId);
  const rows = await tx
    .selectFrom('product_stock')
    .select(['product as id', 'stock'])
    .where('product', 'in', products)
    .execute();
  const numbers = orders.map((one) => one.order_no);
  // a statement of its own: stock lies with the products, and orders with the members
  const held = numbers.length
    ? await tx
        .selectFrom('purchase_line')
        .select(['product', ({ fn }) => fn.sum<number>('quantity').as('pieces')])
        .where('member', '=', member)
        .where('product', 'in', products)
        .where('order_no', 'in', numbers)
        .groupBy('product')
        .execute()
    : [];
  const piecesOf = new Map(held.map(({ product, pieces }) => [product, Number(pieces)]));
  return rows.map((row) => ({ ...row, pieces: piecesOf.get(row.id) ?? 0 }));
}
